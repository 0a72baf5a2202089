import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok, type TradingFact } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { NewsReader } from '../engine-host/news-reader.ts';
import type { NewsCalls } from '../link/news-calls.ts';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import { FileJournal } from '../storage/journal/file-journal.ts';
import { BY_WEBHOOK, openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

const AT_MS = 1_800_000_000_000;

let world: NotifyWorld;
let folder = '';
let journal: FileJournal;
beforeEach(async () => {
  world = await openNotifyWorld();
  folder = mkdtempSync(join(tmpdir(), 'riptide-news-'));
  journal = new FileJournal({ folder, clock: new VirtualClock(AT_MS), log: silentLog() });
  expect(journal.begin({}, 0).ok).toBe(true);
  const reader = new NewsReader(folder);
  world.link.answer = (name, request) =>
    name === 'news-after' ? reader.read(request as NewsCalls['news-after']['request'], journal.lastSeq) : ok({});
});
afterEach(async () => {
  await world.close();
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const append = (...facts: TradingFact[]): void => {
  expect(journal.append(facts, AT_MS).ok).toBe(true);
  const state = buildTradingState({ journal: { records: 0, failures: 0, lastSeq: journal.lastSeq } });
  world.link.update(['trading', 'state', state]);
  world.clock.advance(500);
};
const event = (name: string, severity: 'INFO' | 'WARN' | 'CRITICAL', text = name): TradingFact => ({
  kind: 'event',
  event: name,
  severity,
  symbol: null,
  venues: [],
  text,
  data: {},
});
const titles = (): string[] => {
  world.clock.advance(500);
  return world.notifier.desk.centre.notifications.map(({ title }) => title);
};
const atCursor = () =>
  expect.poll(() => {
    world.clock.advance(500);
    return world.notifier.repository.cursor('engine-records');
  });

describe('RecordFeed', () => {
  it('begins at the end of the journal, then tells every piece of news once', async () => {
    append(event('kill_switch', 'CRITICAL'));
    await world.notifier.start();
    world.clock.advance(500);
    await atCursor().toBe(1);
    append(event('daily_loss_near', 'WARN'), event('setting_changed', 'INFO'), event('some_info', 'INFO'));
    append(event('book_dark', 'WARN'), event('daily_loss_near', 'WARN'), event('flatten_failed', 'CRITICAL'));
    await expect.poll(titles).toEqual(['A position could not be closed', 'Book dark', 'Daily loss limit is near']);
    await atCursor().toBe(7);
  });

  it('loses nothing and repeats nothing when the server was away', async () => {
    await world.notifier.start();
    world.clock.advance(500);
    await atCursor().toBe(0);
    append(event('kill_switch', 'CRITICAL', 'first'));
    await atCursor().toBe(1);
    await world.restart();
    append(event('kill_switch', 'CRITICAL', 'second'));
    await world.notifier.start();
    world.clock.advance(500);
    await atCursor().toBe(2);
    expect(world.notifier.desk.centre.notifications.map(({ body }) => body)).toEqual(['Second', 'First']);
  });

  it('counts the parts of an order as one piece of news, and tells a liquidation as what it is', async () => {
    await world.set(BY_WEBHOOK(world.receiver.url));
    await world.notifier.start();
    world.clock.advance(500);
    await atCursor().toBe(0);
    const fill = (fillId: string, cause: 'order' | 'liquidation'): TradingFact => ({
      kind: 'fill',
      account: 'BYBIT:paper',
      fill: {
        instrumentId: 'BTCUSDT.PERP.BYBIT',
        fillId,
        venueOrderId: 'v1',
        clientOrderId: null,
        side: 'SELL',
        px: '60000.5',
        qtyBase: '0.002',
        fee: '0.06',
        feeAsset: 'USDT',
        liquidity: 'taker',
        cause,
        venueMs: AT_MS,
      },
    });
    append(fill('f1', 'order'), fill('f2', 'order'), fill('f3', 'liquidation'));
    await expect
      .poll(() => world.notifier.desk.centre.notifications)
      .toMatchObject([
        { event: 'liquidated', severity: 'CRITICAL', title: 'BTCUSDT was liquidated', venues: ['BYBIT'] },
        {
          event: 'fill',
          count: 2,
          recordSeq: 1,
          body: 'Sold 0.002 BTCUSDT at 60000.5 on BYBIT (paper), fee 0.06 USDT',
        },
      ]);
    await expect.poll(() => world.receiver.requests.length).toBe(2);
  });
});
