import type { Instrument, LiquidatedSide } from '../../domain/index.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';
import type { MarketFigures } from '../market-figures.ts';
import type { PublicTrade } from '../market-store.ts';

const SECOND_MS = 1_000;
/** Over how many seconds the usual volume and the usual gap are averaged. */
const USUAL_S = 300;

export interface InferenceSettings {
  /** How many times the usual volume of a second makes a burst. */
  readonly burstFactor: number;
  /** Share of the burst that must have one taker side. */
  readonly oneSidedFrac: number;
  /** By how much the mark must have moved away from the index with the burst, from its usual distance. */
  readonly widenBps: number;
  /** Smaller bursts are no news. */
  readonly minUsd: number;
  /** Seconds without a verdict at first. */
  readonly warmUpS: number;
}

export const DEFAULT_INFERENCE_SETTINGS: InferenceSettings = {
  burstFactor: 10,
  oneSidedFrac: 0.85,
  widenBps: 2,
  minUsd: 5_000,
  warmUpS: 120,
};

export interface InferredLiquidationsOptions {
  readonly instruments: readonly Instrument[];
  readonly figures: Pick<MarketFigures, 'markPx' | 'indexPx'>;
  /** Takes what was inferred: the store keeps and tells it like any other. */
  readonly onInferred: (event: NormalisedLiquidation) => void;
  readonly settings?: Partial<InferenceSettings>;
}

/**
 * Guesses forced orders on KuCoin futures, which have no stream of them: a burst of trades of one taker side, many times what a second
 * usually brings, while the mark moves away from the index the same way. A guess: marked as inferred, at most one a second and
 * instrument, its size what had traded until then.
 *
 * HOT: a trade of another instrument costs one look into an array.
 */
export class InferredLiquidations {
  private readonly options: InferredLiquidationsOptions;
  private readonly settings: InferenceSettings;
  private readonly seconds: (TradeSecond | undefined)[];

  constructor(options: InferredLiquidationsOptions) {
    this.options = options;
    this.settings = { ...DEFAULT_INFERENCE_SETTINGS, ...options.settings };
    this.seconds = options.instruments.map(({ venue, kind, isInverse }) =>
      venue === 'KUCOIN' && kind === 'perp' && !isInverse ? new TradeSecond() : undefined,
    );
  }

  onTraded(ix: number, trade: PublicTrade, recvMs: number): void {
    const second = this.seconds[ix];
    if (second === undefined) return;
    second.add(trade, recvMs, this.gapBps(ix));
    const side = this.burstSide(second, trade.px);
    if (side === null) return;
    second.isTold = true;
    const qtyBase = side === 'LONG' ? second.sellBase : second.buyBase;
    this.options.onInferred({
      ix,
      liquidatedSide: side,
      px: trade.px,
      qtyBase,
      usd: trade.px * qtyBase,
      isLowerBound: true,
      isInferred: true,
      venueMs: trade.atMs,
      recvMs,
    });
  }

  private burstSide(second: TradeSecond, px: number): LiquidatedSide | null {
    const { burstFactor, oneSidedFrac, widenBps, minUsd, warmUpS } = this.settings;
    const { sellBase, buyBase, usualBase, widenedBps } = second;
    if (second.isTold || second.seen < warmUpS) return null;
    const total = sellBase + buyBase;
    const isSelling = sellBase > buyBase;
    const oneSided = isSelling ? sellBase : buyBase;
    if (!(oneSided * px >= minUsd) || !(total >= burstFactor * usualBase) || !(oneSided > oneSidedFrac * total))
      return null;
    if (!((isSelling ? -widenedBps : widenedBps) >= widenBps)) return null;
    return isSelling ? 'LONG' : 'SHORT';
  }

  private gapBps(ix: number): number {
    const { markPx, indexPx } = this.options.figures;
    return ((markPx[ix] as number) / (indexPx[ix] as number) - 1) * 1e4;
  }
}

/** The running second of one instrument, and what a second usually is: exponential means, plain ones at first. */
class TradeSecond {
  buyBase = 0;
  sellBase = 0;
  usualBase = 0;
  /** Seconds seen before the running one. */
  seen = 0;
  isTold = false;
  private second = Number.NaN;
  private usualGapBps = Number.NaN;
  private gapBps = Number.NaN;

  /** How far mark minus index is from where it usually stands; NaN while unknown. */
  get widenedBps(): number {
    return this.gapBps - this.usualGapBps;
  }

  add({ qtyBase, takerSide }: PublicTrade, recvMs: number, gapBps: number): void {
    const second = Math.floor(recvMs / SECOND_MS);
    if (Number.isNaN(this.second)) this.second = second;
    if (second > this.second) this.close(second);
    this.gapBps = gapBps;
    if (takerSide === 'BUY') this.buyBase += qtyBase;
    else this.sellBase += qtyBase;
  }

  /** Adds the second that ended, and the silent ones after it, to what is usual. */
  private close(second: number): void {
    const silent = second - this.second - 1;
    this.seen += 1;
    const weight = Math.max(1 / USUAL_S, 1 / this.seen);
    this.usualBase += (this.buyBase + this.sellBase - this.usualBase) * weight;
    if (!Number.isNaN(this.gapBps)) {
      const change = Number.isNaN(this.usualGapBps) ? 0 : (this.gapBps - this.usualGapBps) * weight;
      this.usualGapBps = Number.isNaN(this.usualGapBps) ? this.gapBps : this.usualGapBps + change;
    }
    if (silent > 0) this.passSilence(silent);
    this.second = second;
    this.buyBase = 0;
    this.sellBase = 0;
    this.isTold = false;
  }

  /** WHY the two forms: a mean of `seen` seconds shrinks by seen / (seen + silent) until it is one of the last 300. */
  private passSilence(silent: number): void {
    const plain = Math.max(0, Math.min(silent, USUAL_S - this.seen));
    this.usualBase *= this.seen / (this.seen + plain);
    this.usualBase *= (1 - 1 / USUAL_S) ** (silent - plain);
    this.seen += silent;
  }
}
