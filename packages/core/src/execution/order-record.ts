import type {
  AccountKey,
  DecimalString,
  InstrumentId,
  IntentSource,
  OrderRole,
  OrderSide,
  OrderType,
  TimeInForce,
  TriggerSource,
} from '../domain/index.ts';

/**
 * Where an order stands, as far as we know.
 *
 * `sent`: journalled, so it may exist. `unknown`: its call failed without telling its effect. `open`: the venue has it, waiting for
 * its trigger or in the book. `not-sent` and `absent` are our own conclusions, the other ends are the venue's word.
 */
export const ORDER_STATES = [
  'sent',
  'unknown',
  'open',
  'filled',
  'cancelled',
  'rejected',
  'expired',
  'not-sent',
  'absent',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** What is known of one order. Immutable plain JSON; quantities are base units. */
export interface OrderRecord {
  /** Our client order id, or `<account>|<instrument>|<venue order id>` for orders given elsewhere. */
  readonly key: string;
  readonly account: AccountKey;
  readonly clientOrderId: string | null;
  readonly venueOrderId: string | null;
  /** False for orders somebody else gave on the same account: followed and shown, never touched. */
  readonly isOurs: boolean;
  readonly intentId: string | null;
  readonly source: IntentSource | null;
  /** null for orders given elsewhere, and for ours that were found without their journal row. */
  readonly role: OrderRole | null;
  readonly instrumentId: InstrumentId;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  readonly qtyBase: DecimalString | null;
  readonly px: DecimalString | null;
  readonly triggerPx: DecimalString | null;
  readonly triggerBy: TriggerSource;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly leverage: number | null;

  readonly state: OrderState;
  /** True while a conditional order waits for its trigger. */
  readonly isUntriggered: boolean;
  /** The most that the venue ever said, or our fills add up to. Never falls. */
  readonly cumQtyBase: DecimalString;
  /** What our fills add up to; behind `cumQtyBase` while fills are missing. */
  readonly filledQtyBase: DecimalString;
  readonly filledQuote: DecimalString;
  /** The venue's average at `cumQtyBase`; null while it has said none. */
  readonly venueAvgPx: DecimalString | null;
  readonly fillIds: readonly string[];
  readonly isCancelAsked: boolean;
  /** The venue's words, or the code of our own failure; null while there is nothing to say. */
  readonly reason: string | null;
  /** When the journal took the order, or when it was adopted. */
  readonly createdMs: number;
  /** Venue time of the newest report; 0 before the first. */
  readonly updatedMs: number;
  /** When it became final; null while it is not. */
  readonly finalMs: number | null;
}

/** Returns true when nothing more is expected of the order but late fills. */
export function isFinalState(state: OrderState): boolean {
  return state !== 'sent' && state !== 'unknown' && state !== 'open';
}

/** Returns true while nobody knows whether the venue has the order. */
export function isUnproven(state: OrderState): boolean {
  return state === 'sent' || state === 'unknown';
}

/** Returns true for orders that wait at the venue for a trigger: they live under other calls there. */
export function isConditionalType(type: OrderType): boolean {
  return type === 'stop-market' || type === 'take-profit-market';
}
