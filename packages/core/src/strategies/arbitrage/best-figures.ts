import type { FreshLegs } from './fresh-legs.ts';
import type { PairPricer, SessionLimits } from './pair-pricer.ts';
import type { Pair, PairTable } from './pair-table.ts';
import type { OpportunityRow } from './opportunity-row.ts';
import type { TopEdges } from './top-edges.ts';

/** A best pair that turned out to be blocked is not looked at for this long. */
const DISTRUST_MS = 1000;

export interface BestParts {
  readonly table: PairTable;
  readonly edges: TopEdges;
  readonly pricer: PairPricer;
  readonly rows: readonly (OpportunityRow | null)[];
  readonly isEnabled: Uint8Array;
  readonly fresh: FreshLegs;
}

/** The best that any pair offers now, on the list or off it, so that an empty list is visibly alive. */
export class BestFigures {
  /** Best entry net of any pair that may be traded or evaluated; null while there is none. */
  entryNetBps: number | null = null;
  /** Widest gross edge of any such pair, which is what the minimum spread is compared with; null while there is none. */
  grossBps: number | null = null;
  private readonly parts: BestParts;
  private readonly distrustedUntilMs: Float64Array;

  constructor(parts: BestParts) {
    this.parts = parts;
    this.distrustedUntilMs = new Float64Array(parts.table.pairs.length);
  }

  update(limits: SessionLimits, nowMs: number): void {
    this.entryNetBps = this.findNet(limits, nowMs);
    this.grossBps = this.findGross(nowMs);
  }

  clear(): void {
    this.entryNetBps = null;
    this.grossBps = null;
  }

  /** The best entry net on the list, or of the pair whose best prices are nearest to paying. */
  private findNet(limits: SessionLimits, nowMs: number): number | null {
    let best: number | null = null;
    for (const row of this.parts.rows) {
      if (row === null || row.policy === 'blocked' || row.pair.isReverse) continue;
      if (best === null || row.priced.entryNetBps > best) best = row.priced.entryNetBps;
    }
    return best ?? this.netOffList(limits, nowMs);
  }

  private netOffList(limits: SessionLimits, nowMs: number): number | null {
    const { table, edges, pricer, isEnabled } = this.parts;
    let bestAt = -1;
    let bestNetBps = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < isEnabled.length; at += 1) {
      const netBps = edges.netBps(at);
      if (!(netBps > bestNetBps) || !this.isComparable(at, nowMs)) continue;
      bestNetBps = netBps;
      bestAt = at;
    }
    if (bestAt === -1) return null;
    const pair = table.pairs[bestAt] as Pair;
    const priced = pricer.price(pair, limits, nowMs);
    if (priced !== null && pricer.judge(pair, priced, limits, nowMs).policy !== 'blocked') return priced.entryNetBps;
    this.distrustedUntilMs[bestAt] = nowMs + DISTRUST_MS;
    return this.entryNetBps;
  }

  /** The widest gross edge on the list at its size, or at the best prices of the pairs off it. */
  private findGross(nowMs: number): number | null {
    const { edges, rows, isEnabled } = this.parts;
    let best = Number.NEGATIVE_INFINITY;
    for (const row of rows) {
      if (row !== null && row.policy !== 'blocked' && !row.pair.isReverse) best = Math.max(best, row.priced.grossBps);
    }
    if (best !== Number.NEGATIVE_INFINITY) return best;
    for (let at = 0; at < isEnabled.length; at += 1) {
      const grossBps = edges.grossBps(at);
      if (!(grossBps > best) || rows[at] !== null || !this.isComparable(at, nowMs)) continue;
      best = grossBps;
    }
    return best === Number.NEGATIVE_INFINITY ? null : best;
  }

  private isComparable(at: number, nowMs: number): boolean {
    const { table, isEnabled, fresh } = this.parts;
    if (isEnabled[at] === 0 || nowMs < (this.distrustedUntilMs[at] as number)) return false;
    if (!fresh.isFresh(table.buyIx[at] as number) || !fresh.isFresh(table.sellIx[at] as number)) return false;
    return table.pairs[at]?.isReverse === false;
  }
}
