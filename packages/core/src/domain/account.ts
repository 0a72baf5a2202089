import type { InstrumentId } from './instrument.ts';
import type { DecimalString } from './units.ts';
import type { Venue } from './venue.ts';

export type MarginMode = 'isolated' | 'cross';
export type PositionMode = 'one-way' | 'hedge';

/** A position as its venue sees it. Only perps have positions; spot holdings are balances. */
export interface PositionReport {
  readonly instrumentId: InstrumentId;
  /** Signed base units: positive is long. 0 says that there is none. */
  readonly qtyBase: DecimalString;
  /** null for a flat position. */
  readonly entryPx: DecimalString | null;
  readonly markPx: DecimalString | null;
  readonly unrealisedUsd: DecimalString | null;
  readonly leverage: number | null;
  readonly marginMode: MarginMode | null;
  /** null when the venue gives none (flat, or far away in cross margin). */
  readonly liquidationPx: DecimalString | null;
  readonly marginUsd: DecimalString | null;
  /** 1 (last in the queue) to 5 (first to be deleveraged); null when unknown. */
  readonly adlRank: number | null;
  readonly updatedMs: number;
}

/** Which of a venue's pockets a balance lies in. `unified` serves spot and perps. */
export type BalanceScope = 'spot' | 'futures' | 'unified';

/** One asset in one pocket. total = free + locked, without unrealised PnL. */
export interface BalanceReport {
  readonly scope: BalanceScope;
  readonly asset: string;
  readonly total: DecimalString;
  /** What a new order could use. */
  readonly free: DecimalString;
  readonly locked: DecimalString;
  /** Owed to the venue; 0 where nothing is borrowed. */
  readonly borrowed: DecimalString;
  readonly updatedMs: number;
}

/** How one instrument is set up at its venue. */
export interface InstrumentModes {
  readonly instrumentId: InstrumentId;
  readonly positionMode: PositionMode;
  readonly marginMode: MarginMode;
  readonly leverage: number;
}

/** Maker and taker rates as fractions: 0.0005 is 5 bps. Negative is a rebate. */
export interface FeeRates {
  readonly makerFrac: DecimalString;
  readonly takerFrac: DecimalString;
}

/** What moves money without a fill of ours. */
export const INCOME_KINDS = [
  'funding',
  'borrow-interest',
  'transfer',
  'liquidation-fee',
  'rebate',
  'adjustment',
] as const;
export type IncomeKind = (typeof INCOME_KINDS)[number];

/** One entry of a venue's income history that is no trade. */
export interface Income {
  readonly kind: IncomeKind;
  /** Unique per venue and kind. */
  readonly incomeId: string;
  readonly instrumentId: InstrumentId | null;
  readonly scope: BalanceScope;
  readonly asset: string;
  /** Positive: we receive. */
  readonly amount: DecimalString;
  readonly venueMs: number;
}

/** What a key may do, as the venue says. null is unknown. */
export interface KeyReport {
  readonly venue: Venue;
  /** The venue's own number of the account the key opens; null where it does not tell. */
  readonly accountId: string | null;
  readonly spotOk: boolean;
  readonly futuresOk: boolean;
  readonly canWithdraw: boolean | null;
  readonly isReadOnly: boolean | null;
  /** True when the key works only from listed addresses. */
  readonly isIpRestricted: boolean | null;
  readonly expiresMs: number | null;
  readonly positionMode: PositionMode | null;
  /** In words for a person. */
  readonly detail: string;
}
