import type {
  AccountKey,
  Condition,
  DecimalString,
  Instrument,
  InstrumentId,
  InstrumentModes,
  KeyReport,
  KillLevel,
  MarginMode,
  OrderIntent,
  OrderSide,
  PlannedOrder,
  PositionMode,
} from '../domain/index.ts';
import type { RiskLimits } from './risk-limits.ts';

/** The quantised figures of an order. A `PlannedOrder` is one; a preview has no client order id yet. */
export type RiskOrder = Omit<PlannedOrder, 'clientOrderId'>;

/** One position or spot holding of any account. */
export interface RiskPosition {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly baseAsset: string;
  /** Signed: positive is long or held. */
  readonly qtyBase: DecimalString;
  readonly entryPx: DecimalString | null;
  readonly markPx: DecimalString | null;
  readonly liquidationPx: DecimalString | null;
  /** null is taken as 1: the whole notional is bound. */
  readonly leverage: number | null;
  /** Entry orders that made it, the first included; null when unknown. */
  readonly entryCount: number | null;
}

/** What is left of an entry order that may still fill: in flight, resting or of unknown outcome. */
export interface RiskOpenEntry {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly baseAsset: string;
  readonly side: OrderSide;
  readonly qtyBase: DecimalString;
  /** Limit price, or the price expected; null when unknown. */
  readonly px: DecimalString | null;
  readonly leverage: number | null;
}

/** Consecutive losses of the order's mode. */
export interface LossStreakView {
  readonly losses: number;
  readonly halts: number;
  /** End of the running halt; the end itself is free. null when none runs. */
  readonly haltEndMs: number | null;
  /** True after the last permitted halt, until a person releases it. */
  readonly isOff: boolean;
}

/** What a venue's own price rule allows around the reference price; null where it states none. */
export interface VenuePriceBand {
  readonly upFrac: number | null;
  readonly downFrac: number | null;
}

/**
 * Everything the gates look at, as plain figures taken at one moment for one order. null always means "not known" and blocks an
 * entry, except where a field says otherwise. Money is in USD of the quote asset and exact; positions and entries are of all
 * accounts, gates keep to those of the order's mode.
 */
export interface RiskView {
  readonly nowMs: number;
  readonly limits: RiskLimits;
  readonly killLevel: KillLevel;
  /** True when live orders are permitted, this venue is switched to live, and confirmed where that is asked for. */
  readonly isLiveConfirmed: boolean;
  readonly isJournalOk: boolean;
  readonly isVenueEnabled: boolean | null;
  /** Private streams of the account; the paper client counts as a stream. */
  readonly isStreamLive: boolean | null;
  /** True once the account was compared with its venue since the start. */
  readonly isReconciled: boolean | null;
  readonly isFeedLive: boolean | null;
  /** Age of a verified book; null when there is none. */
  readonly bookAgeMs: number | null;
  readonly clockOffsetMs: number | null;
  readonly key: KeyReport | null;
  /** Read back from the venue. Not looked at for spot. */
  readonly modes: InstrumentModes | null;
  readonly wantedPositionMode: PositionMode;
  readonly wantedMarginMode: MarginMode;
  /** Free margin (perps) or free quote (spot) of the account. */
  readonly freeUsd: DecimalString | null;
  /** Free base units of the account, for spot sells. */
  readonly freeBase: DecimalString | null;
  readonly takerFeeFrac: DecimalString | null;
  readonly positions: readonly RiskPosition[];
  readonly openEntries: readonly RiskOpenEntry[];
  /** Equity of the order's account. */
  readonly equityUsd: DecimalString | null;
  /** Realised gains, fees and funding of the UTC day and of the order's mode. */
  readonly dayPnlUsd: DecimalString | null;
  /** Equity of all accounts of the mode when the day began. */
  readonly dayStartEquityUsd: DecimalString | null;
  readonly lossStreak: LossStreakView;
  /** End of the cooldown of this symbol at this venue; null when none runs. The end itself is free. */
  readonly cooldownEndMs: number | null;
  readonly markPx: DecimalString | null;
  readonly midPx: DecimalString | null;
  /** What a market order would pay on average, walking the book; null when not computed: the mid counts then. */
  readonly expectedPx: DecimalString | null;
  readonly venueBand: VenuePriceBand;
  /** Share of the notional the venue keeps as maintenance margin; null is taken as the limits' assumed figure. */
  readonly maintenanceMarginFrac: number | null;
  readonly fundingNextMs: number | null;
  readonly fundingRateFrac: DecimalString | null;
  /** Capital given to the order's venue. */
  readonly allocationUsd: DecimalString | null;
  readonly conditions: readonly Condition[];
  /** Signed base units of the same asset that the other leg of a pair brings with it. Absent: the order stands alone. */
  readonly pairedBase?: DecimalString;
}

/** One order before the gates. `instrument` null: not listed. */
export interface RiskRequest<T extends RiskOrder = RiskOrder> {
  readonly order: T;
  readonly intent: OrderIntent;
  readonly instrument: Instrument | null;
  readonly view: RiskView;
}
