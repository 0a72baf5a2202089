import {
  domainError,
  err,
  ok,
  ONE,
  parseDecimal,
  toDecimalString,
  type Decimal,
  type DomainError,
  type Result,
  type TrailingOrder,
  type Venue,
} from '../../domain/index.ts';
import type { SnipingCalls } from '../sniping-views.ts';

/** Distances that are 0 or missing, and the widest that are taken; fractions. */
export const TRAILING_LIMITS = {
  distance: { fallback: 0.02, max: 0.1 },
  widest: { fallback: 0.05, max: 0.2 },
} as const;

const ID_MAX = 64;
const QTY_MAX = 1e9;

/** Checks what a person wishes and makes the order of it. @errors INPUT_INVALID naming every faulty field. */
export function parseTrailing(
  request: SnipingCalls['trailing-create']['request'],
  { venue, nowMs }: { readonly venue: Venue; readonly nowMs: number },
): Result<TrailingOrder, DomainError> {
  const faults: string[] = [];
  const orderId = request.orderId.trim();
  if (orderId === '' || orderId.length > ID_MAX) faults.push(`orderId must have 1 to ${ID_MAX} characters`);
  if (request.symbol.trim() === '') faults.push('symbol is missing');
  const entry = positive('entryPx', request.entryPx, faults);
  const qty = positive('qtyBase', request.qtyBase, faults);
  if (qty.gt(QTY_MAX)) faults.push(`qtyBase must be at most ${QTY_MAX}`);
  const distance = fraction('trailingDistanceFrac', request.trailingDistanceFrac, TRAILING_LIMITS.distance, faults);
  const widest = fraction('maxTrailingFrac', request.maxTrailingFrac, TRAILING_LIMITS.widest, faults);
  // WHY: a target that follows farther than the widest trail would never be followed to.
  if (distance > widest) {
    faults.push(`trailingDistanceFrac is ${distance}, wider than maxTrailingFrac, which is ${widest}`);
  }
  const isLong = request.side === 'BUY';
  const given = request.initialTakeProfitPx;
  const initial =
    given === null || parseDecimal(given)?.eq(0) === true
      ? entry.times(isLong ? ONE.plus(distance) : ONE.minus(distance))
      : positive('initialTakeProfitPx', given, faults);
  if (!(isLong ? initial.gt(entry) : initial.lt(entry))) {
    faults.push(`initialTakeProfitPx must be ${isLong ? 'above the entry of a long' : 'below the entry of a short'}`);
  }
  if (faults.length > 0) return err(domainError('INPUT_INVALID', faults.join('; '), { outcome: 'not-sent' }));
  const initialTakeProfitPx = toDecimalString(initial);
  return ok({
    orderId,
    venue: request.venue ?? venue,
    symbol: request.symbol.trim().toUpperCase(),
    side: request.side,
    entryPx: toDecimalString(entry),
    qtyBase: toDecimalString(qty),
    initialTakeProfitPx,
    trailingDistanceFrac: distance,
    maxTrailingFrac: widest,
    state: 'initial',
    currentTakeProfitPx: initialTakeProfitPx,
    bestPx: null,
    clientOrderId: null,
    createdMs: nowMs,
    updatedMs: nowMs,
    reason: `not started; ${takenText(request, { distance, widest })}`,
  });
}

function takenText(
  { trailingDistanceFrac, maxTrailingFrac }: SnipingCalls['trailing-create']['request'],
  { distance, widest }: { readonly distance: number; readonly widest: number },
): string {
  const told = (given: number | null): string => (given === null || given === 0 ? ' (none was given)' : '');
  return `it trails by ${distance}${told(trailingDistanceFrac)}, at most ${widest}${told(maxTrailingFrac)}`;
}

function positive(field: string, value: string, faults: string[]): Decimal {
  const parsed = parseDecimal(value);
  if (parsed?.gt(0) === true) return parsed;
  faults.push(`${field} must be above 0`);
  return ONE;
}

function fraction(
  field: string,
  value: number | null,
  { fallback, max }: { readonly fallback: number; readonly max: number },
  faults: string[],
): number {
  if (value === null || value === 0) return fallback;
  if (Number.isFinite(value) && value > 0 && value <= max) return value;
  faults.push(`${field} must be between 0 and ${max}`);
  return fallback;
}
