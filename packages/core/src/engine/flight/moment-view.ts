import type {
  ArbTrade,
  DecimalString,
  EngineMode,
  ExecutionMode,
  InstrumentId,
  Snipe,
  SnipingEngine,
} from '../../domain/index.ts';
import type { OraculisView, PasSettings } from '../../strategies/index.ts';
import type { ArmRow } from '../sniping-views.ts';
import type { OrderView, PositionView, TradingStateView } from '../trading-views.ts';

/** Prices of a moment that has passed; null is unknown. */
export interface MomentPrices {
  markPx(id: InstrumentId): DecimalString | null;
  priceUsd(asset: string): DecimalString | null;
}

/** An engine as its records left it. */
export interface MomentEngine {
  readonly engine: SnipingEngine;
  readonly isRunning: boolean;
  readonly mode: EngineMode;
  /** null before it was ever started. */
  readonly sinceMs: number | null;
  readonly by: string;
  readonly reason: string;
  readonly settings: PasSettings;
}

/** Risk as its records left it; gates are judged anew for each order and stand in their own records. */
export type MomentRisk = Pick<
  TradingStateView,
  | 'killLevel'
  | 'killReason'
  | 'killedMs'
  | 'conditions'
  | 'cooldowns'
  | 'settings'
  | 'dayStartEquityUsd'
  | 'lossStreaks'
  | 'disabledVenues'
> & {
  /** null while the price of an asset is unknown. */
  readonly dayPnlUsd: Readonly<Record<ExecutionMode, DecimalString | null>>;
};

/**
 * Everything that the records of a journal add up to at one of them. Plain, structured-clonable. What a venue tells of a position and no
 * record keeps (leverage, margin, liquidation price, ADL rank) is null.
 */
export interface MomentView {
  readonly positions: readonly PositionView[];
  readonly orders: readonly OrderView[];
  readonly risk: MomentRisk;
  readonly engines: readonly MomentEngine[];
  readonly arms: readonly ArmRow[];
  readonly learner: OraculisView | null;
  /** Open trades of the sniping engines. */
  readonly snipes: readonly Snipe[];
  /** Open arbitrages. */
  readonly arbs: readonly ArbTrade[];
  /** What could not be read back, in words; empty as a rule. */
  readonly faults: readonly string[];
}
