import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import {
  MarkMessage,
  TickerMessage,
  type ArbTrade,
  type DomainError,
  type ExecutionMode,
  type Instrument,
  type Result,
  type TradingRecord,
  type Venue,
  type VenueKey,
} from '../../domain/index.ts';
import { seededRandom, silentLog, VirtualClock, type Log } from '../../kernel/index.ts';
import type { ArbitrageCall, ArbitrageCalls, ArbWish } from '../arbitrage-views.ts';
import { createHotEngine, type HotEngine } from '../hot-engine.ts';
import { CrashingJournal } from '../sniping/crashing-journal.fixture.ts';
import { MemoryJournal } from '../trading/memory-journal.fixture.ts';
import { TradingCore } from '../trading/trading-core.ts';
import { ArbVenue } from './arb-venue.fixture.ts';
import { ArbitrageCore } from './arbitrage-core.ts';
import { ArbitrageFold } from './arbitrage-fold.ts';

export const T0 = 1_800_000_000_000;
const STEP_MS = 50;

export const VENUES_OF_WORLD = ['BINANCE', 'BYBIT'] as const;
export const PAIR = 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT';

export interface WorldOptions {
  readonly venues?: readonly [Venue, Venue];
  readonly instruments?: readonly Instrument[];
  /** `paper`: orders stay inside the platform. */
  readonly execution?: ExecutionMode;
}

/** Two venues with a perp and a spot pair each, whose books stand apart, and cores that start over one journal again and again. */
export class ArbWorld {
  readonly clock = new VirtualClock(T0);
  readonly journal = new MemoryJournal();
  readonly instruments: readonly Instrument[];
  readonly venues: readonly [ArbVenue, ArbVenue];
  engine: HotEngine;
  core: TradingCore | null = null;
  arbitrage: ArbitrageCore | null = null;
  fold = new ArbitrageFold();
  /** Number of the last record that reaches the disk before the process dies; the next start lifts it. */
  crashAfter: number | null = null;
  crashes = 0;
  /** What was logged as an error: a bug. */
  readonly errors: string[] = [];
  private readonly log: Log = {
    ...silentLog(),
    error: (message, fields) => void this.errors.push(`${message} ${JSON.stringify(fields ?? {})}`),
  };
  private disk = new CrashingJournal(this.journal);
  private readonly names: readonly [Venue, Venue];
  private readonly execution: ExecutionMode;
  /** Venues whose books nothing is heard of. */
  readonly silent = new Set<Venue>();
  private shown = new Map<string, { bid: number; ask: number; qty: number }>();

  constructor({ venues = VENUES_OF_WORLD, instruments, execution = 'live' }: WorldOptions = {}) {
    this.execution = execution;
    this.names = venues;
    this.instruments =
      instruments ??
      venues.flatMap((venue) => [
        buildInstrument({ venue, kind: 'perp' }),
        buildInstrument({ venue, kind: 'spot', qtyStep: '0.00001', qtyMin: '0.00001' }),
      ]);
    this.venues = [new ArbVenue(venues[0], this.clock), new ArbVenue(venues[1], this.clock)];
    this.engine = createHotEngine({ instruments: this.instruments, clock: this.clock });
    for (const venue of venues) this.engine.store.setClockOffset(venue, 0);
    this.show(0, 60_000);
    this.show(1, 60_300);
  }

  /** Shows a book at one venue, on spot and perp alike: a tick of spread, so many coins a level. */
  show(at: 0 | 1, bid: number, qty = 5): void {
    this.showOf(at, 'perp', bid, qty);
    this.showOf(at, 'spot', bid, qty);
  }

  showOf(at: 0 | 1, kind: 'perp' | 'spot', bid: number, qty = 5): void {
    const ask = Math.round(bid * 10 + 1) / 10;
    this.instruments.forEach((instrument, ix) => {
      if (instrument.venue !== this.names[at] || instrument.kind !== kind || instrument.baseAsset === 'BNB') return;
      this.venues[at].show(instrument.id, bid, ask);
      this.shown.set(instrument.id, { bid, ask, qty });
      this.showIx(ix, { bid, ask, qty });
    });
  }

  private showIx(ix: number, { bid, ask, qty }: { bid: number; ask: number; qty: number }): void {
    const { store } = this.engine;
    const nowMs = this.clock.nowMs();
    store.onBookSnapshot(ix, buildDepth([[Math.round(bid * 10), qty]], [[Math.round(ask * 10), qty]]), nowMs);
    if (this.instruments[ix]?.kind !== 'perp') return;
    const mark = new MarkMessage();
    mark.markPx = (bid + ask) / 2;
    mark.indexPx = mark.markPx;
    mark.fundingRateFrac = 0.0001;
    mark.nextFundingMs = T0 + 4 * 3_600_000;
    store.onMark(ix, mark, nowMs);
    const ticker = new TickerMessage();
    ticker.changeFrac = 0.01;
    ticker.volumeQuote = 1e9;
    store.onTicker(ix, ticker, nowMs);
  }

  /** Starts cores over what the journal holds. */
  async start(): Promise<void> {
    this.fold = new ArbitrageFold();
    this.disk = new CrashingJournal(this.journal, this.crashAfter);
    const key = { apiKey: 'k', apiSecret: 's' } as VenueKey;
    const core = new TradingCore({
      clock: this.clock,
      random: seededRandom(7),
      log: this.log,
      store: this.engine.store,
      journal: this.disk,
      restored: this.journal.restored(),
      market: 'sim',
      execution: this.execution,
      paperUsdt: '10000',
      keys: this.execution === 'paper' ? {} : Object.fromEntries(this.names.map((venue) => [venue, key])),
      createLiveClient: (venue) => this.venueOf(venue),
      onWritten: () => undefined,
      folds: [this.fold],
    });
    const { store, scanner } = this.engine;
    const arbitrage = new ArbitrageCore({ core, fold: this.fold, store, scanner, market: 'sim' });
    this.core = core;
    this.arbitrage = arbitrage;
    arbitrage.start();
    this.engine.setBookListener({
      onBook: (ix) => core.books.onBook(ix),
      onTraded: (ix, trade) => core.books.onTraded(ix, trade),
    });
    await this.during(core.start());
    for (const venue of this.names) {
      if (this.execution === 'paper' || core.context.permit.modeOf(venue) === 'live') continue;
      const request = { venue, mode: 'live' as const, confirmation: null, by: 'operator' };
      const chosen = await this.during(core.call('set-execution', request));
      if (!chosen.ok) throw new Error(`${chosen.error.code} ${chosen.error.detail}`);
    }
    await this.pass(1_500);
  }

  venueOf(venue: Venue): ArbVenue {
    const found = this.venues.find((each) => each.venue === venue);
    if (found === undefined) throw new Error(`no venue ${venue}`);
    return found;
  }

  /** Ends the cores as a crash would: nothing is said to anybody. */
  crash(): void {
    for (const venue of this.venues) venue.lose();
    this.arbitrage?.stop();
    void this.core?.stop();
    this.core = null;
    this.arbitrage = null;
  }

  async restart(): Promise<void> {
    this.crash();
    this.clock.advance(500);
    await this.start();
  }

  private async dieAndStart(): Promise<void> {
    this.crash();
    this.crashes += 1;
    this.crashAfter = null;
    this.errors.length = 0;
    this.confirmBooks();
    await this.start();
  }

  call<C extends ArbitrageCall>(
    name: C,
    request: ArbitrageCalls[C]['request'],
  ): Promise<Result<ArbitrageCalls[C]['answer'], DomainError>> {
    if (this.arbitrage === null) throw new Error('no engine runs');
    return this.during(this.arbitrage.call(name, request));
  }

  execute(over: Partial<ArbWish> = {}) {
    return this.call('arb-execute', wish(over));
  }

  /** Lets virtual time pass until a promise is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void Promise.allSettled([work]).then(() => (progress.isDone = true));
    for (let step = 0; step < 60_000 && !progress.isDone; step += 1) {
      await settle();
      this.clock.advance(10);
      if (this.clock.nowMs() % 500 < 10) this.confirmBooks();
    }
    if (!progress.isDone) throw new Error('the work did not end within ten minutes');
    return work;
  }

  /** Lets time pass with books that stay as they are and are confirmed twice a second. */
  async pass(ms: number): Promise<void> {
    let endMs = this.clock.nowMs() + ms;
    while (this.clock.nowMs() < endMs) {
      await settle();
      this.clock.advance(STEP_MS);
      if (this.clock.nowMs() % 500 < STEP_MS) this.confirmBooks();
      if (!this.disk.hasCrashed) continue;
      const leftMs = endMs - this.clock.nowMs();
      await this.dieAndStart();
      endMs = this.clock.nowMs() + leftMs;
    }
    this.confirmBooks();
    await settle();
  }

  /** Lets time pass until the newest trade stands still by the venues' word, or that long. */
  async settle(mostMs: number): Promise<ArbTrade> {
    for (let passedMs = 0; passedMs < mostMs && !this.isProven(); passedMs += 250) await this.pass(250);
    return this.trade();
  }

  hasTrade(): boolean {
    const { trades } = this.fold.state;
    return trades.openCount + trades.finished().length > 0;
  }

  isOver(): boolean {
    return ['certified', 'aborted'].includes(this.trade().state);
  }

  private isProven(): boolean {
    const { state, certificates } = this.trade();
    const isOpen = state === 'hedged' && certificates.some(({ kind, ok }) => kind === 'hedged' && ok);
    return isOpen || state === 'certified' || state === 'aborted';
  }

  private confirmBooks(): void {
    this.instruments.forEach(({ venue }, ix) => {
      if (this.silent.has(venue)) return;
      this.engine.store.onBookAlive(ix, this.clock.nowMs(), this.clock.nowMs());
    });
  }

  /** The newest trade. */
  trade(): ArbTrade {
    const { trades } = this.fold.state;
    const all = [...trades.finished(), ...trades.open()].map(({ trade }) => trade);
    const newest = all.sort((a, b) => a.startedMs - b.startedMs).at(-1);
    if (newest === undefined) throw new Error('there is no trade');
    return newest;
  }

  recordsOf<K extends TradingRecord['kind']>(kind: K): readonly Extract<TradingRecord, { kind: K }>[] {
    return this.journal.records.filter((record): record is Extract<TradingRecord, { kind: K }> => record.kind === kind);
  }

  /** The states a trade went through, each once. */
  states(): readonly string[] {
    return this.recordsOf('arb')
      .map(({ trade }) => trade.state)
      .filter((state, at, all) => state !== all[at - 1]);
  }

  /** Signed base units of the perps at both venues. */
  held(): readonly string[] {
    return this.venues.flatMap((venue) =>
      this.instruments
        .filter((each) => each.venue === venue.venue && each.kind === 'perp')
        .map(({ id }) => venue.heldOf(id).toString()),
    );
  }
}

export function wish(over: Partial<ArbWish> = {}): ArbWish {
  return {
    opportunityId: PAIR,
    symbol: null,
    venues: [],
    qtyBase: '0.01',
    notionalUsd: null,
    bracket: 'none',
    takeProfitBps: null,
    stopLossBps: null,
    sequencing: null,
    acceptsNegative: false,
    by: 'operator',
    ...over,
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
