import { marketOf, type Instrument, type Market } from '../../domain/index.ts';
import { BASE_TIER_FEES } from './base-tier-fees.ts';
import { commonStep, type ExactStep } from './common-step.ts';

export type PairMode = 'futures-futures' | 'spot-futures';
export type FeeSource = 'account' | 'tier';

/** One way to buy here and sell there. */
export interface Pair {
  /** Dense index in the table. */
  readonly at: number;
  /** `BTCUSDT.PERP.BYBIT>BTCUSDT.PERP.OKX`: buy leg, sell leg. */
  readonly id: string;
  readonly buyIx: number;
  readonly sellIx: number;
  readonly buy: Instrument;
  readonly sell: Instrument;
  readonly buyMarket: Market;
  readonly sellMarket: Market;
  readonly mode: PairMode;
  /** True when spot is sold: only for evaluation, unless the account holds the coin. */
  readonly isReverse: boolean;
  readonly step: ExactStep;
  readonly qtyMinBase: number;
  /** The smaller of the venues' largest orders; Infinity where neither states one. */
  readonly qtyMaxBase: number;
  readonly notionalMin: number;
  /** Taker fees as of now: of the account where it is known, else of the venue's lowest tier. */
  buyFeeBps: number;
  sellFeeBps: number;
  buyFeeSource: FeeSource;
  sellFeeSource: FeeSource;
  /** The same instruments with the roles swapped. */
  readonly mirrorAt: number;
}

/**
 * Every pair of listings of one symbol that is compared: perp with perp and spot with perp, in both directions.
 *
 * HOT: `touches` of one instrument are neighbours in memory, so that a change of it reads a few cache lines.
 */
export class PairTable {
  readonly pairs: readonly Pair[];
  readonly buyIx: Int32Array;
  readonly sellIx: Int32Array;
  /** Both taker fees of the entry. */
  readonly feesBps: Float64Array;
  /** Touches of instrument `ix` are those at `start[ix]` to `start[ix + 1] - 1`. */
  readonly start: Int32Array;
  /** By touch: the pair, with the instrument as its buy leg (1) or its sell leg (0), the other leg, the entry fees. */
  readonly touchedPair: Int32Array;
  readonly isTouchBuy: Uint8Array;
  readonly touchOtherIx: Int32Array;
  readonly touchFeesBps: Float64Array;
  /** By instrument; NaN for what is never paired. */
  readonly takerBps: Float64Array;
  private readonly tierBps: Float64Array;
  /** By instrument, as told last; NaN for the lowest tier's. */
  private readonly accountBps: Float64Array;
  /** By pair: where its two touches stand. */
  private readonly buyTouch: Int32Array;
  private readonly sellTouch: Int32Array;

  constructor(instruments: readonly Instrument[]) {
    this.pairs = buildPairs(instruments);
    this.tierBps = Float64Array.from(instruments, takerBpsOf);
    this.takerBps = Float64Array.from(this.tierBps);
    this.accountBps = new Float64Array(instruments.length).fill(Number.NaN);
    this.buyIx = Int32Array.from(this.pairs, (pair) => pair.buyIx);
    this.sellIx = Int32Array.from(this.pairs, (pair) => pair.sellIx);
    this.feesBps = Float64Array.from(this.pairs, (pair) => pair.buyFeeBps + pair.sellFeeBps);
    const lists: Touch[][] = instruments.map(() => []);
    for (const { at, buyIx, sellIx } of this.pairs) {
      lists[buyIx]?.push({ at, isBuy: 1, otherIx: sellIx });
      lists[sellIx]?.push({ at, isBuy: 0, otherIx: buyIx });
    }
    const touches = lists.flat();
    this.touchedPair = Int32Array.from(touches, ({ at }) => at);
    this.isTouchBuy = Uint8Array.from(touches, ({ isBuy }) => isBuy);
    this.touchOtherIx = Int32Array.from(touches, ({ otherIx }) => otherIx);
    this.touchFeesBps = Float64Array.from(touches, ({ at }) => this.feesBps[at] as number);
    this.start = new Int32Array(instruments.length + 1);
    lists.forEach((list, ix) => {
      this.start[ix + 1] = (this.start[ix] as number) + list.length;
    });
    this.buyTouch = new Int32Array(this.pairs.length);
    this.sellTouch = new Int32Array(this.pairs.length);
    touches.forEach(({ at, isBuy }, nth) => ((isBuy === 1 ? this.buyTouch : this.sellTouch)[at] = nth));
  }

  /** Counts with an account's taker fee of an instrument from now on, or with the lowest tier's again (null). */
  setTakerBps(ix: number, accountBps: number | null): void {
    if (Object.is(this.accountBps[ix], accountBps ?? Number.NaN)) return;
    this.accountBps[ix] = accountBps ?? Number.NaN;
    const feeBps = accountBps ?? (this.tierBps[ix] as number);
    const source = accountBps === null ? 'tier' : 'account';
    this.takerBps[ix] = feeBps;
    for (let nth = this.start[ix] as number; nth < (this.start[ix + 1] as number); nth += 1) {
      const pair = this.pairs[this.touchedPair[nth] as number] as Pair;
      if (this.isTouchBuy[nth] === 1) {
        pair.buyFeeBps = feeBps;
        pair.buyFeeSource = source;
      } else {
        pair.sellFeeBps = feeBps;
        pair.sellFeeSource = source;
      }
      const sumBps = pair.buyFeeBps + pair.sellFeeBps;
      this.feesBps[pair.at] = sumBps;
      this.touchFeesBps[this.buyTouch[pair.at] as number] = sumBps;
      this.touchFeesBps[this.sellTouch[pair.at] as number] = sumBps;
    }
  }
}

interface Touch {
  readonly at: number;
  readonly isBuy: 0 | 1;
  readonly otherIx: number;
}

function buildPairs(instruments: readonly Instrument[]): Pair[] {
  const bySymbol = new Map<string, number[]>();
  instruments.forEach((instrument, ix) => {
    if (marketOf(instrument.kind) === null || instrument.isInverse) return;
    const group = bySymbol.get(instrument.symbol);
    if (group === undefined) bySymbol.set(instrument.symbol, [ix]);
    else group.push(ix);
  });
  const pairs: Pair[] = [];
  for (const group of bySymbol.values()) {
    for (const [nth, one] of group.entries()) {
      for (const other of group.slice(nth + 1)) {
        const step = comparableStep(instruments[one] as Instrument, instruments[other] as Instrument);
        if (step === null) continue;
        const at = pairs.length;
        pairs.push(buildPair(instruments, { buyIx: one, sellIx: other, at, mirrorAt: at + 1, step }));
        pairs.push(buildPair(instruments, { buyIx: other, sellIx: one, at: at + 1, mirrorAt: at, step }));
      }
    }
  }
  return pairs;
}

/**
 * Returns the step both listings can trade; null when they are not compared.
 * Spot against spot needs an inventory on both venues; a listing without a usable step cannot be sized.
 */
function comparableStep(one: Instrument, other: Instrument): ExactStep | null {
  if (one.quoteAsset !== other.quoteAsset) return null;
  if (one.kind === 'spot' && other.kind === 'spot') return null;
  if (one.kind === other.kind && one.venue === other.venue) return null;
  return commonStep(one, other);
}

function buildPair(
  instruments: readonly Instrument[],
  place: Pick<Pair, 'at' | 'mirrorAt' | 'buyIx' | 'sellIx' | 'step'>,
): Pair {
  const buy = instruments[place.buyIx] as Instrument;
  const sell = instruments[place.sellIx] as Instrument;
  return {
    ...place,
    id: `${buy.id}>${sell.id}`,
    buy,
    sell,
    buyMarket: marketOf(buy.kind) as Market,
    sellMarket: marketOf(sell.kind) as Market,
    mode: buy.kind === 'perp' && sell.kind === 'perp' ? 'futures-futures' : 'spot-futures',
    isReverse: sell.kind === 'spot',
    step: place.step,
    qtyMinBase: Math.max(Number(buy.qtyMin) * buy.qtyScale, Number(sell.qtyMin) * sell.qtyScale),
    qtyMaxBase: Math.min(qtyMaxBaseOf(buy), qtyMaxBaseOf(sell)),
    notionalMin: Math.max(Number(buy.notionalMin ?? 0), Number(sell.notionalMin ?? 0)),
    buyFeeBps: takerBpsOf(buy),
    sellFeeBps: takerBpsOf(sell),
    buyFeeSource: 'tier',
    sellFeeSource: 'tier',
  };
}

function takerBpsOf(instrument: Instrument): number {
  const market = marketOf(instrument.kind);
  return market === null ? Number.NaN : BASE_TIER_FEES[instrument.venue][market].takerBps;
}

function qtyMaxBaseOf(instrument: Instrument): number {
  return instrument.qtyMax === null ? Infinity : Number(instrument.qtyMax) * instrument.qtyScale;
}
