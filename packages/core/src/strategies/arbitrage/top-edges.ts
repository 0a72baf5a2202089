import type { PairTable } from './pair-table.ts';
import type { ScannerMarket } from './scanner-market.ts';

/** Edges at the best prices, by pair: the cheap look that decides which pairs are priced from depth. */
export class TopEdges {
  private readonly table: PairTable;
  private readonly market: Pick<ScannerMarket, 'bidPx' | 'askPx'>;

  constructor(table: PairTable, market: Pick<ScannerMarket, 'bidPx' | 'askPx'>) {
    this.table = table;
    this.market = market;
  }

  /** Gross edge at the best prices in bps; NaN while one is unknown. */
  grossBps(at: number): number {
    const ask = this.market.askPx[this.table.buyIx[at] as number] as number;
    const bid = this.market.bidPx[this.table.sellIx[at] as number] as number;
    return ((bid - ask) / (bid + ask)) * 2e4;
  }

  /** The same less both taker fees. */
  netBps(at: number): number {
    return this.grossBps(at) - (this.table.feesBps[at] as number);
  }

  /** Returns enabled pairs whose gross edge is at least the minimum; the best by net when there are more than `countMax`. */
  candidates(isEnabled: Uint8Array, minGrossBps: number, countMax: number): ReadonlySet<number> {
    const found: number[] = [];
    for (let at = 0; at < isEnabled.length; at += 1) {
      if (isEnabled[at] === 1 && this.grossBps(at) >= minGrossBps) found.push(at);
    }
    if (found.length > countMax) {
      found.sort((a, b) => this.netBps(b) - this.netBps(a));
      found.length = countMax;
    }
    return new Set(found);
  }
}
