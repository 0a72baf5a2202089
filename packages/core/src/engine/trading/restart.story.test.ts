import { beforeEach, describe, expect, it } from 'vitest';
import { ok, type TradingRecord } from '../../domain/index.ts';
import { CoreWorld, LIVE_KEYS } from './core-world.fixture.ts';

const LIVE = { execution: 'live' as const, keys: LIVE_KEYS };

let world: CoreWorld;
beforeEach(() => {
  world = new CoreWorld();
});

describe('a record that can not be folded', () => {
  /** A fill whose price is no number, as a bug could have written it. */
  const broken = {
    kind: 'fill',
    account: 'BINANCE:paper',
    fill: { instrumentId: 'BTCUSDT.PERP.BINANCE', fillId: 'x', px: 'none', qtyBase: '1', fee: '0', feeAsset: 'USDT' },
  } as unknown as TradingRecord;

  it('halts new risk and is named, keeps closing open, and a release of the kill switch ends it', async () => {
    await world.start();
    await world.trade();
    await world.pass(2_000);
    await world.stop();
    world.journal.append([broken], world.clock.nowMs());
    const { lastSeq } = world.journal;
    world.show(60_000, 60_001);
    const core = await world.start();
    const [condition] = core.view().state.conditions;
    expect(condition).toMatchObject({ key: 'halted:restore', kind: 'halted' });
    expect(condition?.text).toContain(`record ${lastSeq} (fill)`);
    expect(await world.trade({ qtyBase: '0.001' })).toMatchObject({
      ok: false,
      error: { code: 'RISK_OPEN_CONDITION' },
    });
    await world.during(core.call('close-all', { by: 'operator' }));
    expect(core.view().positions).toEqual([]);
    await world.stop();
    world.show(60_000, 60_001);
    const again = await world.start();
    expect(again.view().state.conditions).toMatchObject([{ key: 'halted:restore' }]);
    await world.during(again.call('release-kill-switch', { by: 'operator' }));
    expect(again.view().state.conditions).toEqual([]);
    expect(await world.trade()).toMatchObject({ ok: true });
  });

  it('in a damaged checkpoint starts all the same', async () => {
    await world.start();
    await world.stop();
    const { snapshot, records, lastSeq } = world.journal.restored();
    const damaged = { ...(snapshot as object), ledger: { lastSeq: 1, accounts: 7 } };
    const core = await world.start({ restored: { snapshot: damaged, records, lastSeq } });
    expect(core.view().state.conditions.map(({ text }) => text)).toEqual([
      expect.stringContaining('the ledger of the checkpoint'),
    ]);
  });
});

describe('a daily loss that was reached just before a crash', () => {
  it('closes the positions after the restart', async () => {
    const core = await world.start();
    const value = { dailyLossPct: 0.1, flattenOnDailyLoss: true };
    await world.during(core.call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    await world.trade();
    await world.pass(2_000);
    await world.stop();
    const text = 'the paper accounts have lost 20 USD today';
    const condition = { key: 'halted:daily-loss:paper', kind: 'halted' as const, account: null, instrumentId: null };
    world.journal.append(
      [{ kind: 'condition', condition: { ...condition, text, sinceMs: world.clock.nowMs() } }],
      world.clock.nowMs(),
    );
    world.show(60_000, 60_001);
    await world.start();
    await world.pass(5_000);
    expect(world.running().view().positions).toEqual([]);
  });
});

describe('a venue that does not answer at the start', () => {
  it('delays no other: positions there are protected and closed', async () => {
    await world.start();
    await world.trade({ venue: 'BYBIT' });
    await world.pass(2_000);
    await world.stop();
    world.show(60_000, 60_001);
    world.live.balances = () => new Promise(() => undefined);
    void world.begin(LIVE);
    await world.pass(3_000);
    expect(world.running().view().accounts).toContainEqual(
      expect.objectContaining({ account: 'BYBIT:paper', reconciledMs: expect.any(Number) }),
    );
    expect(world.running().view().positions).toMatchObject([{ account: 'BYBIT:paper', stopPx: '58800.5' }]);
    const positionId = 'BYBIT:paper|BTCUSDT.PERP.BYBIT';
    const closed = await world.during(world.running().call('close-position', { positionId, by: 'operator' }));
    expect(closed).toMatchObject({ ok: true });
    await world.pass(9_000);
    expect(world.running().view().state.isReady).toBe(true);
  });
});

describe('a venue that goes back to paper', () => {
  const goPaper = () =>
    world.during(
      world.running().call('set-execution', { venue: 'BINANCE', mode: 'paper', confirmation: null, by: 'operator' }),
    );
  const restingEntry = () => world.trade({ type: 'limit', px: '59000', tif: 'GTC' });

  it('has its resting live entries cancelled first', async () => {
    await world.start(LIVE);
    expect(await restingEntry()).toMatchObject({ ok: true });
    expect(await goPaper()).toMatchObject({ ok: true, value: { mode: 'paper' } });
    expect([...world.live.orders.values()].map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('stays live while an entry may still fill', async () => {
    await world.start(LIVE);
    await restingEntry();
    world.live.onCancel = () => ok({ kind: 'accepted', report: null });
    expect(await goPaper()).toMatchObject({ ok: false, error: { code: 'ACCOUNT_IN_USE' } });
    expect(world.running().view().state.liveVenues).toContain('BINANCE');
  });
});
