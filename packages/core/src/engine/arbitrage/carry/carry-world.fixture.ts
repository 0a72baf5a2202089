import { buildDepth } from '../../../domain/build-messages.fixture.ts';
import { buildInstrument } from '../../../domain/build-instrument.fixture.ts';
import {
  instrumentId,
  MarkMessage,
  type ArbitrageSettings,
  type CarryRound,
  type DomainError,
  type ExecutionClient,
  type FundingSettlement,
  type Instrument,
  type InstrumentId,
  type Result,
  type TradingRecord,
} from '../../../domain/index.ts';
import { seededRandom, silentLog, VirtualClock, type TimerHandle } from '../../../kernel/index.ts';
import type { MarketStore } from '../../../market-data/index.ts';
import type { ArbitrageCalls, CarryRoundView } from '../../arbitrage-views.ts';
import { createHotEngine, type HotEngine } from '../../hot-engine.ts';
import { CrashingJournal } from '../../sniping/crashing-journal.fixture.ts';
import { AccountWorthDesk } from '../../trading/account-worth-desk.ts';
import { MemoryJournal } from '../../trading/memory-journal.fixture.ts';
import { TradingCore } from '../../trading/trading-core.ts';
import { ArbDesk } from '../arb-desk.ts';
import type { ArbitrageContext } from '../arbitrage-context.ts';
import { ArbitrageFold } from '../arbitrage-fold.ts';
import { CarryDesk } from './carry-desk.ts';

export const T0 = 1_800_000_000_000;
export const HOUR_MS = 3_600_000;
export const PERP_BINANCE = instrumentId('BTCUSDT', 'perp', 'BINANCE');
export const PERP_BYBIT = instrumentId('BTCUSDT', 'perp', 'BYBIT');
export const SPOT_BINANCE = instrumentId('BTCUSDT', 'spot', 'BINANCE');

/** Long enough for an order that died with its process to be told as absent. */
const AFTER_CRASH_MS = 20_000;
const STEP_MS = 100;
/** The engine looks ten times a second; twice is enough for a market that stands still. */
const TICK_MS = 500;
/** BINANCE settles every two hours, BYBIT every hour. */
function instrumentsOf(scale: number): readonly Instrument[] {
  return [
    buildInstrument({ venue: 'BINANCE', kind: 'perp', fundingIntervalHours: 2 * scale }),
    buildInstrument({ venue: 'BYBIT', kind: 'perp', fundingIntervalHours: scale }),
    buildInstrument({ venue: 'BINANCE', kind: 'spot', pxTick: '0.1', qtyStep: '0.001' }),
  ];
}

/** A market at rest, paper accounts at two venues, and cores that start over one journal again and again. */
export class CarryWorld {
  readonly clock: VirtualClock;
  readonly journal = new MemoryJournal();
  readonly engine: HotEngine;
  private readonly instruments: readonly Instrument[];
  readonly store: MarketStore;
  core: TradingCore | null = null;
  desk: CarryDesk | null = null;
  trades: ArbDesk | null = null;
  fold = new ArbitrageFold();
  /** Number of the last record that reaches the disk before the process dies; the next start lifts it. */
  crashAfter: number | null = null;
  crashes = 0;
  paperUsdt = '10000';
  /** What a venue's history would tell. */
  private readonly settled = new Map<InstrumentId, FundingSettlement[]>();
  private readonly intervals = new Map<InstrumentId, { readonly nextMs: number; readonly rateFrac: number }>();
  private disk = new CrashingJournal(this.journal);
  private timer: TimerHandle | null = null;
  private readonly bids = new Map<InstrumentId, number>([
    [PERP_BINANCE, 60_000],
    [PERP_BYBIT, 60_000],
    [SPOT_BINANCE, 60_000],
  ]);
  private readonly ratesBps = new Map<InstrumentId, number>([
    [PERP_BINANCE, 30],
    [PERP_BYBIT, 1],
  ]);

  /** `startMs`: two minutes before a settlement of both venues. `isQuick`: they settle four times as often. */
  constructor({ startMs = T0 + 2 * HOUR_MS - 120_000, isQuick = false } = {}) {
    this.clock = new VirtualClock(startMs);
    this.instruments = instrumentsOf(isQuick ? 0.25 : 1);
    this.engine = createHotEngine({ instruments: this.instruments, clock: this.clock });
    this.store = this.engine.store;
    this.engine.setBookListener({
      onBook: (ix) => this.core?.books.onBook(ix),
      onTraded: (ix, trade) => this.core?.books.onTraded(ix, trade),
    });
    for (const venue of ['BINANCE', 'BYBIT'] as const) this.store.setClockOffset(venue, 0);
    this.show();
  }

  /** Moves bids and rates, and tells every venue's book, mark, index and funding again. Books are one tick wide. */
  show(bids: Partial<Record<InstrumentId, number>> = {}, ratesBps: Partial<Record<InstrumentId, number>> = {}): void {
    for (const [id, bid] of Object.entries(bids)) this.bids.set(id as InstrumentId, bid ?? Number.NaN);
    for (const [id, rate] of Object.entries(ratesBps)) this.ratesBps.set(id as InstrumentId, rate ?? Number.NaN);
    const nowMs = this.clock.nowMs();
    this.instruments.forEach(({ id, kind, fundingIntervalHours }, ix) => {
      const bid = this.bids.get(id) ?? Number.NaN;
      const ticks = Math.round(bid * 10);
      this.store.onBookSnapshot(ix, buildDepth([[ticks, 50]], [[ticks + 1, 50]]), nowMs);
      if (kind !== 'perp') return;
      const mark = new MarkMessage();
      mark.markPx = bid;
      mark.fundingRateFrac = (this.ratesBps.get(id) ?? Number.NaN) / 1e4;
      const intervalMs = (fundingIntervalHours ?? Number.NaN) * HOUR_MS;
      mark.nextFundingMs = (Math.floor(nowMs / intervalMs) + 1) * intervalMs;
      this.noteRunning(id, { nextMs: mark.nextFundingMs, rateFrac: mark.fundingRateFrac });
      this.store.onMark(ix, mark, nowMs);
    });
  }

  /** A settlement that passes becomes history. */
  private noteRunning(id: InstrumentId, now: { readonly nextMs: number; readonly rateFrac: number }): void {
    const before = this.intervals.get(id);
    if (before !== undefined && before.nextMs < now.nextMs) {
      const passed = { venueMs: before.nextMs, rateFrac: String(before.rateFrac), markPx: String(this.bids.get(id)) };
      this.settled.set(id, [...(this.settled.get(id) ?? []), passed]);
    }
    this.intervals.set(id, now);
  }

  /** Tells the market again, and brings the history of settlements that fell into a stop. */
  private confirm(): void {
    this.show();
    for (const { account, instrumentId: id } of this.core?.view().fundingDue ?? []) {
      const settlements = this.settled.get(id) ?? [];
      void this.core?.call('book-funding', { account, instrumentId: id, settlements, reason: null });
    }
  }

  async start(): Promise<void> {
    this.fold = new ArbitrageFold();
    this.disk = new CrashingJournal(this.journal, this.crashAfter);
    const core = new TradingCore({
      clock: this.clock,
      random: seededRandom(7),
      log: silentLog(),
      store: this.store,
      journal: this.disk,
      restored: this.journal.restored(),
      market: 'sim',
      execution: 'paper',
      paperUsdt: this.paperUsdt,
      keys: {},
      createLiveClient: (): ExecutionClient => {
        throw new Error('nothing is live here');
      },
      onWritten: () => undefined,
      folds: [this.fold],
    });
    const context: ArbitrageContext = {
      core: core.context,
      orders: core.orders,
      worth: new AccountWorthDesk(core.context),
      store: this.store,
      scanner: this.engine.scanner,
      state: this.fold.state,
      market: 'sim',
    };
    const trades = new ArbDesk(context);
    const desk = new CarryDesk(context, trades);
    this.core = core;
    this.trades = trades;
    this.desk = desk;
    this.fold.onRecord = (record) => {
      trades.onRecord(record);
      desk.onRecord(record);
    };
    trades.start();
    this.timer = this.clock.every(TICK_MS, () => desk.tick(this.clock.nowMs()));
    await this.during(core.start());
    await this.pass(3_000);
  }

  /** Ends the cores as a crash would: nothing is said to anybody. */
  crash(): void {
    this.timer?.cancel();
    this.trades?.stop();
    void this.core?.stop();
    this.core = null;
    this.desk = null;
    this.trades = null;
  }

  async restart(): Promise<void> {
    this.crash();
    await this.pass(500);
    await this.start();
  }

  set(value: Partial<ArbitrageSettings>): void {
    this.running().context.facts.append([{ kind: 'arb-settings', value, by: 'operator' }]);
  }

  plan(over: Partial<ArbitrageCalls['carry-plan']['request']> = {}) {
    return this.during(this.carry().plan({ symbol: 'BTCUSDT', venues: [], notionalUsd: '600', ...over }));
  }

  /** No rate has settled in this world: no carry is worth it by the plan, and a person says yes all the same. */
  execute(over: Partial<ArbitrageCalls['carry-execute']['request']> = {}) {
    return this.during(
      this.carry().execute({
        symbol: 'BTCUSDT',
        venue: 'BINANCE',
        side: 'short',
        qtyBase: '0.01',
        notionalUsd: null,
        acceptsNegative: true,
        by: 'operator',
        ...over,
      }),
    );
  }

  /** Opens a round and waits until it holds both legs. */
  async opened(over: Partial<ArbitrageCalls['carry-execute']['request']> = {}): Promise<CarryRound> {
    const made = await this.execute(over);
    if (!made.ok) throw new Error(`${made.error.code} ${made.error.detail}`);
    await this.pass(2_000);
    return this.round();
  }

  close(roundId: string): Promise<Result<{ readonly round: CarryRound }, DomainError>> {
    return this.during(this.carry().close({ roundId, by: 'operator' }));
  }

  /** Lets virtual time pass until a promise is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void Promise.allSettled([work]).then(() => (progress.isDone = true));
    for (let step = 0; step < 12_000 && !progress.isDone; step += 1) {
      await settle();
      this.clock.advance(10);
    }
    if (!progress.isDone) throw new Error('the work did not end within two minutes');
    return work;
  }

  /** Lets time pass with a market that stays as it is and is told again every second. */
  async pass(ms: number): Promise<void> {
    let endMs = this.clock.nowMs() + ms;
    while (this.clock.nowMs() < endMs) {
      this.clock.advance(Math.min(STEP_MS, endMs - this.clock.nowMs()));
      await settle();
      if (this.clock.nowMs() % 1_000 < STEP_MS) this.confirm();
      if (!this.disk.hasCrashed) continue;
      const leftMs = endMs - this.clock.nowMs();
      this.crash();
      this.crashes += 1;
      this.crashAfter = null;
      await this.start();
      endMs = this.clock.nowMs() + leftMs + AFTER_CRASH_MS;
    }
    this.show();
    await settle();
  }

  /** Lets time pass until shortly after the hour in large steps; the market is told at its beginning and its end. */
  async leap(untilMs: number): Promise<void> {
    while (this.clock.nowMs() < untilMs - 2_000) {
      this.clock.advance(Math.min(60_000, untilMs - 2_000 - this.clock.nowMs()));
      this.show();
      await settle();
    }
    await this.pass(untilMs - this.clock.nowMs() + 1_500);
  }

  /** The newest round. */
  round(): CarryRound {
    const newest = this.fold.state.carry.all().at(-1);
    if (newest === undefined) throw new Error('there is no round');
    return newest;
  }

  view(): CarryRoundView {
    const { roundId } = this.round();
    const found = this.carry()
      .views()
      .find((view) => view.roundId === roundId);
    if (found === undefined) throw new Error('the round is not shown');
    return found;
  }

  recordsOf<K extends TradingRecord['kind']>(kind: K): readonly Extract<TradingRecord, { kind: K }>[] {
    return this.journal.records.filter((record): record is Extract<TradingRecord, { kind: K }> => record.kind === kind);
  }

  events(name: string): readonly string[] {
    return this.recordsOf('event').flatMap(({ event, text }) => (event === name ? [text] : []));
  }

  running(): TradingCore {
    if (this.core === null) throw new Error('no core runs');
    return this.core;
  }

  carry(): CarryDesk {
    if (this.desk === null) throw new Error('no desk runs');
    return this.desk;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
