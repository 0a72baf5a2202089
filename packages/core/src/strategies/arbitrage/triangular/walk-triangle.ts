import { convert, type Conversion, type ConversionTerms } from './convert.ts';

/** Rounds in which a size is cut down to what three books take. */
const CUTS_MAX = 4;
/** A little less than what just fits, so that rounding does not bring the same cut again. */
const CUT_MARGIN = 1 - 1e-9;

export type ThreeTerms = readonly [ConversionTerms, ConversionTerms, ConversionTerms];

export interface TriangleWalk {
  readonly steps: readonly [Conversion, Conversion, Conversion];
  /** What the first step spends. What the others leave behind counts as lost. */
  readonly startQty: number;
  readonly endQty: number;
  /** endQty / startQty - 1 in bps; NaN when nothing could be traded. */
  readonly netBps: number;
}

/**
 * Walks three books one after another, each with what the one before gave, cut to whole steps and less the fee. A size that
 * one of the books can't take is made smaller first.
 */
export function walkTriangle(terms: ThreeTerms, startQtyMax: number): TriangleWalk {
  let wish = startQtyMax;
  let steps = walk(terms, wish);
  for (let cut = 0; cut < CUTS_MAX; cut += 1) {
    const takenFrac = Math.min(...steps.map((step) => step.takenFrac));
    if (takenFrac >= 1) break;
    wish *= takenFrac * CUT_MARGIN;
    steps = walk(terms, wish);
  }
  const startQty = steps[0].usedQty;
  const endQty = steps[2].outQty;
  return { steps, startQty, endQty, netBps: (endQty / startQty - 1) * 1e4 };
}

function walk([first, second, third]: ThreeTerms, startQty: number): [Conversion, Conversion, Conversion] {
  const one = convert(first, startQty);
  const two = convert(second, one.outQty);
  return [one, two, convert(third, two.outQty)];
}
