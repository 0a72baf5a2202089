import { VENUES, type RadarReading } from '@riptide/core/domain';
import { seededRandom } from '@riptide/core/kernel';
import { LiquidationRadar, RollingVwap, type NormalisedLiquidation } from '@riptide/core/market-data';
import { buildInstrument } from '../packages/core/src/domain/build-instrument.fixture.ts';
import { printResult, sideBySide, type Candidate } from './harness.ts';
import { NaiveRadar, NaiveVwap } from './radar/naive-radar.ts';

/**
 * What one liquidation costs (windows, three flows, percentiles of the last thousand, cascade, ids) and what one trade costs (average
 * price over 100 minutes, read once in a while), against working the same figures out anew. All figures are compared first.
 */
const T0 = 1_700_000_000_000;
const BASES = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE'];
const INSTRUMENTS = BASES.flatMap((baseAsset) => VENUES.map((venue) => buildInstrument({ venue, baseAsset })));
const SYMBOLS = INSTRUMENTS.map(({ symbol }) => symbol);

const LIQUIDATIONS = 20_000;
const NAIVE_LIQUIDATIONS = 2_000;
const TRADES = 400_000;
const NAIVE_TRADES = 40_000;
/** One trigger is judged, and so one average read, for this many trades. */
const TRADES_PER_READ = 1_000;

/** Cascades of many events in seconds, and quiet between them. */
function liquidations(): readonly NormalisedLiquidation[] {
  const random = seededRandom(7);
  let recvMs = T0;
  let burst = 0;
  let symbol = 0;
  let isLong = true;
  return Array.from({ length: LIQUIDATIONS }, (): NormalisedLiquidation => {
    if (burst === 0) {
      burst = 20 + Math.floor(random() * 200);
      symbol = Math.floor(random() * BASES.length);
      isLong = random() < 0.5;
      recvMs += Math.floor(random() * 30_000);
    }
    burst -= 1;
    recvMs += Math.floor(random() * 90);
    const px = (1_000 + Math.floor(random() * 10)) / 10;
    const qtyBase = Math.ceil(random() ** 4 * 5_000);
    return {
      ix: symbol * VENUES.length + Math.floor(random() * VENUES.length),
      liquidatedSide: isLong === random() > 0.05 ? 'LONG' : 'SHORT',
      px,
      qtyBase,
      usd: px * qtyBase,
      isLowerBound: false,
      isInferred: false,
      venueMs: recvMs - 40,
      recvMs,
    };
  });
}

const EVENTS = liquidations();

function sumOf(reading: RadarReading | null): number {
  if (reading === null) throw new Error('Invariant: an event did not count');
  const { windowUsd, windowCount, eventIds, samples, windowP95Usd, windowP97Usd, eventP95Usd } = reading;
  const percentiles = samples >= 50 ? windowP95Usd + windowP97Usd + eventP95Usd : 0;
  const flows = reading.flow30Usd + reading.flow120Usd + reading.flow300Usd;
  return windowUsd + windowCount + eventIds.length + percentiles + flows;
}

function compareRadars(): void {
  const radar = new LiquidationRadar({ instruments: INSTRUMENTS });
  const naive = new NaiveRadar(SYMBOLS);
  for (const [nth, event] of EVENTS.slice(0, NAIVE_LIQUIDATIONS).entries()) {
    const [ours, theirs] = [sumOf(radar.onLiquidation(event)), naive.onLiquidation(event)];
    if (Math.abs(ours - theirs) > 1e-6 * Math.abs(theirs))
      throw new Error(`Invariant: event ${nth}: ${ours}, ${theirs}`);
  }
}

function compareAverages(): void {
  const vwap = new RollingVwap(1);
  vwap.watch(0);
  const naive = new NaiveVwap();
  eachTrade(NAIVE_TRADES, (px, qtyBase, recvMs, isRead) => {
    vwap.onTraded(0, px, qtyBase, recvMs);
    naive.onTraded(px, qtyBase, recvMs);
    if (!isRead) return;
    const [ours, theirs] = [vwap.read(0, recvMs).vwapPx, naive.read(recvMs)];
    if (Math.abs(ours / theirs - 1) > 1e-12) throw new Error(`Invariant: averages ${ours}, ${theirs}`);
  });
}

/** Trades of two hours, whatever their number. */
function eachTrade(count: number, take: (px: number, qtyBase: number, recvMs: number, isRead: boolean) => void): void {
  const stepMs = (2 * 3_600_000) / count;
  for (let nth = 1; nth <= count; nth += 1) {
    take(100 + (nth % 17) * 0.1, 1 + (nth % 5), T0 + nth * stepMs, nth % TRADES_PER_READ === 0);
  }
}

const radars: readonly Candidate[] = [
  {
    name: 'LiquidationRadar',
    setup: () => new LiquidationRadar({ instruments: INSTRUMENTS }),
    run: (radar) => EVENTS.reduce((sum, event) => sum + sumOf((radar as LiquidationRadar).onLiquidation(event)), 0),
  },
  {
    name: 'worked out anew',
    operations: NAIVE_LIQUIDATIONS,
    setup: () => new NaiveRadar(SYMBOLS),
    run: (radar) => {
      let sum = 0;
      for (const event of EVENTS.slice(0, NAIVE_LIQUIDATIONS)) sum += (radar as NaiveRadar).onLiquidation(event);
      return sum;
    },
  },
];

const averages: readonly Candidate[] = [
  {
    name: 'RollingVwap',
    setup: () => {
      const vwap = new RollingVwap(1);
      vwap.watch(0);
      return vwap;
    },
    run: (state) => {
      const vwap = state as RollingVwap;
      let sum = 0;
      eachTrade(TRADES, (px, qtyBase, recvMs, isRead) => {
        vwap.onTraded(0, px, qtyBase, recvMs);
        if (isRead) sum += vwap.read(0, recvMs).vwapPx;
      });
      return sum;
    },
  },
  {
    name: 'worked out anew',
    operations: NAIVE_TRADES,
    setup: () => new NaiveVwap(),
    run: (state) => {
      const vwap = state as NaiveVwap;
      let sum = 0;
      eachTrade(NAIVE_TRADES, (px, qtyBase, recvMs, isRead) => {
        vwap.onTraded(px, qtyBase, recvMs);
        if (isRead) sum += vwap.read(recvMs);
      });
      return sum;
    },
  },
];

compareRadars();
compareAverages();
printResult(
  await sideBySide(radars, {
    title: 'radar: liquidations',
    unit: 'liquidation',
    operations: LIQUIDATIONS,
    baseline: 'worked out anew',
  }),
);
printResult(
  await sideBySide(averages, {
    title: `radar: trades, one average read for ${TRADES_PER_READ}`,
    unit: 'trade',
    operations: TRADES,
    baseline: 'worked out anew',
  }),
);
