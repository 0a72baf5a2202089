import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import {
  LiquidationMessage,
  MarkMessage,
  TickerMessage,
  TradeMessage,
  type Candle,
  type DomainError,
  type ExecutionClient,
  type LiquidatedSide,
  type OrderSide,
  type Result,
  type Snipe,
  type SnipingEngine,
  type TradingRecord,
} from '../../domain/index.ts';
import { seededRandom, silentLog, VirtualClock } from '../../kernel/index.ts';
import { MarketStore } from '../../market-data/index.ts';
import type { BookListener } from '../hot-engine.ts';
import type { SnipingCall, SnipingCalls } from '../sniping-views.ts';
import { LIVE_KEYS } from '../trading/core-world.fixture.ts';
import { MemoryJournal } from '../trading/memory-journal.fixture.ts';
import { CrashingJournal } from './crashing-journal.fixture.ts';
import { TradingCore, type TradingCoreDeps } from '../trading/trading-core.ts';
import { MatchingVenue } from './matching-venue.fixture.ts';
import { SnipingCore } from './sniping-core.ts';
import { SnipingFold } from './sniping-fold.ts';
import type { CreateChooser } from './sniping-state.ts';

const T0 = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const STEP_MS = 50;
/** Long enough for an order that died with its process to be told as absent. */
const AFTER_CRASH_MS = 15_000;
const VENUES = ['BINANCE', 'BYBIT'] as const;
const INSTRUMENTS = VENUES.map((venue) =>
  buildInstrument({ venue, kind: 'perp', listedMs: (T0 - 400 * DAY_MS) as never }),
);

export interface SnipingWorldOptions {
  readonly createChooser?: CreateChooser;
  readonly isLive?: boolean;
  readonly isRehearsing?: boolean;
}

/** A market that is quiet at 60000, two venues, and cores that start over one journal again and again. */
export class SnipingWorld {
  readonly clock = new VirtualClock(T0);
  readonly store: MarketStore;
  readonly journal = new MemoryJournal();
  core: TradingCore | null = null;
  sniping: SnipingCore | null = null;
  fold = new SnipingFold();
  /** Number of the last record that reaches the disk before the process dies; the next start lifts it. */
  crashAfter: number | null = null;
  crashes = 0;
  private disk = new CrashingJournal(this.journal);
  private listener: BookListener | null = null;
  private liquidations = 0;
  private readonly createChooser: CreateChooser | undefined;
  private readonly isLive: boolean;
  private readonly isRehearsing: boolean;
  readonly venue: MatchingVenue;

  /** `isLive`: orders of BINANCE go to a venue that outlives our crashes, else to paper. */
  constructor({ createChooser, isLive = false, isRehearsing = false }: SnipingWorldOptions = {}) {
    this.isRehearsing = isRehearsing;
    this.createChooser = createChooser;
    this.isLive = isLive;
    this.venue = new MatchingVenue(this.clock);
    this.store = new MarketStore(INSTRUMENTS, {
      isQuoteChecked: false,
      listener: {
        onTopChanged: (ix, recvMs) => this.listener?.onBook(ix, recvMs),
        onTraded: (ix, trade, recvMs) => this.listener?.onTraded(ix, trade, recvMs),
        onLiquidation: (event) => this.listener?.onLiquidation?.(event),
        onResyncNeeded: () => undefined,
      },
    });
    for (const venue of VENUES) this.store.setClockOffset(venue, 0);
    this.show(60_000);
    INSTRUMENTS.forEach((_, ix) => {
      const ticker = new TickerMessage();
      ticker.changeFrac = 0.01;
      ticker.volumeQuote = 1e9;
      this.store.onTicker(ix, ticker, T0);
    });
  }

  /** Shows a book of one tick spread around a price, 5 coins a level, and a mark in its middle. */
  show(bid: number, qty = 5): void {
    this.venue.show(bid, Math.round(bid * 10 + 1) / 10);
    INSTRUMENTS.forEach((_, ix) => {
      const at = Math.round(bid * 10);
      this.store.onBookSnapshot(ix, buildDepth([[at, qty]], [[at + 1, qty]]), this.clock.nowMs());
      const mark = new MarkMessage();
      mark.markPx = bid + 0.05;
      mark.fundingRateFrac = 0.0001;
      mark.nextFundingMs = T0 + 4 * 3_600_000;
      this.store.onMark(ix, mark, this.clock.nowMs());
    });
  }

  /** A public trade on BINANCE. */
  print(px: number, qty = 0.001, takerSide: OrderSide = 'SELL'): void {
    const trade = new TradeMessage();
    trade.pxTicks = Math.round(px * 10);
    trade.qty = qty;
    trade.takerSide = takerSide;
    trade.venueMs = this.clock.nowMs();
    this.store.onTrade(0, trade, this.clock.nowMs());
  }

  /** A forced order of about so many USD on BYBIT. */
  liquidate(side: LiquidatedSide, usd: number): void {
    const message = new LiquidationMessage();
    this.liquidations += 1;
    message.liquidatedSide = side;
    message.px = 59_600;
    message.qty = usd / 59_600;
    message.venueMs = this.clock.nowMs() + this.liquidations / 1_000;
    this.store.onLiquidation(1, message, this.clock.nowMs());
  }

  /** Longs are closed by force for 200,000 USD while the price stands 66 bps below its average: PAS Trader's trigger to buy. */
  trigger(): void {
    this.show(59_600);
    this.print(59_600);
    this.liquidate('LONG', 100_000);
    this.liquidate('LONG', 100_000);
  }

  /** Starts cores over what the journal holds, with a past of quiet minutes. */
  async start(over: Partial<TradingCoreDeps> = {}): Promise<void> {
    this.fold = new SnipingFold(this.createChooser);
    this.disk = new CrashingJournal(this.journal, this.crashAfter);
    const core = new TradingCore({
      clock: this.clock,
      random: seededRandom(7),
      log: silentLog(),
      store: this.store,
      journal: this.disk,
      restored: this.journal.restored(),
      market: 'sim',
      execution: this.isLive ? 'live' : 'paper',
      paperUsdt: '10000',
      keys: this.isLive ? LIVE_KEYS : {},
      createLiveClient: (): ExecutionClient => this.venue,
      onWritten: () => undefined,
      folds: [this.fold],
      ...over,
    });
    const { fold, store, isRehearsing } = this;
    const sniping = new SnipingCore({ core, fold, store, market: over.market ?? 'sim', isRehearsing });
    this.core = core;
    this.sniping = sniping;
    this.listener = sniping.listener;
    sniping.start();
    await this.during(core.start());
    if (this.isLive && core.context.permit.modeOf('BINANCE') !== 'live') await this.goLive(core);
    await this.call('warm-market', { instrumentId: 'BTCUSDT.PERP.BINANCE', candles: this.quietPast() });
  }

  /** Ends the cores as a crash would: nothing is said to anybody. */
  crash(): void {
    this.venue.lose();
    this.sniping?.stop();
    void this.core?.stop();
    this.core = null;
    this.sniping = null;
    this.listener = null;
  }

  async restart(): Promise<void> {
    this.crash();
    await this.pass(500);
    await this.start();
  }

  private async goLive(core: TradingCore): Promise<void> {
    const chosen = await this.during(
      core.call('set-execution', { venue: 'BINANCE', mode: 'live', confirmation: null, by: 'operator' }),
    );
    if (!chosen.ok) throw new Error(`${chosen.error.code} ${chosen.error.detail}`);
  }

  private async dieAndStart(): Promise<void> {
    this.crash();
    this.crashes += 1;
    this.crashAfter = null;
    await this.start();
  }

  async startEngine(settings: object = {}, engine: SnipingEngine = 'pas-trader'): Promise<void> {
    const started = await this.call('start-engine', { engine, settings, by: 'operator' });
    if (!started.ok) throw new Error(`${started.error.code} ${started.error.detail}`);
    await this.pass(1_200);
  }

  call<C extends SnipingCall>(
    name: C,
    request: SnipingCalls[C]['request'],
  ): Promise<Result<SnipingCalls[C]['answer'], DomainError>> {
    if (this.sniping === null) throw new Error('no engines run');
    return this.during(this.sniping.call(name, request));
  }

  /** Lets virtual time pass until a promise is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void Promise.allSettled([work]).then(() => (progress.isDone = true));
    for (let step = 0; step < 60_000 && !progress.isDone; step += 1) {
      await settle();
      this.clock.advance(10);
    }
    if (!progress.isDone) throw new Error('the work did not end within ten minutes');
    return work;
  }

  /** Lets time pass with a book that stays as it is and is confirmed every second. */
  async pass(ms: number): Promise<void> {
    const stepMs = this.isLive ? 2 * STEP_MS : STEP_MS;
    let endMs = this.clock.nowMs() + ms;
    while (this.clock.nowMs() < endMs) {
      await settle();
      this.clock.advance(stepMs);
      if (this.clock.nowMs() % 1_000 < stepMs) this.confirmBooks();
      if (!this.disk.hasCrashed) continue;
      // The market waits for the restart: what is compared is the engines, not two markets.
      const leftMs = endMs - this.clock.nowMs();
      await this.dieAndStart();
      endMs = this.clock.nowMs() + leftMs + AFTER_CRASH_MS;
    }
    this.confirmBooks();
    await settle();
  }

  private confirmBooks(): void {
    INSTRUMENTS.forEach((_, ix) => this.store.onBookAlive(ix, this.clock.nowMs(), this.clock.nowMs()));
  }

  /** The newest trade of the engines. */
  snipe(): Snipe {
    const { snipes } = this.fold.state;
    const all = [...snipes.finished(), ...snipes.open()].sort((a, b) => a.snipe.startedMs - b.snipe.startedMs);
    const newest = all.at(-1)?.snipe;
    if (newest === undefined) throw new Error('there is no trade');
    return newest;
  }

  recordsOf<K extends TradingRecord['kind']>(kind: K): readonly Extract<TradingRecord, { kind: K }>[] {
    return this.journal.records.filter((record): record is Extract<TradingRecord, { kind: K }> => record.kind === kind);
  }

  /** Triggers of the stops that stand at the paper venue. */
  stops(): readonly string[] {
    return (this.core?.view().orders ?? [])
      .filter(({ role, state }) => role === 'protective-stop' && state !== 'cancelled')
      .map(({ triggerPx }) => triggerPx ?? '');
  }

  private quietPast(): readonly Candle[] {
    const minuteMs = Math.floor(this.clock.nowMs() / 60_000) * 60_000;
    return Array.from({ length: 30 }, (_, at) => ({
      openMs: minuteMs - (30 - at) * 60_000,
      open: 60_000,
      high: 60_000,
      low: 60_000,
      close: 60_000,
      volumeBase: 100,
    }));
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
