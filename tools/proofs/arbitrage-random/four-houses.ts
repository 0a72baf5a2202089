import {
  accountKey,
  DepthMessage,
  instrumentId,
  MarkMessage,
  TickerMessage,
  VENUES,
  ZERO,
  type AccountKey,
  type Decimal,
  type DomainError,
  type InstrumentId,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import {
  ArbitrageCore,
  ArbitrageFold,
  createHotEngine,
  TradingCore,
  type ArbitrageCall,
  type ArbitrageCalls,
  type HotEngine,
} from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock, type Log, type Random } from '@riptide/core/kernel';
import { MemoryJournal } from '../../../packages/core/src/engine/trading/memory-journal.fixture.ts';
import { DirectClient } from '../random/direct-client.ts';
import { DirectStream } from '../random/direct-stream.ts';
import type { ListedInstrument } from '../random/listed-instrument.ts';
import { MortalClock } from '../random/mortal-clock.ts';
import { mortalJournal } from '../random/mortal-journal.ts';
import { SimHouse } from '../random/sim-house.ts';
import type { ChosenListing } from '../random/small-market.ts';

const START_MS = 1_795_000_000_000;
const LEVELS_SHOWN = 20;
const SHOW_PERIOD_MS = 500;
const START_WITHIN_MS = 60_000;
const CALL_WITHIN_MS = 120_000;

export const ASSETS = ['BTC', 'ETH', 'SOL'] as const;
export type TradedAsset = (typeof ASSETS)[number];

const LISTINGS: readonly ChosenListing[] = ASSETS.flatMap((asset) => [
  [asset, 'perp'] as const,
  [asset, 'spot'] as const,
]);

/** Limits wide enough that the trades and faults, not the limits, decide what happens. */
const WIDE_LIMITS = {
  maxPositionUsd: 100_000_000,
  dailyLossPct: 100,
  maxLeverage: 125,
  maxConcurrentSymbols: 500,
  addsPerPositionMax: 1_000_000,
  capitalPerTradeFrac: 1,
  netExposureUsd: 100_000_000,
  lossStreakMax: 1_000_000,
  priceBandFrac: 1,
  liquidationToStopRatio: 1,
  fundingWindowMs: 0,
};

/** What a trade wants of the engine, over its defaults. */
export const SETTINGS = {
  pairCooldownMs: 0,
  failureCooldownMs: 0,
  maxTradesPerHour: 3_600,
  maxConcurrentPairs: 10,
  isSpotFuturesExecutable: true,
  maxTradeUsd: 2_000,
  exitSpreadBps: -500,
};

/** The real core and arbitrage engine over the real account engines of four simulated venues, on virtual time. The engine can die and start again. */
export class FourHouses {
  readonly clock = new VirtualClock(START_MS);
  readonly houses: ReadonlyMap<Venue, SimHouse>;
  readonly streams: ReadonlyMap<Venue, DirectStream>;
  readonly journal = new MemoryJournal();
  /** Client order ids of every order call that left the engine, in all its lives. */
  readonly placed: string[] = [];
  /** What was logged as an error: a bug. */
  readonly errors: string[] = [];
  /** Money of every house at the start, by venue and asset. */
  readonly startMoney: ReadonlyMap<string, Decimal>;
  fold = new ArbitrageFold();
  private readonly random: Random;
  private readonly seed: number;
  private readonly engine: HotEngine;
  private readonly ixOf: ReadonlyMap<InstrumentId, number>;
  private own: MortalClock;
  private life = 0;
  private running: { readonly core: TradingCore; readonly arbitrage: ArbitrageCore } | null = null;
  private readonly beside = new Set<Promise<void>>();
  private onDeath: (() => void)[] = [];

  constructor(seed: number) {
    this.seed = seed;
    this.random = seededRandom(seed * 7 + 1);
    this.houses = new Map(
      VENUES.map((venue, at) => [venue, new SimHouse(venue, seed * 10 + at, this.clock, LISTINGS)]),
    );
    this.streams = new Map([...this.houses].map(([venue, house]) => [venue, new DirectStream(house, this.clock)]));
    this.own = new MortalClock(this.clock);
    const instruments = [...this.houses.values()].flatMap(({ listed }) => listed.map(({ instrument }) => instrument));
    this.engine = createHotEngine({ instruments, clock: this.clock });
    this.ixOf = new Map(this.engine.instruments.map(({ id }, ix) => [id, ix]));
    for (const venue of VENUES) this.engine.store.setClockOffset(venue, 0);
    this.startMoney = this.money();
    this.showAll();
    this.clock.every(SHOW_PERIOD_MS, () => this.showChanged());
    this.clock.every(100, () => this.engine.tick());
  }

  get isRunning(): boolean {
    return this.running !== null;
  }

  get core(): TradingCore {
    if (this.running === null) throw new Error('Invariant: the engine is not running');
    return this.running.core;
  }

  house(venue: Venue): SimHouse {
    return this.houses.get(venue) as SimHouse;
  }

  /** Wallet totals of every venue, all pockets together. */
  money(): ReadonlyMap<string, Decimal> {
    const sums = new Map<string, Decimal>();
    for (const [venue, { accounts, accountId }] of this.houses)
      for (const { asset, total } of accounts.balances(accountId))
        sums.set(`${venue} ${asset}`, (sums.get(`${venue} ${asset}`) ?? ZERO).plus(total));
    return sums;
  }

  listed(venue: Venue, asset: string, kind: 'spot' | 'perp'): ListedInstrument {
    return this.house(venue).listedOf(instrumentId(`${asset}USDT`, kind, venue));
  }

  /** Starts the engine from its journal; resolves when it has compared its accounts, or a minute has passed. */
  async start(): Promise<void> {
    this.life += 1;
    this.own = new MortalClock(this.clock);
    this.fold = new ArbitrageFold();
    const core = this.newCore(this.own, this.fold);
    const { store, scanner } = this.engine;
    const arbitrage = new ArbitrageCore({ core, fold: this.fold, store, scanner, market: 'sim' });
    this.running = { core, arbitrage };
    arbitrage.start();
    await this.within(core.start(), START_WITHIN_MS);
    if (this.life > 1) return;
    await this.set('risk-limits', WIDE_LIMITS);
    await this.set('allocation', { minAllocation: 0, maxAllocation: 1 });
    const done = await this.call('arb-settings', { value: SETTINGS, by: 'proof' });
    if (done?.ok !== true) throw new Error(`settings were not taken: ${JSON.stringify(done)}`);
    await this.sleep(1_000);
  }

  /** Ends the engine as `kill -9` does: no timer, no answer and no event reaches it any more, and it writes nothing. */
  kill(): void {
    this.running?.arbitrage.stop();
    this.own.kill();
    this.running = null;
    for (const tell of this.onDeath.splice(0)) tell();
  }

  /** Calls the engine; undefined when it died meanwhile or does not run. */
  async call<C extends ArbitrageCall>(
    name: C,
    request: ArbitrageCalls[C]['request'],
  ): Promise<Result<ArbitrageCalls[C]['answer'], DomainError> | undefined> {
    return this.running === null ? undefined : this.within(this.running.arbitrage.call(name, request), CALL_WITHIN_MS);
  }

  /** Waits for work of this life of the engine; undefined when it died, or the time is over. */
  async within<T>(work: Promise<T>, withinMs: number): Promise<T | undefined> {
    const died = new Promise<undefined>((resolve) => this.onDeath.push(() => resolve(undefined)));
    const late = new Promise<undefined>((resolve) => void this.clock.after(withinMs, () => resolve(undefined)));
    return Promise.race([work, died, late]);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.clock.after(Math.floor(ms), resolve));
  }

  /** Lets time pass until work is done: every timer fires at its time, and everything it wakes runs before the next. */
  async run<T>(work: Promise<T>): Promise<T> {
    const progress = { isDone: false };
    void Promise.allSettled([work]).then(() => (progress.isDone = true));
    for (;;) {
      await drained();
      if (progress.isDone) return work;
      const nextMs = this.clock.nextDueMs();
      if (nextMs === null) throw new Error('Invariant: nothing is due any more');
      this.clock.advance(Math.max(0, nextMs - this.clock.nowMs()));
    }
  }

  /** Does something later beside everything else; `calm` waits for it. */
  later(ms: number, work: () => Promise<void>): void {
    const done = this.sleep(ms).then(work);
    this.beside.add(done);
    void done.finally(() => this.beside.delete(done));
  }

  /** Lets what happens beside come to its end, ends every fault, has the engine running, and releases switch and breaker as a person would. */
  async calm(): Promise<void> {
    await Promise.all(this.beside);
    for (const { parts } of this.houses.values()) parts.desk.heal();
    this.journal.isFull = false;
    if (this.running === null) await this.start();
    const { kill } = this.core.context.risk;
    const isHalted = this.fold.state.guards.of('live').isHalted(this.clock.nowMs());
    if (kill.level > 0 || isHalted) await this.within(this.core.call('release-kill-switch', { by: 'proof' }), 5_000);
  }

  /** Lets every book trade and quote once. */
  workAll(): void {
    for (const { listed, market } of this.houses.values()) for (const { ix } of listed) market.work(ix);
  }

  /** Skips time while no engine runs. */
  skip(ms: number): void {
    if (this.running !== null) throw new Error('Invariant: the engine runs');
    this.clock.moveTo(this.clock.nowMs() + ms);
  }

  /** Moves a listing to a price and shows its book to the engine at once. */
  price(listed: ListedInstrument, px: number): void {
    const house = this.house(listed.instrument.venue);
    house.market.moveTo(listed.ix, px);
    this.show(house, listed);
  }

  showAll(): void {
    for (const house of this.houses.values()) for (const listed of house.listed) this.show(house, listed);
  }

  private showChanged(): void {
    const nowMs = this.clock.nowMs();
    for (const house of this.houses.values()) {
      for (const listed of house.listed) {
        if (house.market.changed.has(listed.ix)) this.show(house, listed);
        else this.engine.store.onBookAlive(this.ix(listed), nowMs, nowMs);
      }
    }
  }

  private ix({ instrument }: ListedInstrument): number {
    return this.ixOf.get(instrument.id) as number;
  }

  private show({ market }: SimHouse, listed: ListedInstrument): void {
    const { listing, ix: houseIx } = listed;
    const { store } = this.engine;
    const ix = this.ix(listed);
    const nowMs = this.clock.nowMs();
    const depth = new DepthMessage();
    // Ticks of these listings are powers of ten, as wire prices count them.
    for (const { ticks, lots } of market.book(houseIx).levels('bid', LEVELS_SHOWN))
      depth.pushBid(ticks, lots * listing.qtyStep);
    for (const { ticks, lots } of market.book(houseIx).levels('ask', LEVELS_SHOWN))
      depth.pushAsk(ticks, lots * listing.qtyStep);
    store.onBookSnapshot(ix, depth, nowMs);
    store.onTicker(ix, Object.assign(new TickerMessage(), { changeFrac: 0.01, volumeQuote: 1e9 }), nowMs);
    if (listing.kind === 'perp') store.onMark(ix, Object.assign(new MarkMessage(), market.mark(houseIx)), nowMs);
    market.changed.delete(houseIx);
  }

  private async set(name: string, value: unknown): Promise<void> {
    const done = await this.within(this.core.call('set-setting', { name, value, by: 'proof' } as never), 1_000);
    if (done?.ok !== true) throw new Error(`${name} was not taken: ${JSON.stringify(done)}`);
  }

  private newCore(own: MortalClock, fold: ArbitrageFold): TradingCore {
    const isDead = (): boolean => this.own !== own || this.running === null;
    const log: Log = {
      ...silentLog(),
      error: (message, fields) => void (isDead() || this.errors.push(`${message} ${JSON.stringify(fields ?? {})}`)),
    };
    const key = { apiKey: 'k', apiSecret: 's', passphrase: null };
    return new TradingCore({
      clock: own,
      random: seededRandom(this.seed * 1_000 + this.life),
      log,
      store: this.engine.store,
      journal: mortalJournal(this.journal, () => this.own !== own),
      restored: this.journal.restored(),
      market: 'sim',
      execution: 'live',
      paperUsdt: '10000',
      keys: Object.fromEntries(VENUES.map((venue) => [venue, key])),
      createLiveClient: (venue) =>
        new DirectClient({
          venueClock: this.clock,
          ownClock: own,
          random: this.random,
          desk: this.house(venue).parts.desk,
          house: this.house(venue),
          stream: this.streams.get(venue) as DirectStream,
          onPlaced: (id) => void this.placed.push(id),
        }),
      onWritten: () => undefined,
      folds: [fold],
    });
  }
}

export function accountAt(venue: Venue): AccountKey {
  return accountKey(venue, 'live');
}

/** Resolves when nothing more can run without time passing. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
