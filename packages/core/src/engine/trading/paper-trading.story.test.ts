import { afterEach, describe, expect, it } from 'vitest';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { MarkMessage, type Instrument } from '../../domain/index.ts';
import { seededRandom, silentLog, VirtualClock } from '../../kernel/index.ts';
import { MarketStore } from '../../market-data/index.ts';
import type { OrderWish } from '../trading-views.ts';
import { MemoryJournal } from './memory-journal.fixture.ts';
import { TradingCore } from './trading-core.ts';

const T0 = 1_800_000_000_000;
/** The end of T0's UTC day. */
const DAY_END_MS = Math.ceil(T0 / 86_400_000) * 86_400_000;
const PERP = buildInstrument({ venue: 'BYBIT', kind: 'perp' });
const SPOT = buildInstrument({ venue: 'BYBIT', kind: 'spot', pxTick: '0.1', qtyStep: '0.00001', qtyMin: '0.00001' });
const running: TradingCore[] = [];

function newMarket(clock: VirtualClock) {
  const fundingMs = clock.nowMs() + 4 * 3_600_000;
  const store = new MarketStore([PERP, SPOT], {
    isQuoteChecked: false,
    listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
  });
  const show = (bid: number, ask: number): void => {
    for (let ix = 0; ix < 2; ix += 1) {
      store.onBookSnapshot(ix, buildDepth([[bid * 10, 5]], [[ask * 10, 5]]), clock.nowMs());
      if (ix === 0) {
        const mark = new MarkMessage();
        mark.markPx = (bid + ask) / 2;
        mark.fundingRateFrac = 0.0001;
        mark.nextFundingMs = fundingMs;
        store.onMark(ix, mark, clock.nowMs());
      }
    }
  };
  store.setClockOffset('BYBIT', 0);
  return { store, show };
}

async function startCore(clock: VirtualClock, store: MarketStore, journal: MemoryJournal): Promise<TradingCore> {
  const core = new TradingCore({
    clock,
    random: seededRandom(7),
    log: silentLog(),
    store,
    journal,
    restored: journal.restored(),
    market: 'sim',
    execution: 'paper',
    paperUsdt: '10000',
    keys: {},
    createLiveClient: () => {
      throw new Error('no live client here');
    },
    onWritten: () => undefined,
  });
  running.push(core);
  await during(clock, core.start());
  clock.advance(1_000);
  await settle();
  return core;
}

/** Lets virtual time pass until a promise is done. */
async function during<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const progress = { isDone: false };
  void work.finally(() => (progress.isDone = true));
  for (let step = 0; step < 2_000 && !progress.isDone; step += 1) {
    await settle();
    clock.advance(10);
  }
  return work;
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

const wish = (over: Partial<OrderWish> = {}): OrderWish => ({
  venue: 'BYBIT',
  market: 'perp',
  symbol: 'BTCUSDT',
  side: 'BUY',
  type: 'market',
  qtyBase: '0.01',
  notionalUsd: null,
  px: null,
  isReduceOnly: false,
  tif: 'IOC',
  leverage: null,
  ...over,
});

async function trade(clock: VirtualClock, core: TradingCore, over: Partial<OrderWish> = {}) {
  const preview = await during(clock, core.call('preview-order', wish(over)));
  if (!preview.ok) return preview;
  return during(clock, core.call('execute-order', { previewId: preview.value.previewId, by: 'operator' }));
}

function newWorld(startMs = T0) {
  const clock = new VirtualClock(startMs);
  const { store, show } = newMarket(clock);
  const journal = new MemoryJournal();
  show(60_000, 60_001);
  return { clock, store, show, journal };
}

describe('trading on paper', () => {
  afterEach(async () => {
    for (const core of running.splice(0)) await core.stop();
  });

  it('buys at the price the book shows, pays the fee, and protects the position before anything else', async () => {
    const { clock, store, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    const sent = await trade(clock, core);
    expect(sent).toMatchObject({ ok: true, value: { order: { state: 'filled', cumQtyBase: '0.01' } } });
    await during(clock, new Promise<void>((resolve) => void clock.after(2_000, resolve)));
    const view = core.view();
    // 0.01 BTC at 60001; fee 5.5 bps of 600.01 = 0.3300055
    expect(view.positions).toMatchObject([
      { side: 'long', qtyBase: '0.01', entryPx: '60001', feesUsd: '0.3300055', stopPx: '58800.5' },
    ]);
    const account = view.accounts.find(({ account: key }) => key === 'BYBIT:paper');
    // cash 10000 - 0.3300055; unrealised 0.01 * (60000.5 - 60001) = -0.005
    expect(account).toMatchObject({ equityUsd: '9999.6649945', unrealisedUsd: '-0.005' });
    expect(view.state.conditions).toEqual([]);
  });

  it('takes up position, stop and money where a crash left them', async () => {
    const { clock, store, show, journal } = newWorld();
    const before = await startCore(clock, store, journal);
    await trade(clock, before);
    await during(clock, new Promise<void>((resolve) => void clock.after(2_000, resolve)));
    const seen = before.view();
    await before.stop();
    running.splice(0);
    show(60_000, 60_001);
    const after = await startCore(clock, store, journal);
    const again = after.view();
    expect(again.positions).toEqual(seen.positions);
    expect(again.orders.map(({ clientOrderId }) => clientOrderId)).toEqual(
      seen.orders.map(({ clientOrderId }) => clientOrderId),
    );
    expect(again.accounts[0]?.equityUsd).toBe(seen.accounts[0]?.equityUsd);
  });

  it('enters with the leverage that the limit and the level leave, and refuses one that is asked for over it', async () => {
    const { clock, store, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    const leverages = () => journal.records.flatMap((each) => (each.kind === 'order' ? [each.order.leverage] : []));
    const set = (name: 'risk-limits' | 'risk-level', value: object) =>
      during(clock, core.call('set-setting', { name, value, by: 'operator' }));
    await set('risk-limits', { maxLeverage: 7.5 });
    await set('risk-level', { level: 'low' });
    expect((await trade(clock, core, { qtyBase: '0.002' })).ok).toBe(true);
    expect(leverages()[0]).toBe(3);
    expect(await trade(clock, core, { qtyBase: '0.002', leverage: 4 })).toMatchObject({
      ok: false,
      error: { code: 'RISK_MAX_LEVERAGE' },
    });
  });

  it('refuses a second order from one preview', async () => {
    const { clock, store, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    const preview = await during(clock, core.call('preview-order', wish()));
    if (!preview.ok) throw new Error(preview.error.detail);
    const { previewId } = preview.value;
    const both = await during(
      clock,
      Promise.all([
        core.call('execute-order', { previewId, by: 'operator' }),
        core.call('execute-order', { previewId, by: 'operator' }),
      ]),
    );
    expect(both.map((each) => each.ok)).toEqual([true, false]);
    expect(both[1]).toMatchObject({ error: { code: 'PREVIEW_USED' } });
    clock.advance(31_000);
    await settle();
    const late = await during(clock, core.call('execute-order', { previewId, by: 'operator' }));
    expect(late).toMatchObject({ error: { code: 'PREVIEW_EXPIRED' } });
  });

  it('stops new risk by the kill switch, over a restart, and closes at level 3', async () => {
    const { clock, store, show, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    await trade(clock, core);
    const killed = await during(clock, core.call('kill-switch', { level: 3, reason: 'drill', by: 'operator' }));
    expect(killed).toMatchObject({
      ok: true,
      value: { venues: [{ venue: 'BYBIT', closed: 1, openPositions: 0, failed: [] }] },
    });
    expect(await trade(clock, core)).toMatchObject({ ok: false, error: { code: 'RISK_KILL_SWITCH' } });
    await core.stop();
    running.splice(0);
    show(60_000, 60_001);
    const after = await startCore(clock, store, journal);
    expect(after.view().state.killLevel).toBe(3);
    expect(await trade(clock, after)).toMatchObject({ ok: false, error: { code: 'RISK_KILL_SWITCH' } });
    await during(clock, after.call('release-kill-switch', { by: 'operator' }));
    expect((await trade(clock, after)).ok).toBe(true);
  });

  it('sends nothing while the journal is full, but lets a position be closed on the reserve', async () => {
    const { clock, store, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    await trade(clock, core);
    journal.isOnReserve = true;
    expect(await trade(clock, core)).toMatchObject({ ok: false, error: { code: 'RISK_JOURNAL' } });
    const [position] = core.view().positions;
    const closed = await during(clock, core.call('close-position', { positionId: position?.id ?? '', by: 'operator' }));
    expect(closed.ok).toBe(true);
    expect(core.view().positions).toEqual([]);
    journal.isFull = true;
    expect(await trade(clock, core)).toMatchObject({ ok: false });
    core.tick();
    journal.isFull = false;
    journal.isOnReserve = false;
    core.tick();
    expect((await trade(clock, core)).ok).toBe(true);
    expect(
      journal.records.filter((record) => record.kind === 'event' && record.event === 'journal_failed'),
    ).toHaveLength(1);
  });

  it('keeps new risk out for the rest of the day once the daily loss is reached', async () => {
    const { clock, store, show, journal } = newWorld(DAY_END_MS - 30_000);
    const core = await startCore(clock, store, journal);
    const value = { dailyLossPct: 0.1, flattenOnDailyLoss: true };
    await during(clock, core.call('set-setting', { name: 'risk-limits', value, by: 'operator' }));
    await trade(clock, core);
    // A fall of 1.8 %, above the stop at 2 %: closing 0.01 BTC loses 11 USD, the limit is 0.1 % of 10,000.
    show(58_900, 58_901);
    const [position] = core.view().positions;
    await during(clock, core.call('close-position', { positionId: position?.id ?? '', by: 'operator' }));
    await during(clock, new Promise<void>((resolve) => void clock.after(3_000, resolve)));
    expect(core.view().state.conditions).toMatchObject([{ key: 'halted:daily-loss:paper', kind: 'halted' }]);
    show(58_900, 58_901);
    expect(await trade(clock, core)).toMatchObject({ ok: false, error: { code: 'RISK_DAILY_LOSS' } });
    clock.advance(DAY_END_MS - clock.nowMs());
    show(58_900, 58_901);
    await during(clock, new Promise<void>((resolve) => void clock.after(2_000, resolve)));
    expect(core.view().state.conditions).toEqual([]);
  });

  it('shares one cash pot between spot and perps', async () => {
    const { clock, store, journal } = newWorld();
    const core = await startCore(clock, store, journal);
    const instrument: Instrument = SPOT;
    const sent = await trade(clock, core, { market: 'spot', qtyBase: null, notionalUsd: '600' });
    expect(sent).toMatchObject({ ok: true, value: { order: { instrumentId: instrument.id, state: 'filled' } } });
    const account = core.view().accounts.find(({ account: key }) => key === 'BYBIT:paper');
    expect(Number(account?.holdingsUsd)).toBeCloseTo(599.4, 0);
    expect(Number(account?.freeUsd)).toBeLessThan(9_401);
  });
});
