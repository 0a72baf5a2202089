import { describe, expect, it, vi } from 'vitest';
import { domainError, err, ok, VENUES, type Candle, type Venue } from '@riptide/core/domain';
import type { HotBatch, HotCommand, InstrumentView } from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { LinkTopic } from '../link/link-contract.ts';
import { buildOpportunity } from '../link/link-values.fixture.ts';
import { DEFAULT_SESSION, type ArbitrageSessionRow } from '../storage/trading-db/arbitrage-session-repository.ts';
import { CoolEngine } from './cool-engine.ts';
import { FakeReference } from './fake-venue.fixture.ts';
import type { HotThreadHandlers, StartHotThread } from './hot-thread.ts';
import type { HotThreadStart } from './hot-protocol.ts';
import { ScannerSession } from './scanner-session.ts';

const T0 = 1_800_000_000_000;

interface StartedThread {
  readonly start: HotThreadStart;
  readonly handlers: HotThreadHandlers;
  readonly commands: HotCommand[];
  isStopped: boolean;
}

function newEngine(
  row: ArbitrageSessionRow = DEFAULT_SESSION,
  market: 'sim' | 'replay' = 'sim',
  kept: ScannerSnapshot | null = null,
) {
  const clock = new VirtualClock(T0);
  const references = new Map<Venue, FakeReference>(VENUES.map((venue) => [venue, new FakeReference(venue)]));
  const state = new Map<string, unknown>();
  const threads: StartedThread[] = [];
  const saved: ArbitrageSessionRow[] = [];
  const startHotThread: StartHotThread = (start, handlers) => {
    const thread: StartedThread = { start, handlers, commands: [], isStopped: false };
    threads.push(thread);
    return {
      command: (command) => void thread.commands.push(command),
      call: async () => err(domainError('ENGINE_NOT_READY', 'no trading core here')),
      stop: async () => void (thread.isStopped = true),
    };
  };
  const link = {
    set: (topic: LinkTopic, key: string, value: unknown) => void state.set(`${topic}/${key}`, value),
    remove: (topic: LinkTopic, key: string) => void state.delete(`${topic}/${key}`),
  };
  const crashes: string[] = [];
  const scannerState = { load: async () => kept, save: vi.fn(), flush: async () => undefined };
  const engine = new CoolEngine({
    clock,
    log: silentLog(),
    random: seededRandom(1),
    link,
    session: new ScannerSession(row, { save: async (next) => void saved.push(next) }, clock, silentLog()),
    market,
    simulatorUrls: null,
    references: [...references.values()],
    startHotThread,
    scannerState,
    watched: { symbols: [], store: { add: async () => undefined } },
    tradingStart: async () => ({ journalFolder: '', execution: 'paper', paperUsdt: '10000', keys: {} }),
    onJournal: () => undefined,
    onCrash: (reason) => crashes.push(reason),
  });
  const begin = (at: number): StartedThread => {
    const thread = threads[at];
    if (thread === undefined) throw new Error(`thread ${at} was not started`);
    thread.handlers.onStarted(thread.start.instruments);
    return thread;
  };
  return { engine, clock, references, state, threads, saved, crashes, begin, scannerState };
}

const scanner = {
  isScanning: true,
  venues: [],
  minEntryNetBps: 1,
  maxPositionUsd: 1,
  pairs: 9,
  bestEntryNetBps: 4,
  bestGrossBps: 15,
  found: 2,
};
const batch = (more: Partial<HotBatch>): HotBatch => ({
  seq: 1,
  atMs: T0,
  instruments: [],
  opportunities: [],
  removed: [],
  liquidations: [],
  candles: [],
  venues: null,
  scanner,
  ...more,
});
const view = (ix: number): InstrumentView => ({
  ix,
  bidPx: 100,
  bidQtyBase: 1,
  askPx: 101,
  askQtyBase: 1,
  lastPx: Number.NaN,
  markPx: Number.NaN,
  indexPx: Number.NaN,
  fundingRateFrac: Number.NaN,
  fundingIntervalHours: Number.NaN,
  nextFundingMs: Number.NaN,
  changeFrac: Number.NaN,
  volumeQuote: Number.NaN,
  venueMs: T0,
  recvMs: T0,
  bookMs: T0,
  bookLive: true,
  bookResetReason: null,
});

describe('CoolEngine', () => {
  it('starts the hot thread over all venues as soon as the last has answered', async () => {
    const { engine, threads, state, begin } = newEngine();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    expect(threads[0]?.start.instruments).toHaveLength(8);
    begin(0);
    expect(state.get('venue/OKX')).toMatchObject({ phase: 'live', spotCount: 1, perpCount: 1 });
    expect(state.get('instrument/BTCUSDT.PERP.OKX')).toMatchObject({ bidPx: null, isBookLive: false });
    expect(engine.figures).toMatchObject({ symbols: 1, books: 8 });
  });

  it('does not wait for a venue that fails, says why, and takes it in when it answers', async () => {
    const { engine, clock, references, threads, state, begin } = newEngine();
    references.get('KUCOIN')?.fail();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const first = begin(0);
    expect(first.start.instruments.some(({ venue }) => venue === 'KUCOIN')).toBe(false);
    expect(state.get('venue/KUCOIN')).toMatchObject({
      phase: 'loading',
      phaseReason: expect.stringContaining('venue unreachable'),
    });
    const kucoin = references.get('KUCOIN');
    if (kucoin !== undefined) kucoin.instruments = new FakeReference('KUCOIN').instruments;
    clock.advance(2_000);
    await vi.waitFor(() => {
      clock.advance(1_500);
      expect(threads).toHaveLength(2);
    });
    expect(first.isStopped).toBe(true);
    expect(begin(1).start.instruments).toHaveLength(8);
    expect(state.get('venue/KUCOIN')).toMatchObject({ phase: 'live', phaseReason: null });
  });

  it('starts anew with a watched symbol that one venue alone lists, when a person asks for it', async () => {
    const { engine, references, threads, begin } = newEngine();
    const okx = references.get('OKX');
    const listed = okx?.instruments.ok === true ? okx.instruments.value : [];
    const lone = listed.map((each) => ({
      ...each,
      symbol: 'LONEUSDT',
      id: `LONEUSDT.${each.kind === 'spot' ? 'SPOT' : 'PERP'}.OKX` as const,
    }));
    if (okx !== undefined) okx.instruments = ok([...listed, ...lone.slice(0, 1)]);
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    expect(begin(0).start.instruments.some(({ symbol }) => symbol === 'LONEUSDT')).toBe(false);
    const done = engine.handleCommand('watch-symbols', { symbols: ['LONEUSDT'], isApplied: true, by: 'operator' });
    await vi.waitFor(() => expect(threads).toHaveLength(2));
    expect(threads[0]?.isStopped).toBe(true);
    expect(begin(1).start.instruments.some(({ symbol }) => symbol === 'LONEUSDT')).toBe(true);
    expect(await done).toMatchObject({ ok: true, value: { isRestarted: true, outcomes: [{ live: 'now' }] } });
  });

  it('does not wait longer than four seconds for a venue that says nothing', async () => {
    const { engine, clock, references, threads } = newEngine();
    const okx = references.get('OKX');
    if (okx !== undefined) okx.loadInstruments = () => new Promise(() => undefined);
    engine.start();
    await vi.waitFor(() => expect(references.get('KUCOIN')?.asked.clock).toBeGreaterThan(0));
    expect(threads).toHaveLength(0);
    clock.advance(4_000);
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    expect(threads[0]?.start.instruments).toHaveLength(6);
  });

  it('survives a venue whose adapter throws', async () => {
    const { engine, references, threads } = newEngine();
    const okx = references.get('OKX');
    if (okx !== undefined) okx.loadInstruments = () => Promise.reject(new Error('Invariant: broken'));
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
  });

  it('goes on scanning after a restart, and after the hot thread was started anew', async () => {
    const { engine, threads, begin } = newEngine({
      ...DEFAULT_SESSION,
      isActive: true,
      venues: ['OKX', 'BYBIT'],
      minSpreadBps: 2,
    });
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const thread = begin(0);
    expect(thread.commands).toContainEqual({
      kind: 'start-scanner',
      minEntryNetBps: 2,
      maxPositionUsd: 1_000,
      venues: ['OKX', 'BYBIT'],
    });
  });

  it('brings a new hot thread to what the scanner of the last one knew, after its session', async () => {
    const kept = { version: 1, atMs: T0 - 60_000 } as ScannerSnapshot;
    const { engine, threads, begin, scannerState } = newEngine({ ...DEFAULT_SESSION, isActive: true }, 'sim', kept);
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const { commands, handlers } = begin(0);
    const kinds = commands.map(({ kind }) => kind).filter((kind) => kind !== 'set-clock-offset');
    expect(kinds).toEqual(['start-scanner', 'restore-scanner']);
    expect(commands).toContainEqual({ kind: 'restore-scanner', snapshot: kept });
    const newer = { ...kept, atMs: T0 };
    handlers.onScannerState(newer);
    expect(scannerState.save).toHaveBeenCalledWith(newer);
    begin(0);
    expect(commands.at(-1)).toEqual({ kind: 'restore-scanner', snapshot: newer });
  });

  it('writes a started session to disk before it answers', async () => {
    const { engine, threads, saved, state, begin } = newEngine();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const thread = begin(0);
    const settings = { minEntryNetBps: 1, maxPositionUsd: 100, venues: ['BINANCE', 'OKX'] };
    expect(await engine.handleCommand('start-scanner', settings)).toMatchObject({
      ok: true,
      value: { wasRunning: false },
    });
    expect(saved.at(-1)).toMatchObject({ isActive: true, minSpreadBps: 1 });
    expect(thread.commands.at(-1)).toEqual({ kind: 'start-scanner', ...settings });
    expect(await engine.handleCommand('stop-scanner', {})).toMatchObject({ ok: true, value: { wasRunning: true } });
    expect(thread.commands.at(-1)).toEqual({ kind: 'stop-scanner' });
    expect(state.get('scanner/state')).toMatchObject({ isScanning: false });
  });

  it('carries batches onto the link, unknown numbers as null', async () => {
    const { engine, threads, state, begin } = newEngine();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const { start, handlers } = begin(0);
    const id = start.instruments[3]?.id ?? '';
    handlers.onBatch(batch({ instruments: [view(3)], opportunities: [buildOpportunity({ id: 'o' })] }), 5);
    expect(state.get(`instrument/${id}`)).toMatchObject({ bidPx: 100, lastPx: null, isBookLive: true });
    expect(state.has('opportunity/o')).toBe(true);
    expect(engine.figures.lateBatches).toBe(5);
    handlers.onBatch(batch({ removed: ['o'] }), 5);
    expect(state.has('opportunity/o')).toBe(false);
  });

  it('keeps the newest 500 liquidations and leaves out those without numbers', async () => {
    const { engine, threads, state, begin } = newEngine();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const { handlers } = begin(0);
    const one = {
      ix: 0,
      liquidatedSide: 'LONG',
      px: 1,
      qtyBase: 1,
      usd: 1,
      isLowerBound: false,
      isInferred: false,
      venueMs: T0,
      recvMs: T0,
    } as const;
    handlers.onBatch(
      batch({ liquidations: [{ ...one, usd: Number.NaN }, ...Array.from({ length: 510 }, () => one)] }),
      0,
    );
    const keys = [...state.keys()].filter((key) => key.startsWith('liquidation/'));
    expect([keys.length, keys[0]]).toEqual([500, 'liquidation/11']);
  });

  it('measures clocks every 30 s and tells the hot thread', async () => {
    const { engine, clock, references, threads, begin } = newEngine();
    for (const reference of references.values()) reference.clockOffsetMs = 12;
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const thread = begin(0);
    await vi.waitFor(() =>
      expect(thread.commands).toContainEqual({ kind: 'set-clock-offset', venue: 'OKX', offsetMs: 12 }),
    );
    const asked = references.get('OKX')?.asked.clock ?? 0;
    clock.advance(30_000);
    await vi.waitFor(() => expect(references.get('OKX')?.asked.clock).toBeGreaterThan(asked));
  });

  it('hands a crash of the hot thread to its process', async () => {
    const { engine, threads, crashes } = newEngine();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    threads[0]?.handlers.onCrash('boom');
    expect(crashes).toEqual(['boom']);
  });
});

describe('CoolEngine charts', () => {
  const history = (count: number): Candle[] =>
    Array.from({ length: count }, (_, i) => ({
      openMs: T0 + i * 60_000,
      open: 1,
      high: 2,
      low: 1,
      close: 2,
      volumeBase: 1,
    }));
  const ask = (engine: CoolEngine, more: object = {}) =>
    engine.handleCommand('fetch-chart', { symbol: 'BTCUSDT', timeframe: '1m', limit: 100, venue: null, ...more });

  it('asks the venue once for many requests, and continues history with live candles', async () => {
    const { engine, clock, references, threads, begin } = newEngine();
    const binance = references.get('BINANCE');
    if (binance !== undefined) binance.candles = ok(history(100));
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    const { start, handlers } = begin(0);
    const ix = start.instruments.findIndex(({ id }) => id === 'BTCUSDT.PERP.BINANCE');
    handlers.onBatch(
      batch({ candles: [{ ix, openMs: T0 + 100 * 60_000, open: 2, high: 9, low: 2, close: 8, volumeBase: 4 }] }),
      0,
    );
    const answers = await Promise.all([ask(engine), ask(engine), ask(engine, { limit: 5 })]);
    expect(binance?.asked.candles).toBe(1);
    expect(answers[0]).toMatchObject({ ok: true, value: { venue: 'BINANCE' } });
    const candles = answers.map((answer) => (answer.ok ? (answer.value as { candles: Candle[] }).candles : []));
    expect(candles.map(({ length }) => length)).toEqual([100, 100, 5]);
    expect(candles[2]?.at(-1)).toMatchObject({ close: 8 });
    clock.advance(15_000);
    await ask(engine);
    expect(binance?.asked.candles).toBe(2);
  });

  it('refuses what it can not know', async () => {
    const { engine, references, threads } = newEngine();
    references.get('OKX')?.fail();
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    expect(await ask(engine, { symbol: 'NOPEUSDT' })).toMatchObject({ error: { code: 'INSTRUMENT_UNKNOWN' } });
    expect(await ask(engine, { venue: 'OKX' })).toMatchObject({ error: { code: 'VENUE_NOT_READY' } });
  });

  it('gives up on a venue that does not answer, and asks again the next time', async () => {
    const { engine, clock, references, threads } = newEngine();
    const binance = references.get('BINANCE');
    engine.start();
    await vi.waitFor(() => expect(threads).toHaveLength(1));
    if (binance !== undefined) binance.fetchCandles = () => new Promise(() => undefined);
    const late = ask(engine);
    clock.advance(7_000);
    expect(await late).toMatchObject({ error: { code: 'VENUE_TIMEOUT' } });
    if (binance !== undefined) binance.fetchCandles = () => Promise.resolve(ok(history(3)));
    expect(await ask(engine)).toMatchObject({ ok: true });
  });
});
