import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClosedTrade } from '@riptide/core/ledger';
import { silentLog } from '@riptide/core/kernel';
import { DailyReport } from './daily-report.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

let world: NotifyWorld;
beforeEach(async () => {
  world = await openNotifyWorld();
});
afterEach(() => world.close());

const closed = (closeMs: number, grossQuote: string | null): ClosedTrade => ({
  tradeId: `t${closeMs}`,
  account: 'BYBIT:paper',
  instrumentId: 'BTCUSDT.PERP.BYBIT',
  quoteAsset: 'USDT',
  side: 'LONG',
  openMs: closeMs - 1_000,
  closeMs,
  holdMs: 1_000,
  qtyBase: '1',
  avgEntryPx: '1',
  avgExitPx: '1',
  grossQuote,
  feesQuote: '0.5',
  otherFees: [],
  fundingQuote: '0',
  otherQuote: '0',
  source: null,
  entryOrders: 1,
});

describe('DailyReport', () => {
  it('mails the figures of a day once, when it is over, by e-mail only', async () => {
    const { repository, settings, desk } = world.notifier;
    await world.set({ channels: { email: { to: 'me@example.org' }, telegram: { enabled: true, chat_id: '7' } } });
    await world.set({ enabled: true, events: { daily_report: true }, min_severity: 'CRITICAL' });
    const startMs = world.clock.nowMs();
    const paper = [
      closed(startMs - 86_400_000, '99'),
      closed(startMs + 1, '10.5'),
      closed(startMs + 2, '-3'),
      closed(startMs + 3, null),
    ];
    const report = new DailyReport({
      repository,
      settings,
      desk,
      clock: world.clock,
      log: silentLog(),
      closedTrades: (mode) => (mode === 'paper' ? paper : []),
    });
    world.clock.advance(60_000);
    await expect.poll(() => repository.cursor('daily-report')).toBe(20_270_115);
    world.clock.advance(16 * 3_600_000);
    await expect.poll(() => repository.cursor('daily-report')).toBe(20_270_116);
    world.clock.advance(3_600_000);
    await report.close();
    expect(desk.centre.notifications).toMatchObject([
      {
        title: 'Riptide on 2027-01-15',
        body: '2027-01-15 (UTC)\nlive: 0 trades closed, 0 of them won, net 0 USDT\npaper: 3 trades closed, 1 of them won, net 6.5 USDT; 1 with an unknown net are left out',
      },
    ]);
    const sent = await world.notifier.deliveries.list({ channel: null, state: null, beforeId: null, limit: 9 });
    expect(sent).toMatchObject([{ channel: 'email', state: 'queued' }]);
  });
});
