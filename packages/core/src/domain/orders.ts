import type { Instrument, InstrumentId } from './instrument.ts';
import type { DecimalString } from './units.ts';
import type { Venue } from './venue.ts';

/**
 * Orders and fills as the core knows them. Quantities are base units of the canonical asset, prices are per base unit: an adapter
 * turns them into contracts and wire prices and back, exactly. Everything here is plain data and survives JSON.
 */

export const ORDER_SIDES = ['BUY', 'SELL'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

/** Stops and take-profits are market orders that wait for a trigger at the venue. */
export const ORDER_TYPES = ['market', 'limit', 'stop-market', 'take-profit-market'] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

export type TriggerSource = 'mark' | 'last';

/**
 * Why an order exists. Decides its priority at the rate limits and whether staleness may block it: everything but `entry` reduces risk.
 */
export const ORDER_ROLES = ['entry', 'exit', 'protective-stop', 'take-profit', 'unwind', 'flatten'] as const;
export type OrderRole = (typeof ORDER_ROLES)[number];

/** Where an account's orders go: inside the platform, or to the venue. */
export const EXECUTION_MODES = ['paper', 'live'] as const;
export type ExecutionMode = (typeof EXECUTION_MODES)[number];

/** One account: a venue's paper account or the real one. Figures of two accounts are never added without saying so. */
export type AccountKey = `${Venue}:${ExecutionMode}`;

/** Builds the key of an account. */
export function accountKey(venue: Venue, mode: ExecutionMode): AccountKey {
  return `${venue}:${mode}`;
}

/** What a venue is asked to do. */
export interface PlaceOrder {
  /** Ours, `[A-Za-z0-9]{1,32}`: the characters and the length that all four venues take. */
  readonly clientOrderId: string;
  readonly instrument: Instrument;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Ignored for anything but `limit`. */
  readonly tif: TimeInForce;
  /** A whole multiple of the instrument's step. null only with `closesPosition`. */
  readonly qtyBase: DecimalString | null;
  /** Limit price, a whole multiple of the tick; null for the other types. */
  readonly px: DecimalString | null;
  readonly triggerPx: DecimalString | null;
  readonly triggerBy: TriggerSource;
  /** Perps only; false on spot. */
  readonly isReduceOnly: boolean;
  /** Closes whatever is open when triggered. Stops of perps only, where the venue has it; else an adapter sends reduce-only with `qtyBase`. */
  readonly closesPosition: boolean;
  /** Leverage the position is meant to have; some venues want it with the order. null on spot. */
  readonly leverage: number | null;
  readonly role: OrderRole;
}

/** How an order stands at its venue. A cumulative quantity says how far it was filled. */
export const VENUE_ORDER_STATUSES = ['untriggered', 'open', 'filled', 'cancelled', 'rejected', 'expired'] as const;
export type VenueOrderStatus = (typeof VENUE_ORDER_STATUSES)[number];

/** Returns true when a venue will never change the order again. */
export function isTerminal(status: VenueOrderStatus): boolean {
  return status !== 'untriggered' && status !== 'open';
}

/** What a venue says about one order. */
export interface OrderReport {
  readonly instrumentId: InstrumentId;
  /** null for orders that were given elsewhere without an id. */
  readonly clientOrderId: string | null;
  /** The venue's id; a conditional order keeps the id under which it is cancelled until it triggers. */
  readonly venueOrderId: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly qtyBase: DecimalString | null;
  readonly px: DecimalString | null;
  readonly triggerPx: DecimalString | null;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly status: VenueOrderStatus;
  readonly cumQtyBase: DecimalString;
  /** null before the first fill and where the venue doesn't say. */
  readonly avgPx: DecimalString | null;
  /** The venue's words for a rejection, cancellation or expiry; null otherwise. */
  readonly reason: string | null;
  /** Venue time of the state. */
  readonly updatedMs: number;
}

/** How an order is named in a query or a cancel: by our id where we have one. */
export interface OrderRef {
  readonly instrument: Instrument;
  readonly clientOrderId: string | null;
  readonly venueOrderId: string | null;
  /** Conditional orders live under other calls at most venues. */
  readonly isConditional: boolean;
}

/** One execution at a venue. */
export interface Fill {
  readonly instrumentId: InstrumentId;
  /** Unique per instrument at its venue. */
  readonly fillId: string;
  readonly venueOrderId: string;
  readonly clientOrderId: string | null;
  readonly side: OrderSide;
  readonly px: DecimalString;
  readonly qtyBase: DecimalString;
  /** Positive costs, negative is a rebate. */
  readonly fee: DecimalString;
  readonly feeAsset: string;
  /** null where the venue doesn't say. */
  readonly liquidity: 'maker' | 'taker' | null;
  /** `liquidation` and `adl` are done by the venue, to us. */
  readonly cause: 'order' | 'liquidation' | 'adl';
  readonly venueMs: number;
}
