import type { DomainErrorCode } from './errors.ts';
import type { InstrumentId } from './instrument.ts';
import type { ExecutionMode, OrderRole, OrderSide, OrderType, TimeInForce, TriggerSource } from './orders.ts';
import type { DecimalString } from './units.ts';
import type { Venue } from './venue.ts';

/** Who wants to trade. */
export const INTENT_SOURCES = [
  'operator',
  'pas-trader',
  'oraculis',
  'arbitrage',
  'carry',
  'trailing',
  'protection',
  'kill-switch',
  'reconciler',
] as const;
export type IntentSource = (typeof INTENT_SOURCES)[number];

/** One order somebody wants, before anybody has agreed. Prices and quantities may be finer than the instrument allows. */
export interface OrderIntent {
  /** `[A-Za-z0-9]`, unique for ever, at most 16 characters: the client order id is made of it. */
  readonly intentId: string;
  readonly source: IntentSource;
  readonly role: OrderRole;
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
  /** Expected gain in bps after costs, where the wish has one; for the gates against too good and too bad. */
  readonly expectedNetBps: number | null;
  /** Price at which the position would be stopped; null when no stop is planned. */
  readonly stopPx: DecimalString | null;
  readonly createdMs: number;
}

/** The gates, in the order in which they are shown. One file each under core/risk. */
export const GATES = [
  'kill-switch',
  'live-confirmed',
  'journal',
  'venue-health',
  'book-age',
  'clock-offset',
  'key-permission',
  'mode-match',
  'symbol-support',
  'min-size',
  'quantisation-loss',
  'free-margin',
  'max-position',
  'max-leverage',
  'max-concurrent',
  'capital-per-trade',
  'net-exposure',
  'allocation-cap',
  'cooldown',
  'daily-loss',
  'loss-streak',
  'price-band',
  'abnormal-profit',
  'liquidation-distance',
  'funding-window',
  'open-conditions',
] as const;
export type GateName = (typeof GATES)[number];

/** What one gate says. Numbers as text, so that the vector can be stored as it is. */
export interface GateDecision {
  readonly gate: GateName;
  readonly ok: boolean;
  /** null while ok. */
  readonly code: DomainErrorCode | null;
  /** In words for a person: the value, the bound, the unit. */
  readonly detail: string;
  /** The figure and its bound, where the gate compares numbers; for "would pass at". */
  readonly value: DecimalString | null;
  readonly bound: DecimalString | null;
}

declare const approved: unique symbol;
/** Something that passed every gate. Only core/risk makes one; execution accepts nothing else. */
export type RiskApproved<T> = T & { readonly [approved]: true };

/** An order as it will be sent: quantised, named, with its account. */
export interface PlannedOrder {
  /** `P<intent><leg><attempt>`. */
  readonly clientOrderId: string;
  readonly intentId: string;
  readonly source: IntentSource;
  readonly role: OrderRole;
  readonly venue: Venue;
  readonly mode: ExecutionMode;
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
}
