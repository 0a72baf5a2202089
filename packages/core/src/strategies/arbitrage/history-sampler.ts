import type { LockedPrices } from './locked-prices.ts';
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
}

/** Takes samples of what is usual, a tenth of them with every tick: mirrored spreads of pairs, mids and standstills of instruments. */
export class HistorySampler {
  private readonly parts: SamplerParts;
  private ticks = 0;

  constructor(parts: SamplerParts) {
    this.parts = parts;
  }

  /** `isFresh`: by instrument, whether its data may be believed now. */
  sample(isFresh: Uint8Array, lockedMoveBps: number, nowMs: number): void {
    const { table, market, edges, spreads, moves, peers, locked } = this.parts;
    const slice = this.ticks % SLICES;
    this.ticks += 1;
    for (let at = slice; at < table.pairs.length; at += SLICES) {
      const pair = table.pairs[at] as Pair;
      if (isFresh[pair.buyIx] === 1 && isFresh[pair.sellIx] === 1) {
        spreads.add(at, -edges.grossBps(pair.mirrorAt), nowMs);
      }
    }
    for (let ix = slice; ix < market.bidPx.length; ix += SLICES) {
      const bidPx = market.bidPx[ix] as number;
      const askPx = market.askPx[ix] as number;
      moves.add(ix, (bidPx + askPx) / 2, nowMs);
      const look = { bidPx, askPx, indexPx: market.indexPx[ix] as number, peerPx: peers.medianPx(ix) };
      locked.look(ix, look, lockedMoveBps, nowMs);
    }
  }
}
