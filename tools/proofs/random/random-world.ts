import {
  accountKey,
  DepthMessage,
  MarkMessage,
  type AccountKey,
  type DomainError,
  type OrderIntent,
  type Result,
  type Venue,
} from '@riptide/core/domain';
import { TradingCore } from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { MarketStore } from '@riptide/core/market-data';
import { MemoryJournal } from '../../../packages/core/src/engine/trading/memory-journal.fixture.ts';
import { DirectClient } from './direct-client.ts';
import { DirectStream } from './direct-stream.ts';
import { MortalClock } from './mortal-clock.ts';
import { mortalJournal } from './mortal-journal.ts';
import { SimHouse } from './sim-house.ts';

const START_MS = 1_795_000_000_000;
const LEVELS_SHOWN = 30;
const START_WITHIN_MS = 60_000;

/** Limits wide enough that the operations, not the limits, decide what happens. */
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
  bookAgeMsMax: 60_000,
  fundingWindowMs: 0,
};

/** The real trading core over the real account engine of one simulated venue, on virtual time. The engine can die and start again. */
export class RandomWorld {
  readonly clock = new VirtualClock(START_MS);
  readonly house: SimHouse;
  readonly stream: DirectStream;
  readonly journal = new MemoryJournal();
  readonly account: AccountKey;
  /** Client order ids of every order call that left the engine, in all its lives. */
  readonly placed: string[] = [];
  private readonly store: MarketStore;
  private readonly seed: number;
  private own: MortalClock;
  private life = 0;
  private now: TradingCore | null = null;

  constructor(venue: Venue, seed: number) {
    this.seed = seed;
    this.house = new SimHouse(venue, seed, this.clock);
    this.stream = new DirectStream(this.house, this.clock);
    this.account = accountKey(venue, 'live');
    this.own = new MortalClock(this.clock);
    this.store = new MarketStore(
      this.house.listed.map(({ instrument }) => instrument),
      { isQuoteChecked: false, listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined } },
    );
    this.store.setClockOffset(venue, 0);
    this.showMarket();
  }

  get core(): TradingCore {
    if (this.now === null) throw new Error('Invariant: the engine is not running');
    return this.now;
  }

  get isRunning(): boolean {
    return this.now !== null;
  }

  /** Starts the engine from its journal; resolves when it has compared its account, or a minute has passed. */
  async start(): Promise<void> {
    this.life += 1;
    this.own = new MortalClock(this.clock);
    this.now = this.newCore(this.own);
    await this.during(this.now.start(), START_WITHIN_MS);
    if (this.life > 1) return;
    await this.set('risk-limits', WIDE_LIMITS);
    await this.set('allocation', { minAllocation: 0, maxAllocation: 1 });
  }

  /** Ends the engine as `kill -9` does: no timer, no answer and no event reaches it any more, and it writes nothing. */
  kill(): void {
    this.own.kill();
    this.now = null;
  }

  /** Sends an intent by way of the gates. */
  async submit(intent: OrderIntent): Promise<Result<unknown, DomainError>> {
    const { orders, context } = this.core;
    const instrument = context.instrumentOf(intent.instrumentId);
    const desk = context.desks.get(this.account);
    if (instrument === null || desk === undefined) throw new Error('Invariant: no desk of the account');
    await desk.refreshModes(instrument);
    return orders.submit(intent, instrument, desk);
  }

  /** Lets time pass: every timer fires at its time, and everything it wakes runs before the next. */
  async pass(ms: number): Promise<void> {
    const endMs = this.clock.nowMs() + ms;
    for (;;) {
      await drained();
      const nextMs = this.clock.nextDueMs();
      if (nextMs === null || nextMs > endMs) break;
      this.clock.advance(Math.max(0, nextMs - this.clock.nowMs()));
    }
    this.clock.advance(endMs - this.clock.nowMs());
    await drained();
  }

  /** Lets time pass until some work is done, at most `withinMs`. Returns its result, undefined when it is not done by then. */
  async during<T>(work: Promise<T>, withinMs: number): Promise<T | undefined> {
    const ended: T[] = [];
    const kept = work.then((value) => void ended.push(value));
    for (let passed = 0; passed < withinMs && ended.length === 0; passed += 50) await this.pass(50);
    if (ended.length > 0) await kept;
    return ended[0];
  }

  /** Shows the books and marks as they stand to the engine. */
  showMarket(): void {
    const { market, listed } = this.house;
    const nowMs = this.clock.nowMs();
    // Ticks of these listings are powers of ten, as wire prices count them.
    for (const { ix, listing } of listed) {
      const depth = new DepthMessage();
      for (const { ticks, lots } of market.book(ix).levels('bid', LEVELS_SHOWN))
        depth.pushBid(ticks, lots * listing.qtyStep);
      for (const { ticks, lots } of market.book(ix).levels('ask', LEVELS_SHOWN))
        depth.pushAsk(ticks, lots * listing.qtyStep);
      this.store.onBookSnapshot(ix, depth, nowMs);
      if (listing.kind !== 'perp') continue;
      this.store.onMark(ix, Object.assign(new MarkMessage(), market.mark(ix)), nowMs);
    }
    market.changed.clear();
  }

  private async set(name: string, value: unknown): Promise<void> {
    const done = await this.during(this.core.call('set-setting', { name, value, by: 'proof' } as never), 1_000);
    if (done?.ok !== true) throw new Error(`${name} was not taken: ${JSON.stringify(done)}`);
  }

  private newCore(own: MortalClock): TradingCore {
    const { house, stream, placed } = this;
    const random = seededRandom(this.seed * 1_000 + this.life);
    return new TradingCore({
      clock: own,
      random,
      log: silentLog(),
      store: this.store,
      journal: mortalJournal(this.journal, () => this.own !== own || this.now === null),
      restored: this.journal.restored(),
      market: 'sim',
      execution: 'live',
      paperUsdt: '10000',
      keys: { [house.venue]: { apiKey: 'k', apiSecret: 's', passphrase: null } },
      createLiveClient: () =>
        new DirectClient({
          venueClock: this.clock,
          ownClock: own,
          random,
          desk: house.parts.desk,
          house,
          stream,
          onPlaced: (id) => void placed.push(id),
        }),
      onWritten: () => undefined,
    });
  }
}

/** Resolves when nothing more can run without time passing. */
function drained(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
