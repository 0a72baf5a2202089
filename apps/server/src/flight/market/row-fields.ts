import { BOOK_RESET_REASONS } from '@riptide/core/domain';
import type { InstrumentView } from '@riptide/core/engine';
import type { TableInstrument } from './market-table.ts';

/**
 * What a row of the record tells, in the order of its bits. The order is part of the format: new fields go to the end. NaN is unknown; `bookState`
 * is 0 while live, else 1 and on: the place of the reason.
 */
export const ROW_FIELDS = [
  'bidPx',
  'bidQtyBase',
  'askPx',
  'askQtyBase',
  'lastPx',
  'markPx',
  'fundingRateFrac',
  'nextFundingMs',
  'bookState',
] as const;
type RowField = (typeof ROW_FIELDS)[number];
export const FIELD_COUNT = ROW_FIELDS.length;

/** Finer than a price step: what a mark is rounded to. */
const MARK_PARTS = 100;
const FUNDING_UNIT = 1e-9;
const SECOND_MS = 1_000;
/** Longer than the dust of a float, shorter than any price or size needs. */
const DIGITS = 14;
/** A value that its unit does not give back this well is written as it is. */
const EXACT_FRAC = 1e-9;

const ROUNDED: ReadonlySet<RowField> = new Set(['markPx', 'fundingRateFrac']);

/** Returns the units of an instrument's numbers by field. */
export function unitsOf({ pxUnit, qtyUnit }: Pick<TableInstrument, 'pxUnit' | 'qtyUnit'>): readonly number[] {
  return ROW_FIELDS.map((field) => {
    if (field === 'bidQtyBase' || field === 'askQtyBase') return qtyUnit;
    if (field === 'markPx') return pxUnit / MARK_PARTS;
    if (field === 'fundingRateFrac') return FUNDING_UNIT;
    if (field === 'nextFundingMs') return SECOND_MS;
    return field === 'bookState' ? 1 : pxUnit;
  });
}

/** Whether a field may be rounded to its unit. */
export const IS_ROUNDED: readonly boolean[] = ROW_FIELDS.map((field) => ROUNDED.has(field));

/** Returns a value as a number of units; NaN when they don't give it back. */
export function toUnits(value: number, unit: number, isRounded: boolean): number {
  const units = Math.round(value / unit);
  if (!Number.isSafeInteger(units * 4)) return Number.NaN;
  return isRounded || Math.abs(units * unit - value) <= Math.abs(value) * EXACT_FRAC ? units : Number.NaN;
}

export function fromUnits(units: number, unit: number): number {
  return Number((units * unit).toPrecision(DIGITS));
}

/** Puts the values of a view into `to`, by field. */
export function readView(view: InstrumentView, to: Float64Array): void {
  to[0] = view.bidPx;
  to[1] = view.bidQtyBase;
  to[2] = view.askPx;
  to[3] = view.askQtyBase;
  to[4] = view.lastPx;
  to[5] = view.markPx;
  to[6] = view.fundingRateFrac;
  to[7] = view.nextFundingMs;
  to[8] = view.bookResetReason === null ? 0 : 1 + BOOK_RESET_REASONS.indexOf(view.bookResetReason);
}
