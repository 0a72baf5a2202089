import { LEG_KEYS, ZERO, type ArbTrade, type Decimal, type LegFill, type LegKey } from '../../domain/index.ts';

/** A completion may cost this much more than an unwind and is still taken: it keeps the trade. */
const COMPLETION_BONUS_BPS = 1;

/** How one leg stands once nothing of it is under way, or that something is of unknown outcome. */
export interface LegStanding {
  readonly fill: LegFill;
  /** What it holds along its entry, in base units; never negative. */
  readonly heldBase: Decimal;
  /** Smallest quantity that an order of this leg can close, and can add. */
  readonly closeMinBase: Decimal;
  readonly addMinBase: Decimal;
  /** What making the leg's missing part, and closing what it holds, would cost now; null without a book. */
  readonly completionBps: number | null;
  readonly unwindBps: number | null;
}

/** Two legs, and what may be done about them. */
export interface LegQuestion {
  readonly phase: ArbTrade['phase'];
  readonly buy: LegStanding;
  readonly sell: LegStanding;
  /** One common lot: less than that is no difference. */
  readonly lotBase: Decimal;
  /** Most that a repair by completion may cost. */
  readonly repairMaxBps: number;
  /** Completions that may still be sent; 0 also when an order was judged without the venue's answer. */
  readonly completionsLeft: number;
}

/** One closing order that is due. */
export interface LegClosing {
  readonly leg: LegKey;
  readonly kind: 'trim' | 'unwind';
  readonly qtyBase: Decimal;
}

export type Resolution =
  /** An answer is missing: nothing is sent. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'hedged'; readonly dustBase: Decimal }
  /** Nothing is held that an order could close. */
  | { readonly kind: 'flat' }
  | { readonly kind: 'complete'; readonly leg: LegKey; readonly qtyBase: Decimal; readonly reason: string }
  | { readonly kind: 'close'; readonly parts: readonly LegClosing[]; readonly reason: string };

/** Returns how a leg was filled against what was wanted of it; what is less than a lot is nothing. */
export function legFillOf(heldBase: Decimal, wantedBase: Decimal, lotBase: Decimal): Exclude<LegFill, 'unknown'> {
  if (heldBase.lt(lotBase)) return 'none';
  return wantedBase.minus(heldBase).lt(lotBase) ? 'full' : 'partial';
}

/**
 * The leg-resolution matrix: what to do about two legs, however they came to stand so (fills, refusals, timeouts, exceptions, a restart).
 *
 * Entry: alike is hedged; a full leg beside a partial or missing one is completed while that is not dearer than undoing it and within the
 * budget, else the larger is brought down; a partial leg alone is unwound. Exit: whatever is held is closed. Unknown: wait.
 */
export function resolveLegs(question: LegQuestion): Resolution {
  const { buy, sell, phase } = question;
  if (buy.fill === 'unknown' || sell.fill === 'unknown') return { kind: 'wait' };
  if (phase === 'exit') return closeAll(question, 'the pair is being closed');
  if (buy.fill === 'none' && sell.fill === 'none') return closeAll(question, 'neither leg was filled');
  const difference = buy.heldBase.minus(sell.heldBase);
  const areBothOpen = buy.fill !== 'none' && sell.fill !== 'none';
  const larger: LegKey = difference.gt(0) ? 'buy' : 'sell';
  const smaller: LegKey = larger === 'buy' ? 'sell' : 'buy';
  // Less than a lot is no difference, but what a finer listing can give back is given back.
  if (areBothOpen && difference.abs().lt(question.lotBase) && difference.abs().lt(question[larger].closeMinBase)) {
    return { kind: 'hedged', dustBase: difference };
  }
  return areBothOpen
    ? balance(question, larger, smaller)
    : aloneLeg(question, question.buy.fill === 'none' ? 'sell' : 'buy');
}

/** One leg is filled, the other is not at all. */
function aloneLeg(question: LegQuestion, leg: LegKey): Resolution {
  const missing: LegKey = leg === 'buy' ? 'sell' : 'buy';
  const qtyBase = question[leg].heldBase.minus(question[missing].heldBase);
  if (question[leg].fill === 'full' && mayComplete(question, missing, { from: leg, qtyBase })) {
    return { kind: 'complete', leg: missing, qtyBase, reason: whyComplete(question, missing, leg) };
  }
  return closeAll(question, whyUnwind(question, missing, leg));
}

/** Both legs are open, one with more than the other. */
function balance(question: LegQuestion, larger: LegKey, smaller: LegKey): Resolution {
  const qtyBase = question[larger].heldBase.minus(question[smaller].heldBase);
  const isFull = question[larger].fill === 'full';
  if (isFull && mayComplete(question, smaller, { from: larger, qtyBase })) {
    return { kind: 'complete', leg: smaller, qtyBase, reason: whyComplete(question, smaller, larger) };
  }
  if (qtyBase.gte(question[larger].closeMinBase)) {
    const reason = `the ${larger} leg is brought down to the ${smaller} leg`;
    return { kind: 'close', parts: [{ leg: larger, kind: 'trim', qtyBase }], reason };
  }
  // Too little to be taken away; the missing part may still be large enough to be added.
  if (mayComplete(question, smaller, { from: larger, qtyBase })) {
    return {
      kind: 'complete',
      leg: smaller,
      qtyBase,
      reason: `the rest of the ${larger} leg is too small to be closed`,
    };
  }
  return { kind: 'hedged', dustBase: question.buy.heldBase.minus(question.sell.heldBase) };
}

function mayComplete(
  question: LegQuestion,
  missing: LegKey,
  { from, qtyBase }: { readonly from: LegKey; readonly qtyBase: Decimal },
): boolean {
  const { completionBps, addMinBase } = question[missing];
  if (question.completionsLeft <= 0 || completionBps === null || qtyBase.lt(addMinBase)) return false;
  if (completionBps > question.repairMaxBps) return false;
  const { unwindBps } = question[from];
  return unwindBps === null || completionBps <= unwindBps + COMPLETION_BONUS_BPS;
}

/** Closes what an order can close; what is too little for one stays as dust. */
function closeAll(question: LegQuestion, reason: string): Resolution {
  const parts = LEG_KEYS.flatMap((leg): readonly LegClosing[] => {
    const { heldBase, closeMinBase } = question[leg];
    return heldBase.gt(ZERO) && heldBase.gte(closeMinBase) ? [{ leg, kind: 'unwind', qtyBase: heldBase }] : [];
  });
  return parts.length === 0 ? { kind: 'flat' } : { kind: 'close', parts, reason };
}

function whyComplete(question: LegQuestion, missing: LegKey, from: LegKey): string {
  return `completing the ${missing} leg costs ${shown(question[missing].completionBps)}, undoing the ${from} leg ${shown(question[from].unwindBps)}`;
}

function whyUnwind(question: LegQuestion, missing: LegKey, from: LegKey): string {
  if (question[from].fill === 'partial') return `the ${from} leg was filled in part, the ${missing} leg not at all`;
  if (question.completionsLeft <= 0) return `the ${missing} leg was not filled, and may not be sent again`;
  return `completing the ${missing} leg costs ${shown(question[missing].completionBps)} of at most ${question.repairMaxBps} bps, undoing the ${from} leg ${shown(question[from].unwindBps)}`;
}

function shown(bps: number | null): string {
  return bps === null ? '—' : `${Math.round(bps * 100) / 100} bps`;
}
