import { DepthLevels, type Instrument, type Venue } from '../../../domain/index.ts';
import type { ScannerMarket } from '../scanner-market.ts';
import type { ScannerOptions } from '../scanner-options.ts';
import type { TriangleStep, TriangleView } from '../triangle-view.ts';
import type { Conversion } from './convert.ts';
import { trianglesOf, type Triangle, type TriangleLeg } from './triangle-table.ts';
import { walkTriangle, type ThreeTerms, type TriangleWalk } from './walk-triangle.ts';

/** A thousand round trips cost a scan some milliseconds; there are a few dozen. */
const TRIANGLES_MAX = 1000;
const PERIOD_MS = 1000;

export interface TriangleScanParts {
  readonly market: ScannerMarket;
  readonly options: ScannerOptions;
  /** By instrument, in bps. */
  readonly takerBps: Float64Array;
}

/** Round trips through three books of one venue, once a second. Nothing of them is ever executable: three takers one after another. */
export class TriangleScan {
  private readonly triangles: readonly Triangle[];
  private readonly parts: TriangleScanParts;
  private readonly depths = [new DepthLevels(), new DepthLevels(), new DepthLevels()] as const;
  private views: readonly TriangleView[] = [];
  private dueMs = Number.NEGATIVE_INFINITY;

  constructor(instruments: readonly Instrument[], parts: TriangleScanParts) {
    this.triangles = trianglesOf(instruments).slice(0, TRIANGLES_MAX);
    this.parts = parts;
  }

  get count(): number {
    return this.triangles.length;
  }

  /** Looks at every round trip when a second has passed. */
  tick(startUsd: number, nowMs: number): void {
    if (nowMs < this.dueMs) return;
    this.dueMs = nowMs + PERIOD_MS;
    this.views = this.triangles
      .flatMap((triangle) => this.look(triangle, startUsd, nowMs) ?? [])
      .sort((a, b) => b.netBps - a.netBps);
  }

  /** Returns what the last look found, best first: of a symbol, and of these venues. */
  list(symbol: string | null, venues: readonly Venue[]): readonly TriangleView[] {
    return this.views.filter(
      ({ venue, steps }) => venues.includes(venue) && (symbol === null || steps.some((step) => step.symbol === symbol)),
    );
  }

  /** null while a book is not live or a side is empty. */
  private look(triangle: Triangle, startUsd: number, nowMs: number): TriangleView | null {
    const { market, takerBps } = this.parts;
    const terms = triangle.legs.map((leg, nth) => {
      const depth = this.depths[nth] as DepthLevels;
      this.readDepth(leg, depth);
      const { side, step, qtyMaxBase } = leg;
      return { side, depth, step, qtyMaxBase, feeBps: takerBps[leg.ix] as number };
    }) as unknown as ThreeTerms;
    if (terms.some(({ depth }) => depth.count === 0)) return null;
    const walk = walkTriangle(terms, startUsd);
    const oldestBookMs = Math.max(...triangle.legs.map(({ ix }) => nowMs - market.bookRecvMs(ix)));
    const { id, venue, assets, legs } = triangle;
    const told = [0, 1, 2].map((nth) => {
      const leg = legs[nth as 0 | 1 | 2];
      return tellStep(leg, walk, nth as 0 | 1 | 2, takerBps[leg.ix] as number);
    }) as unknown as TriangleView['steps'];
    const { startQty, endQty, netBps } = walk;
    return {
      id,
      venue,
      assets,
      steps: told,
      startQty,
      endQty,
      netBps,
      oldestBookMs,
      ...this.verdict(triangle, walk, oldestBookMs),
    };
  }

  private readDepth(leg: TriangleLeg, out: DepthLevels): void {
    const { market, options } = this.parts;
    if (market.resetReason(leg.ix) === null) {
      market.readDepth(leg.ix, leg.side === 'BUY' ? 'ask' : 'bid', options.maxDepthBps, out);
    } else out.count = 0;
  }

  private verdict(
    triangle: Triangle,
    walk: TriangleWalk,
    oldestBookMs: number,
  ): Pick<TriangleView, 'policy' | 'policyReason'> {
    const { market, options } = this.parts;
    const blocked = (policyReason: string) => ({ policy: 'blocked', policyReason }) as const;
    const halted = triangle.legs.find(({ ix }) => !market.isTrading(ix));
    if (halted !== undefined) return blocked(`${halted.instrument.symbol} is halted at the venue`);
    if (!(oldestBookMs <= options.triangleBookAgeMs)) {
      return blocked(`the oldest book is older than ${options.triangleBookAgeMs} ms`);
    }
    if (!(walk.netBps <= options.maxGrossBps)) return blocked(sizeWords(walk, options));
    const small = triangle.legs.findIndex((leg, nth) => isUnderMinimum(leg, walk.steps[nth as 0 | 1 | 2]));
    if (small !== -1) {
      return blocked(`size is under the minimum order of ${triangle.legs[small as 0 | 1 | 2].instrument.symbol}`);
    }
    if (!(walk.netBps > options.minTriangleNetBps)) {
      return {
        policy: 'evaluation_only',
        policyReason: `net is not over the minimum ${options.minTriangleNetBps} bps`,
      };
    }
    return { policy: 'evaluation_only', policyReason: 'three takers one after another are evaluated only' };
  }
}

function sizeWords({ netBps }: TriangleWalk, options: ScannerOptions): string {
  return Number.isNaN(netBps)
    ? 'depth or position limit is below one quantity step'
    : `net is over ${options.maxGrossBps} bps, too good to be true`;
}

function isUnderMinimum({ instrument }: TriangleLeg, { qtyBase, vwapPx }: Conversion): boolean {
  const isTooFew = qtyBase < Number(instrument.qtyMin) * instrument.qtyScale;
  return isTooFew || qtyBase * vwapPx < Number(instrument.notionalMin ?? 0);
}

function tellStep(leg: TriangleLeg, walk: TriangleWalk, nth: 0 | 1 | 2, feeBps: number): TriangleStep {
  const { usedQty, outQty, vwapPx } = walk.steps[nth];
  const inQty = nth === 0 ? walk.startQty : walk.steps[(nth - 1) as 0 | 1].outQty;
  return {
    instrumentId: leg.instrument.id,
    symbol: leg.instrument.symbol,
    side: leg.side,
    fromAsset: leg.fromAsset,
    toAsset: leg.toAsset,
    vwapPx,
    feeBps,
    inQty,
    outQty,
    dustQty: inQty - usedQty,
  };
}
