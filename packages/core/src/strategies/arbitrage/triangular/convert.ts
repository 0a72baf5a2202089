import { depthQtyBase, walkVwap, type DepthLevels } from '../../../domain/index.ts';
import { floorToStep, type ExactStep } from '../common-step.ts';

/** Sums of up to 256 level sizes are right to this share of themselves: what lies so near under a step is the step. */
const SUM_ERROR_FRAC = 3e-14;

/** One conversion of an asset into another, by one book. */
export interface ConversionTerms {
  readonly side: 'BUY' | 'SELL';
  /** Asks of a purchase, bids of a sale. */
  readonly depth: DepthLevels;
  readonly step: ExactStep;
  readonly qtyMaxBase: number;
  readonly feeBps: number;
}

export interface Conversion {
  /** Base units bought or sold: a whole number of steps. */
  readonly qtyBase: number;
  readonly vwapPx: number;
  /** Of the input: what was spent. The rest is dust. */
  readonly usedQty: number;
  /** After the fee, which is taken in what is received. */
  readonly outQty: number;
  /** Share of the input that book and venue could have taken at all; under 1 the size was too large. */
  readonly takenFrac: number;
}

/** Converts `inQty` by walking the depth, cut down to whole steps. */
export function convert(terms: ConversionTerms, inQty: number): Conversion {
  return terms.side === 'BUY' ? buy(terms, inQty) : sell(terms, inQty);
}

function buy({ depth, step, qtyMaxBase, feeBps }: ConversionTerms, quoteQty: number): Conversion {
  const affordable = baseFor(depth, quoteQty);
  const wanted = Math.min(affordable.qtyBase, qtyMaxBase);
  const qtyBase = floorToStep(wanted * (1 + SUM_ERROR_FRAC), step);
  if (qtyBase === 0) return { qtyBase, vwapPx: depth.px[0] as number, usedQty: 0, outQty: 0, takenFrac: 1 };
  const { vwapPx } = walkVwap(depth, qtyBase);
  const capped = wanted < affordable.qtyBase ? (wanted * vwapPx) / quoteQty : 1;
  const takenFrac = Math.min(affordable.spentFrac, capped);
  return { qtyBase, vwapPx, usedQty: qtyBase * vwapPx, outQty: qtyBase * (1 - feeBps / 1e4), takenFrac };
}

function sell({ depth, step, qtyMaxBase, feeBps }: ConversionTerms, baseQty: number): Conversion {
  const wanted = Math.min(baseQty, depthQtyBase(depth), qtyMaxBase);
  const qtyBase = floorToStep(wanted * (1 + SUM_ERROR_FRAC), step);
  if (qtyBase === 0) return { qtyBase, vwapPx: depth.px[0] as number, usedQty: 0, outQty: 0, takenFrac: 1 };
  const { vwapPx } = walkVwap(depth, qtyBase);
  return {
    qtyBase,
    vwapPx,
    usedQty: qtyBase,
    outQty: qtyBase * vwapPx * (1 - feeBps / 1e4),
    takenFrac: Math.min(1, wanted / baseQty),
  };
}

/** The base quantity that an amount of quote buys, and the share of the amount that the depth takes. */
function baseFor(asks: DepthLevels, quoteQty: number): { readonly qtyBase: number; readonly spentFrac: number } {
  let qtyBase = 0;
  let spent = 0;
  for (let at = 0; at < asks.count; at += 1) {
    const px = asks.px[at] as number;
    const levelQuote = px * (asks.qtyBase[at] as number);
    if (spent + levelQuote >= quoteQty) return { qtyBase: qtyBase + (quoteQty - spent) / px, spentFrac: 1 };
    spent += levelQuote;
    qtyBase += asks.qtyBase[at] as number;
  }
  return { qtyBase, spentFrac: spent / quoteQty };
}
