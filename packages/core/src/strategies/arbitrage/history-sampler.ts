import type { FreshLegs } from './fresh-legs.ts';
import type { LockedPrices, LockLimits } from './locked-prices.ts';
import type { MidMoves } from './mid-moves.ts';
import type { Pair, PairTable } from './pair-table.ts';
import type { PeerPrices } from './peer-prices.ts';
import type { ScannerMarket } from './scanner-market.ts';
import type { SpreadHistory } from './spread-history.ts';
import type { TopEdges } from './top-edges.ts';

/** Samples of history are spread over this many ticks. */
const SLICES = 10;

export interface SamplerParts {
  readonly table: PairTable;
  readonly market: ScannerMarket;
  readonly edges: TopEdges;
  readonly spreads: SpreadHistory;
  readonly moves: MidMoves;
  readonly peers: PeerPrices;
  readonly locked: LockedPrices;
  readonly fresh: FreshLegs;
}

/** Takes samples of what is usual, a tenth of them with every tick: mirrored spreads of pairs, mids and standstills of instruments. */
export class HistorySampler {
  private readonly parts: SamplerParts;
  private ticks = 0;
  private tradesSinceMs = Number.NaN;

  constructor(parts: SamplerParts) {
    this.parts = parts;
  }

  sample(limits: LockLimits, nowMs: number): void {
    const { table, market, edges, spreads, moves, peers, locked, fresh } = this.parts;
    const slice = this.ticks % SLICES;
    this.ticks += 1;
    for (let at = slice; at < table.pairs.length; at += SLICES) {
      const pair = table.pairs[at] as Pair;
      if (fresh.isFresh(pair.buyIx) && fresh.isFresh(pair.sellIx)) {
        spreads.add(at, -edges.grossBps(pair.mirrorAt), nowMs);
      }
    }
    for (let ix = slice; ix < market.bidPx.length; ix += SLICES) {
      if (Number.isNaN(this.tradesSinceMs) && !Number.isNaN(market.tradedMs[ix])) this.tradesSinceMs = nowMs;
      // What stands in no pair is asked for nothing.
      if (table.start[ix] === table.start[ix + 1]) continue;
      const bidPx = market.bidPx[ix] as number;
      const askPx = market.askPx[ix] as number;
      moves.add(ix, (bidPx + askPx) / 2, nowMs);
      const indexPx = market.indexPx[ix] as number;
      const look = { bidPx, askPx, indexPx, peerPx: peers.medianPx(ix), tradedMs: this.tradedMs(ix) };
      locked.look(ix, look, limits, nowMs);
    }
  }

  /** An instrument that was never traded is silent since trades are heard at all; where none are, that is unknown. */
  private tradedMs(ix: number): number {
    const atMs = this.parts.market.tradedMs[ix] as number;
    return Number.isNaN(atMs) ? this.tradesSinceMs : atMs;
  }
}
