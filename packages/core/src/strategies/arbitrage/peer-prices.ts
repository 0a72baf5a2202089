import { marketOf, type Instrument } from '../../domain/index.ts';
import type { ScannerMarket } from './scanner-market.ts';

/** With fewer other listings the median is just the other leg. */
const PEERS_MIN = 2;

/** What the other venues say a symbol is worth: the median of their mids. */
export class PeerPrices {
  private readonly market: Pick<ScannerMarket, 'bidPx' | 'askPx'>;
  /** By instrument: listings of the same symbol and quote on other venues. */
  private readonly peers: readonly Int32Array[];
  private readonly sorted: Float64Array;

  constructor(instruments: readonly Instrument[], market: Pick<ScannerMarket, 'bidPx' | 'askPx'>) {
    this.market = market;
    const groups = new Map<string, number[]>();
    instruments.forEach((instrument, ix) => {
      if (marketOf(instrument.kind) === null || instrument.isInverse) return;
      const key = `${instrument.symbol} ${instrument.quoteAsset}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [ix]);
      else group.push(ix);
    });
    const venueOf = (ix: number): string => (instruments[ix] as Instrument).venue;
    this.peers = instruments.map((instrument, ix) => {
      const group = groups.get(`${instrument.symbol} ${instrument.quoteAsset}`) ?? [];
      return Int32Array.from(group.includes(ix) ? group.filter((other) => venueOf(other) !== venueOf(ix)) : []);
    });
    this.sorted = new Float64Array(Math.max(0, ...this.peers.map((list) => list.length)));
  }

  /** Returns the median mid of the other venues' listings; NaN with fewer than two known ones. */
  medianPx(ix: number): number {
    const { bidPx, askPx } = this.market;
    const { sorted } = this;
    let count = 0;
    for (const peer of this.peers[ix] as Int32Array) {
      const midPx = ((bidPx[peer] as number) + (askPx[peer] as number)) / 2;
      if (Number.isNaN(midPx)) continue;
      let at = count;
      for (; at > 0 && (sorted[at - 1] as number) > midPx; at -= 1) sorted[at] = sorted[at - 1] as number;
      sorted[at] = midPx;
      count += 1;
    }
    if (count < PEERS_MIN) return Number.NaN;
    const middle = count >> 1;
    const upper = sorted[middle] as number;
    return count % 2 === 1 ? upper : (upper + (sorted[middle - 1] as number)) / 2;
  }
}
