import type { Instrument, Venue } from '../../../domain/index.ts';
import { commonStep, type ExactStep } from '../common-step.ts';

/** One book of a round trip and the way through it. */
export interface TriangleLeg {
  readonly ix: number;
  readonly instrument: Instrument;
  readonly side: 'BUY' | 'SELL';
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly step: ExactStep;
  readonly qtyMaxBase: number;
}

/** A round trip from USDT through two other assets and back, on one venue. */
export interface Triangle {
  /** `BINANCE:USDT>BTC>ETH>USDT`. */
  readonly id: string;
  readonly venue: Venue;
  readonly assets: readonly [string, string, string];
  readonly legs: readonly [TriangleLeg, TriangleLeg, TriangleLeg];
}

const START_ASSET = 'USDT';

/** Returns every round trip through three spot books of one venue, in both directions. */
export function trianglesOf(instruments: readonly Instrument[]): readonly Triangle[] {
  const venues = new Set(instruments.map(({ venue }) => venue));
  return [...venues].flatMap((venue) => venueTriangles(instruments, venue));
}

function venueTriangles(instruments: readonly Instrument[], venue: Venue): Triangle[] {
  const ways = new Map<string, Map<string, TriangleLeg>>();
  instruments.forEach((instrument, ix) => {
    if (instrument.venue !== venue || instrument.kind !== 'spot' || instrument.isInverse) return;
    const step = commonStep(instrument, instrument);
    if (step === null) return;
    const qtyMaxBase = instrument.qtyMax === null ? Infinity : Number(instrument.qtyMax) * instrument.qtyScale;
    const shared = { ix, instrument, step, qtyMaxBase };
    const { baseAsset, quoteAsset } = instrument;
    addWay(ways, { ...shared, side: 'BUY', fromAsset: quoteAsset, toAsset: baseAsset });
    addWay(ways, { ...shared, side: 'SELL', fromAsset: baseAsset, toAsset: quoteAsset });
  });
  const found: Triangle[] = [];
  for (const first of ways.get(START_ASSET)?.values() ?? []) {
    for (const second of ways.get(first.toAsset)?.values() ?? []) {
      const third = ways.get(second.toAsset)?.get(START_ASSET);
      if (third === undefined || second.toAsset === START_ASSET) continue;
      const assets = [START_ASSET, first.toAsset, second.toAsset] as const;
      found.push({ id: `${venue}:${assets.join('>')}>${START_ASSET}`, venue, assets, legs: [first, second, third] });
    }
  }
  return found;
}

function addWay(ways: Map<string, Map<string, TriangleLeg>>, leg: TriangleLeg): void {
  const from = ways.get(leg.fromAsset);
  if (from === undefined) ways.set(leg.fromAsset, new Map([[leg.toAsset, leg]]));
  else from.set(leg.toAsset, leg);
}
