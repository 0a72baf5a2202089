import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TradingFact, TradingRecord } from '@riptide/core/domain';
import { ok } from '@riptide/core/domain';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { ArbWorld } from '../../../../packages/core/src/engine/arbitrage/arb-world.fixture.ts';
import { SnipingWorld } from '../../../../packages/core/src/engine/sniping/sniping-world.fixture.ts';
import type { TradingCore } from '../../../../packages/core/src/engine/trading/trading-core.ts';
import { CoreWorld, LIVE_KEYS } from '../../../../packages/core/src/engine/trading/core-world.fixture.ts';
import { NewsReader } from '../engine-host/news-reader.ts';
import type { NewsCalls } from '../link/news-calls.ts';
import { buildTradingState } from '../link/trading-values.fixture.ts';
import type { StoredNotification } from '../storage/app-db/notify-repository.ts';
import { FileJournal } from '../storage/journal/file-journal.ts';
import { openNotifyWorld, type NotifyWorld } from './notify-world.fixture.ts';

const AT_MS = 1_800_000_000_000;

let world: NotifyWorld;
let folder = '';
let journal: FileJournal;
let fed = 0;
beforeEach(async () => {
  fed = 0;
  world = await openNotifyWorld();
  folder = mkdtempSync(join(tmpdir(), 'riptide-engine-news-'));
  journal = new FileJournal({ folder, clock: new VirtualClock(AT_MS), log: silentLog() });
  expect(journal.begin({}, 0).ok).toBe(true);
  const reader = new NewsReader(folder);
  world.link.answer = (name, request) =>
    name === 'news-after' ? reader.read(request as NewsCalls['news-after']['request'], journal.lastSeq) : ok({});
  await world.notifier.start();
  await told(0);
});
afterEach(async () => {
  await world.close();
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until the server has read so far. */
const told = (seq: number) =>
  expect
    .poll(() => {
      world.clock.advance(500);
      return world.notifier.repository.cursor('engine-records');
    })
    .toBe(seq);

/** Hands over what an engine has written since the last call, and returns what a person got, oldest first. */
async function feed(
  records: readonly TradingRecord[],
  core: TradingCore | null = null,
): Promise<readonly StoredNotification[]> {
  for (const { seq: _seq, atMs, ...fact } of records.slice(fed)) {
    expect(journal.append([fact as TradingFact], atMs).ok).toBe(true);
  }
  fed = records.length;
  const state = buildTradingState({
    journal: { records: 0, failures: 0, lastSeq: journal.lastSeq },
    conditions: core?.view().state.conditions ?? [],
    isReady: true,
  });
  world.link.update(['trading', 'state', state]);
  await told(journal.lastSeq);
  world.clock.advance(30_000);
  await world.notifier.desk.accept([]);
  const rows = await world.notifier.repository.list({ beforeId: null, limit: 200, isUnread: null, severityMin: null });
  return rows.toReversed();
}
const brief = (rows: readonly StoredNotification[]) => rows.map(({ event, severity }) => `${event} ${severity}`);
const of = (rows: readonly StoredNotification[], event: string) => rows.filter((row) => row.event === event);

describe('a trade of PAS Trader', () => {
  let sniping: SnipingWorld;
  beforeEach(async () => {
    sniping = new SnipingWorld();
    await sniping.start();
    await sniping.startEngine();
    sniping.trigger();
    await sniping.pass(200);
    sniping.show(59_510);
    await sniping.pass(1_000);
  });
  afterEach(() => sniping.crash());

  it('is told as started, entered, filled, stop moved and closed, each once', async () => {
    expect(brief(await feed(sniping.journal.records, sniping.core))).toEqual([
      'engine_started INFO',
      'decision_traded INFO',
      'fill INFO',
    ]);
    sniping.show(59_620);
    await sniping.pass(1_500);
    sniping.show(59_505);
    await sniping.pass(2_000);
    const rows = await feed(sniping.journal.records, sniping.core);
    expect(brief(rows).slice(3)).toEqual(['stop_moved INFO', 'fill INFO', 'trade_closed INFO']);
    expect(of(rows, 'decision_traded')[0]).toMatchObject({
      title: 'PAS Trader enters long BTCUSDT on BINANCE',
      symbol: 'BTCUSDT',
      venues: ['BINANCE'],
      count: 1,
    });
    expect(of(rows, 'stop_moved')[0]).toMatchObject({
      title: 'The stop of long BTCUSDT is at break-even',
      body: expect.stringContaining('Stop at 59510.6 on BINANCE (paper)'),
      count: 1,
    });
    expect(of(rows, 'trade_closed')[0]?.title).toMatch(/^Closed long BTCUSDT: net [+-]\$\d/);
    for (const { body } of rows) expect(body).not.toMatch(/undefined|NaN|null|\[object/);
  });

  it('whose entry was never filled is told as missed, with nothing held', async () => {
    sniping.crash();
    sniping = new SnipingWorld();
    await sniping.start();
    await sniping.startEngine();
    sniping.trigger();
    await sniping.pass(65_000);
    const rows = of(await feed(sniping.journal.records, sniping.core), 'trade_missed');
    expect(rows).toMatchObject([{ severity: 'INFO', title: 'Missed: long BTCUSDT on BINANCE', count: 1 }]);
    expect(rows[0]?.body).toMatch(/^PAS Trader holds nothing of it \(paper\): .+\.$/);
  });

  it('is told again to a server that did not get the answer, as the same news', async () => {
    await feed(sniping.journal.records, sniping.core);
    sniping.show(59_620);
    await sniping.pass(1_500);
    const answer = world.link.answer;
    const lost: unknown[] = [];
    world.link.answer = (name, request) => {
      const given = answer(name, request);
      if (name !== 'news-after' || lost.length > 0) return given;
      lost.push(given);
      return { ok: false, error: { code: 'ENGINE_BUSY', outcome: 'unknown' } as never };
    };
    expect(of(await feed(sniping.journal.records, sniping.core), 'stop_moved')).toMatchObject([{ count: 1 }]);
    expect(lost).toHaveLength(1);
  });
});

describe('an arbitrage', () => {
  it('is told as opened, then as closed when it is certified', async () => {
    const arb = new ArbWorld({ execution: 'paper' });
    await arb.start();
    await arb.execute({});
    await arb.settle(10_000);
    const opened = await feed(arb.journal.records, arb.core);
    expect(of(opened, 'arbitrage_opened')).toMatchObject([
      { severity: 'INFO', count: 1, title: 'Arbitrage BTCUSDT opened', venues: ['BINANCE', 'BYBIT'] },
    ]);
    arb.show(1, 60_010);
    await arb.call('arb-close', { arbId: arb.trade().arbId, by: 'operator' });
    await arb.settle(10_000);
    await arb.pass(1_000);
    const rows = await feed(arb.journal.records, arb.core);
    expect(of(rows, 'arbitrage_opened')).toMatchObject([{ count: 1 }]);
    expect(of(rows, 'arbitrage_closed')).toMatchObject([
      { severity: 'INFO', count: 1, title: expect.stringMatching(/^Arbitrage BTCUSDT closed: net \+\$\d/) },
    ]);
    for (const { body } of rows) expect(body).not.toMatch(/undefined|NaN|null|\[object/);
  });

  it('is told as a leg that stands alone, once also over a restart, and as settled', async () => {
    const arb = new ArbWorld();
    await arb.start();
    arb.venues[1].faultOf = ({ clientOrderId }) =>
      /^Pa[0-9a-z]{11}[bs][ex]/.test(clientOrderId) ? { kind: 'reject' } : null;
    arb.venues[0].faultOf = ({ side, type }) => (side === 'SELL' && type !== 'stop-market' ? { kind: 'reject' } : null);
    await arb.execute({});
    await arb.pass(8_000);
    const naked = await feed(arb.journal.records, arb.core);
    expect(of(naked, 'arbitrage_naked')).toMatchObject([
      { severity: 'CRITICAL', count: 1, title: 'A leg stands alone', symbol: 'BTCUSDT', venues: ['BINANCE'] },
    ]);
    await arb.restart();
    await arb.pass(3_000);
    expect(of(await feed(arb.journal.records, arb.core), 'arbitrage_naked')).toHaveLength(1);
    arb.venues[0].faultOf = () => null;
    await arb.call('arb-flatten', { arbId: arb.trade().arbId, by: 'operator' });
    await arb.settle(10_000);
    const rows = await feed(arb.journal.records, arb.core);
    expect(of(rows, 'condition_cleared').at(-1)).toMatchObject({ severity: 'INFO', count: 1 });
    expect(rows.filter(({ severity }) => severity === 'CRITICAL')).toHaveLength(1);
  });
});

describe('safety', () => {
  let core: CoreWorld;
  beforeEach(() => {
    core = new CoreWorld();
  });
  afterEach(() => core.stop());
  const call = (...args: Parameters<ReturnType<CoreWorld['running']>['call']>) =>
    core.during(core.running().call(...args));

  it('warns once before the daily loss limit, then tells that it is reached, once', async () => {
    await core.start({ paperUsdt: '5000' });
    const value = { dailyLossPct: 0.1, flattenOnDailyLoss: false };
    await call('set-setting', { name: 'risk-limits', value, by: 'operator' });
    expect(await core.trade()).toMatchObject({ ok: true });
    const loseTo = async (bid: number): Promise<void> => {
      core.show(bid, bid + 1);
      const [position] = core.running().view().positions;
      await call('close-position', { positionId: position?.id ?? '', by: 'operator' });
      await core.pass(3_000);
    };
    await loseTo(59_150);
    const near = await feed(core.journal.records, core.core);
    expect(of(near, 'daily_loss_near')).toMatchObject([
      { severity: 'WARN', title: 'Daily loss limit is near', count: 1 },
    ]);
    expect(of(near, 'daily_loss_near')[0]?.body).toMatch(
      /^The paper accounts have lost [\d.]+ USD today, \d+ % of the limit of 10/,
    );
    core.show(59_150, 59_151);
    expect(await core.trade()).toMatchObject({ ok: true });
    await loseTo(59_000);
    const rows = await feed(core.journal.records, core.core);
    expect(of(rows, 'daily_loss')).toMatchObject([
      { severity: 'CRITICAL', count: 1, title: 'Daily loss limit reached', body: expect.stringContaining('have lost') },
    ]);
    expect(of(rows, 'daily_loss_near')).toHaveLength(1);
    expect(of(rows, 'condition')).toEqual([]);
  });

  it('tells the kill switch and its release', async () => {
    await core.start();
    await call('kill-switch', { level: 2, reason: 'drill', by: 'Ada' });
    await call('release-kill-switch', { by: 'Ada' });
    const rows = await feed(core.journal.records, core.core);
    expect(brief(rows)).toEqual(['kill_switch CRITICAL', 'kill_switch_released WARN']);
    expect(rows[0]?.body).toContain('drill');
  });

  it('tells the kill switch once for each level it goes up, and no release of one that is off', async () => {
    await core.start();
    for (const level of [1, 1, 2, 1, 2] as const) await call('kill-switch', { level, reason: 'drill', by: 'Ada' });
    await call('release-kill-switch', { by: 'Ada' });
    await call('release-kill-switch', { by: 'Ada' });
    await call('kill-switch', { level: 1, reason: 'again', by: 'Ada' });
    const rows = await feed(core.journal.records, core.core);
    expect(brief(rows)).toEqual([
      'kill_switch CRITICAL',
      'kill_switch CRITICAL',
      'kill_switch_released WARN',
      'kill_switch CRITICAL',
    ]);
    expect(core.journal.records.filter(({ kind }) => kind === 'kill-switch')).toHaveLength(7);
  });

  it('tells a position whose stop is gone', async () => {
    await core.start({ market: 'live', execution: 'live', keys: LIVE_KEYS });
    const about = { venue: 'BINANCE', by: 'operator' } as const;
    await call('set-execution', { ...about, mode: 'live', confirmation: 'GO LIVE BINANCE' });
    core.show(60_000, 60_001);
    expect(await core.trade()).toMatchObject({ ok: true });
    await core.pass(2_000);
    await call('set-execution', { ...about, mode: 'paper', confirmation: null });
    for (const [id, report] of core.live.orders) {
      if (report.type !== 'stop-market') continue;
      const gone = { ...report, status: 'cancelled' as const, updatedMs: report.updatedMs + 5 };
      core.live.orders.set(id, gone);
      core.live.sink?.onOrder(gone);
    }
    await core.pass(2_000);
    expect(of(await feed(core.journal.records, core.core), 'condition')).toMatchObject([
      { severity: 'CRITICAL', title: 'A position has no stop', symbol: 'BTCUSDT', venues: ['BINANCE'], count: 1 },
    ]);
  });
});
