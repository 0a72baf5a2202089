import { buildInstrument } from '../../packages/core/src/domain/build-instrument.fixture.ts';
import { buildDepth } from '../../packages/core/src/domain/build-messages.fixture.ts';
import {
  accountKey,
  MarkMessage,
  VENUES,
  type Instrument,
  type OrderIntent,
  type OrderSide,
  type Venue,
} from '@riptide/core/domain';
import { TradingCore } from '@riptide/core/engine';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { MarketStore } from '../../packages/core/src/market-data/index.ts';
import { MemoryJournal } from '../../packages/core/src/engine/trading/memory-journal.fixture.ts';

const START_MS = 1_800_000_000_000;
/** Price of each coin in tenths of a dollar, the tick of all of them here. */
const TENTHS: Readonly<Record<string, number>> = { BTC: 600_123, ETH: 30_456, SOL: 1_789 };
/** Delays told before, so that the median of a venue is one of many. */
const DELAYS = 512;

/** The trading core on paper over four venues, in the middle of a day: five positions, a coin held on spot, three entries that rest. */
export interface GateWorld {
  readonly core: TradingCore;
  readonly instrument: Instrument;
  readonly intent: OrderIntent;
  /** Moves every book and mark by a step, as a market does between two orders. */
  move(): void;
}

/** Builds the world; virtual time stands still from then on. */
export async function buildGateWorld(): Promise<GateWorld> {
  const instruments = VENUES.flatMap((venue) =>
    Object.keys(TENTHS).flatMap((baseAsset) => [
      buildInstrument({ venue, baseAsset, kind: 'perp' }),
      buildInstrument({ venue, baseAsset, kind: 'spot', qtyStep: '0.00001', qtyMin: '0.00001' }),
    ]),
  );
  const clock = new VirtualClock(START_MS);
  const store = new MarketStore(instruments, {
    isQuoteChecked: false,
    listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined },
  });
  for (const venue of VENUES) store.setClockOffset(venue, 0);
  let step = 0;
  const move = (): void => show(store, clock.nowMs(), (step = (step + 1) % 7));
  for (let at = 0; at < DELAYS; at += 1) move();
  const core = newCore(clock, store);
  await during(clock, core.start());
  // The day begins with the first equity that is recorded.
  clock.advance(2_000);
  await openPositions(core, clock, move);
  const instrument = instrumentOf(core, 'BINANCE', 'perp', 'BTC');
  return {
    core,
    instrument,
    intent: intentOf(core, instrument, { side: 'BUY', qtyBase: '0.00311', px: '58200.1' }),
    move,
  };
}

function show(store: MarketStore, nowMs: number, step: number): void {
  store.instruments.forEach(({ baseAsset, kind }, ix) => {
    const bid = (TENTHS[baseAsset] as number) + step;
    const depth = (side: -1 | 1) =>
      Array.from({ length: 20 }, (_, at) => [bid + (side > 0 ? 1 : 0) + side * at, 2 + at] as const);
    store.onBookSnapshot(ix, buildDepth(depth(-1), depth(1)), nowMs);
    if (kind !== 'perp') return;
    const mark = new MarkMessage();
    mark.markPx = (bid + 0.4) / 10;
    mark.fundingRateFrac = 0.0001;
    mark.nextFundingMs = nowMs + 4 * 3_600_000;
    store.onMark(ix, mark, nowMs);
  });
}

function newCore(clock: VirtualClock, store: MarketStore): TradingCore {
  return new TradingCore({
    clock,
    random: seededRandom(7),
    log: silentLog(),
    store,
    journal: new MemoryJournal(),
    restored: { snapshot: null, records: [], lastSeq: 0 },
    market: 'sim',
    execution: 'paper',
    paperUsdt: '10000',
    keys: {},
    createLiveClient: (venue) => {
      throw new Error(`Invariant: ${venue} has no key here`);
    },
    onWritten: () => undefined,
  });
}

async function openPositions(core: TradingCore, clock: VirtualClock, move: () => void): Promise<void> {
  const fills: readonly (readonly [Venue, 'perp' | 'spot', string, OrderSide, string])[] = [
    ['BINANCE', 'perp', 'BTC', 'BUY', '0.011'],
    ['BYBIT', 'perp', 'BTC', 'SELL', '0.013'],
    ['OKX', 'perp', 'ETH', 'BUY', '0.123'],
    ['KUCOIN', 'perp', 'ETH', 'SELL', '0.119'],
    ['BYBIT', 'perp', 'SOL', 'BUY', '1.457'],
    ['BINANCE', 'spot', 'ETH', 'BUY', '0.03333'],
  ];
  for (const [venue, market, coin, side, qtyBase] of fills) {
    move();
    await submit(core, clock, { instrument: instrumentOf(core, venue, market, coin), side, qtyBase, px: null });
    // Their stops are placed meanwhile.
    await during(clock, new Promise<void>((resolve) => void clock.after(3_000, resolve)));
  }
  for (const venue of ['BINANCE', 'OKX', 'KUCOIN'] as const) {
    move();
    const instrument = instrumentOf(core, venue, 'perp', 'BTC');
    await submit(core, clock, { instrument, side: 'BUY', qtyBase: '0.001', px: '57001.7' });
  }
}

interface WantedOrder {
  readonly instrument: Instrument;
  readonly side: OrderSide;
  readonly qtyBase: string;
  /** null: at market. */
  readonly px: string | null;
}

async function submit(core: TradingCore, clock: VirtualClock, { instrument, ...wanted }: WantedOrder): Promise<void> {
  const desk = deskOf(core, instrument.venue);
  await during(clock, desk.refreshModes(instrument));
  const sent = await during(clock, core.orders.submit(intentOf(core, instrument, wanted), instrument, desk));
  if (!sent.ok) throw new Error(`${instrument.id}: ${sent.error.code} ${sent.error.detail}`);
}

function intentOf(core: TradingCore, instrument: Instrument, wanted: Omit<WantedOrder, 'instrument'>): OrderIntent {
  return {
    intentId: core.context.newIntentId(),
    source: 'operator',
    role: 'entry',
    instrumentId: instrument.id,
    type: wanted.px === null ? 'market' : 'limit',
    tif: wanted.px === null ? 'IOC' : 'GTC',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: 10,
    expectedNetBps: 7.5,
    stopPx: null,
    createdMs: core.context.clock.nowMs(),
    ...wanted,
  };
}

/** Returns the paper account of a venue. */
export function deskOf(core: TradingCore, venue: Venue) {
  const desk = core.context.desks.get(accountKey(venue, 'paper'));
  if (desk === undefined) throw new Error(`Invariant: ${venue} has no paper account`);
  return desk;
}

function instrumentOf(core: TradingCore, venue: Venue, market: 'perp' | 'spot', coin: string): Instrument {
  const found = core.context.eyes.find(venue, market, `${coin}USDT`);
  if (found === null) throw new Error(`Invariant: ${coin} is not listed at ${venue}`);
  return found;
}

/** Lets virtual time pass until the work is done. */
async function during<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  const progress = { isDone: false };
  void Promise.allSettled([work]).then(() => (progress.isDone = true));
  for (let turn = 0; turn < 1_000 && !progress.isDone; turn += 1) {
    for (let micro = 0; micro < 20; micro += 1) await Promise.resolve();
    clock.advance(10);
  }
  if (!progress.isDone) throw new Error('Invariant: the work did not end');
  return work;
}
