import { VENUES, type DepthLevels, type Instrument } from '@riptide/core/domain';
import { seededRandom } from '@riptide/core/kernel';
import { BASE_TIER_FEES, Scanner, type ScannerMarket } from '@riptide/core/strategies';
import { printResult, sideBySide, type Candidate } from './harness.ts';
import { madeInstrument } from './made-instrument.ts';

/**
 * Cost of one change of a best price: our scanner, which looks at the pairs of that instrument only, against a rescan of
 * all symbols, at 10, 100 and 1000 symbols on four venues with spot and perp. The sets of pairs over the minimum are
 * compared first.
 */
const SYMBOLS = [10, 100, 1000] as const;
const LISTINGS = VENUES.length * 2;
/** One pair in a hundred or so passes the first, none the second. */
const MIN_NET_BPS = 4;
const UNREACHED_NET_BPS = 4000;
const UPDATES = 200_000;
const MAX_USD = 1000;

/** Best prices of every listing and the updates to come, the same for every candidate. */
class Market implements ScannerMarket {
  readonly instruments: readonly Instrument[];
  readonly bidPx: Float64Array;
  readonly askPx: Float64Array;
  readonly indexPx: Float64Array;
  readonly tradedMs: Float64Array;
  readonly fundingRateFrac: Float64Array;
  readonly fundingIntervalHours: Float64Array;
  readonly nextFundingMs: Float64Array;
  readonly updateIx: Int32Array;
  readonly updatePx: Float64Array;
  nowMs = 1_700_000_000_000;

  constructor(symbols: number) {
    const random = seededRandom(symbols);
    this.instruments = Array.from({ length: symbols * LISTINGS }, (_, ix) => listing(ix));
    const count = this.instruments.length;
    const unknown = new Float64Array(count).fill(Number.NaN);
    this.bidPx = new Float64Array(count);
    this.askPx = new Float64Array(count);
    this.indexPx = unknown;
    this.tradedMs = unknown;
    this.fundingRateFrac = unknown;
    this.fundingIntervalHours = unknown;
    this.nextFundingMs = unknown;
    this.updateIx = Int32Array.from({ length: UPDATES }, () => Math.floor(random() * count));
    // About one pair in fifty is far enough apart to pay its fees.
    this.updatePx = Float64Array.from(this.updateIx, () => 100 * (1 + (random() + random() - 1) * 0.0012));
    for (let ix = 0; ix < count; ix += 1) this.set(ix, 100);
  }

  set(ix: number, px: number): void {
    this.bidPx[ix] = px - 0.002;
    this.askPx[ix] = px + 0.002;
  }
  isTrading(): boolean {
    return true;
  }
  limitGapBps(): number {
    return Number.NaN;
  }
  resetReason(): null {
    return null;
  }
  bookRecvMs(): number {
    return this.nowMs;
  }
  bookVersion(): number {
    return this.nowMs;
  }
  depthDelayMs(): number {
    return 1;
  }
  clockOffsetMs(): number {
    return 0;
  }
  readDepth(ix: number, side: 'bid' | 'ask', _maxDepthBps: number, out: DepthLevels): void {
    out.px[0] = (side === 'bid' ? this.bidPx[ix] : this.askPx[ix]) as number;
    out.qtyBase[0] = 1e6;
    out.count = 1;
  }
}

function listing(ix: number): Instrument {
  const venue = VENUES[Math.floor((ix % LISTINGS) / 2)] ?? 'BINANCE';
  const kind = ix % 2 === 0 ? 'spot' : 'perp';
  return {
    ...madeInstrument(`C${Math.floor(ix / LISTINGS)}`, kind, venue),
    notionalMin: null,
    fundingIntervalHours: null,
  };
}

/** A plain first version: after every change all symbols and ordered pairs, one object for each that pays. */
class Rescan {
  private readonly market: Market;
  private readonly feesFrac: readonly number[];
  private readonly isSpot: readonly boolean[];
  constructor(market: Market) {
    this.market = market;
    this.isSpot = market.instruments.map(({ kind }) => kind === 'spot');
    this.feesFrac = market.instruments.map(
      ({ venue, kind }) => BASE_TIER_FEES[venue][kind as 'spot' | 'perp'].takerBps / 1e4,
    );
  }
  scan(): { readonly buy: number; readonly sell: number; readonly netBps: number }[] {
    const { bidPx, askPx } = this.market;
    const found: { buy: number; sell: number; netBps: number }[] = [];
    for (let first = 0; first < bidPx.length; first += LISTINGS) {
      for (let buy = first; buy < first + LISTINGS; buy += 1) {
        for (let sell = first; sell < first + LISTINGS; sell += 1) {
          if (buy === sell || (this.isSpot[buy] === true && this.isSpot[sell] === true)) continue;
          const ask = askPx[buy] as number;
          const bid = bidPx[sell] as number;
          const fees = (this.feesFrac[buy] as number) + (this.feesFrac[sell] as number);
          const netBps = ((2 * (bid - ask)) / (bid + ask) - fees) * 1e4;
          if (netBps >= MIN_NET_BPS) found.push({ buy, sell, netBps });
        }
      }
    }
    return found;
  }
}

function startedScanner(market: Market, minEntryNetBps: number): Scanner {
  const scanner = new Scanner(market.instruments, market, { startReserveBps: 0, rowsMax: 100_000, repriceMs: 0 });
  for (let ix = 0; ix < market.instruments.length; ix += 1) scanner.onTopChanged(ix, market.nowMs);
  scanner.start({ minEntryNetBps, maxPositionUsd: MAX_USD, venues: VENUES });
  return scanner;
}

function drive(market: Market, count: number, onUpdate: (ix: number) => number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) {
    const ix = market.updateIx[at] as number;
    market.set(ix, market.updatePx[at] as number);
    if (at % 10 === 0) market.nowMs += 1;
    sum += onUpdate(ix);
  }
  return sum;
}

function scannerCandidate(symbols: number, minEntryNetBps: number): Candidate<{ market: Market; scanner: Scanner }> {
  let state: { market: Market; scanner: Scanner } | null = null;
  return {
    name: `scanner, ${symbols} symbols`,
    setup() {
      if (state === null) {
        const market = new Market(symbols);
        state = { market, scanner: startedScanner(market, minEntryNetBps) };
      }
      return state;
    },
    run: ({ market, scanner }) =>
      drive(market, UPDATES, (ix) => {
        scanner.onTopChanged(ix, market.nowMs);
        return scanner.lifecycle.found;
      }),
  };
}

function rescanCandidate(symbols: number): Candidate<{ market: Market; rescan: Rescan }> {
  const operations = Math.max(200, Math.round(20_000 / symbols));
  let state: { market: Market; rescan: Rescan } | null = null;
  return {
    name: `full rescan, ${symbols} symbols`,
    operations,
    setup() {
      if (state === null) {
        const market = new Market(symbols);
        drive(market, UPDATES, () => 0);
        state = { market, rescan: new Rescan(market) };
      }
      return state;
    },
    run: ({ market, rescan }) => drive(market, operations, () => rescan.scan().length),
  };
}

function checkEqual(symbols: number): void {
  const market = new Market(symbols);
  const scanner = startedScanner(market, MIN_NET_BPS);
  const rescan = new Rescan(market);
  let seen = 0;
  for (let part = 1; part <= 5; part += 1) {
    drive(market, part * 1000, (ix) => {
      scanner.onTopChanged(ix, market.nowMs);
      return 0;
    });
    market.nowMs += 100;
    scanner.tick(market.nowMs);
    const ours = scanner.table.pairs.filter((pair) => scanner.lifecycle.isOverNow(pair.at)).map((pair) => pair.id);
    const theirs = rescan
      .scan()
      .map(({ buy, sell }) => `${market.instruments[buy]?.id}>${market.instruments[sell]?.id}`);
    seen += ours.length;
    if (ours.sort().join() !== theirs.sort().join()) {
      throw new Error(`Invariant: ${ours.length} pairs over the minimum, a full rescan finds ${theirs.length}`);
    }
  }
  if (seen === 0) throw new Error('Invariant: no pair ever passed the minimum, so nothing was compared');
  process.stdout.write(`live sets equal: ${symbols} symbols, 5 times, ${seen} pairs over the minimum
`);
}

for (const symbols of SYMBOLS) checkEqual(symbols);

const scenes = [
  { what: 'no pair pays', minNetBps: UNREACHED_NET_BPS },
  { what: 'pairs that pay are priced at once', minNetBps: MIN_NET_BPS },
];
for (const { what, minNetBps } of scenes) {
  const scanners = SYMBOLS.map((symbols) => scannerCandidate(symbols, minNetBps));
  printResult(
    await sideBySide([...scanners, ...SYMBOLS.map(rescanCandidate)], {
      title: `scanner: one change of a best price on 4 venues, spot and perp; ${what}`,
      unit: 'change',
      operations: UPDATES,
      baseline: 'scanner, 10 symbols',
      rounds: 9,
    }),
  );
}
