import {
  MAX_POSITION_USD,
  MIN_SPREAD_BPS,
  VENUE_NAMES,
  type startArbitrage,
  type ArbitrageSession,
  type RouteInput,
  type VenueName,
} from '@riptide/contracts/calls';

export interface ScannerForm {
  /** As typed. */
  readonly minSpreadPct: string;
  readonly maxPositionUsd: string;
  readonly venues: readonly VenueName[];
}

export interface ScannerFormErrors {
  readonly minSpreadPct: string | null;
  readonly maxPositionUsd: string | null;
  readonly venues: string | null;
}

export type ScannerOrder = RouteInput<typeof startArbitrage>['body'];

export const SCANNER_DEFAULTS: ScannerForm = {
  minSpreadPct: '0.5',
  maxPositionUsd: '1000',
  venues: ['BINANCE', 'BYBIT'],
};

export const SCANNER_BOUNDS = {
  minSpreadPct: `${MIN_SPREAD_BPS.min / 100} to ${MIN_SPREAD_BPS.max / 100} %`,
  maxPositionUsd: `$${MAX_POSITION_USD.min.toLocaleString('en-US')} to $${MAX_POSITION_USD.max.toLocaleString('en-US')}`,
} as const;

const NUMBER = /^\s*\d+(\.\d+)?\s*$|^\s*\.\d+\s*$/;

/** Reads the form with the contract's own bounds; either the body to send or a text per faulty field. */
export function readScannerForm(form: ScannerForm): {
  readonly order: ScannerOrder | null;
  readonly errors: ScannerFormErrors;
} {
  const body = {
    // Percent to bps; rounded because 0.07 x 100 is not 7 in binary.
    min_spread_bps: NUMBER.test(form.minSpreadPct) ? Number((Number(form.minSpreadPct) * 100).toFixed(6)) : Number.NaN,
    max_position_usd: NUMBER.test(form.maxPositionUsd) ? Number(form.maxPositionUsd) : Number.NaN,
    venues: [...form.venues],
  };
  const errors: ScannerFormErrors = {
    minSpreadPct: isWithin(body.min_spread_bps, MIN_SPREAD_BPS) ? null : `Enter ${SCANNER_BOUNDS.minSpreadPct}`,
    maxPositionUsd: isWithin(body.max_position_usd, MAX_POSITION_USD) ? null : `Enter ${SCANNER_BOUNDS.maxPositionUsd}`,
    venues: new Set(body.venues).size >= 2 ? null : 'Choose at least two venues',
  };
  return { order: Object.values(errors).every((error) => error === null) ? body : null, errors };
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}

/** The form that would start the session as it is stored. */
export function formOfSession(session: ArbitrageSession): ScannerForm {
  const venues = session.exchanges.map((name) => name.toUpperCase());
  return {
    minSpreadPct: String(Number((session.min_spread_bps / 100).toFixed(6))),
    maxPositionUsd: String(session.max_position_usd),
    venues: VENUE_NAMES.filter((venue) => venues.includes(venue)),
  };
}

/** Tells whether two forms would start the same scan. */
export function isSameForm(one: ScannerForm, other: ScannerForm): boolean {
  return (
    Number(one.minSpreadPct) === Number(other.minSpreadPct) &&
    Number(one.maxPositionUsd) === Number(other.maxPositionUsd) &&
    one.venues.length === other.venues.length &&
    one.venues.every((venue) => other.venues.includes(venue))
  );
}
