import { DepthLevels, instrumentId, type Market, type Venue } from '../../domain/index.ts';
import type { CarryLeg, SettledRate } from './carry-leg.ts';

export const T0 = 1_800_000_000_000;
export const HOUR_MS = 3_600_000;

/** What matters of a listing in a test; the rest is a book of one level each side around 100, 10 bps wide, 100,000 USD deep. */
export interface ListingTerms {
  readonly venue?: Venue;
  readonly market?: Market;
  readonly rateBps?: number;
  readonly hours?: number;
  readonly nextInHours?: number;
  readonly basisBps?: number;
  readonly feeBps?: number;
  /** Rates per interval in bps, newest last; the newest was settled one interval before the next settlement. */
  readonly settledBps?: readonly number[];
  readonly bids?: readonly (readonly [number, number])[];
  readonly asks?: readonly (readonly [number, number])[];
  readonly referencePx?: number;
  readonly fault?: string | null;
}

export function buildLeg(terms: ListingTerms = {}): CarryLeg {
  const { venue = 'BYBIT', market = 'perp', rateBps = 1, hours = 8, nextInHours = 4, feeBps = 5 } = terms;
  const nextMs = T0 + nextInHours * HOUR_MS;
  const settledBps = terms.settledBps ?? [];
  const settled: SettledRate[] = settledBps.map((rate, nth) => ({
    atMs: nextMs - (settledBps.length - nth) * hours * HOUR_MS,
    rateFrac: rate / 1e4,
  }));
  return {
    instrumentId: instrumentId('BTCUSDT', market, venue),
    venue,
    market,
    takerBps: feeBps,
    bids: buildLevels(terms.bids ?? [[99.95, 1_000]]),
    asks: buildLevels(terms.asks ?? [[100.05, 1_000]]),
    referencePx: terms.referencePx ?? 100,
    funding:
      market === 'spot'
        ? null
        : {
            rateFrac: rateBps / 1e4,
            intervalHours: hours,
            nextMs,
            basisFrac: terms.basisBps === undefined ? Number.NaN : terms.basisBps / 1e4,
            settled,
          },
    fault: terms.fault ?? null,
  };
}

function buildLevels(levels: readonly (readonly [number, number])[]): DepthLevels {
  const depth = new DepthLevels();
  for (const [px, qtyBase] of levels) {
    depth.px[depth.count] = px;
    depth.qtyBase[depth.count] = qtyBase;
    depth.count += 1;
  }
  return depth;
}
