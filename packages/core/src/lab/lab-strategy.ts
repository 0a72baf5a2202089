import type { Arm, Decision, LiquidatedSide } from '../domain/index.ts';
import type { PublicTrade } from '../market-data/index.ts';

/** A forced order in canonical units, as the lab hands it on after the books took it. */
export interface LabLiquidation {
  readonly liquidatedSide: LiquidatedSide;
  readonly usd: number;
  readonly isLowerBound: boolean;
  readonly atMs: number;
}

/** What a strategy under test wanted to trade, and when. */
export interface LabSignal {
  readonly decisionId: string;
  /** Forced orders that belong together; one cascade may bring several signals. */
  readonly clusterId: string;
  readonly atMs: number;
  readonly ix: number;
  readonly liquidatedSide: LiquidatedSide;
  readonly arm: Arm;
  readonly notionalUsd: number;
}

/** A strategy as the lab drives it. Time and randomness are those of the run. */
export interface LabStrategy {
  /** Grows with everything it does; the run lets promises settle whenever it moved. */
  readonly activity: number;
  onStart(): Promise<void>;
  /** Called after the book took the message. */
  onLiquidation(ix: number, liquidation: LabLiquidation): void;
  onBook(ix: number): void;
  onTraded(ix: number, trade: PublicTrade): void;
  onEnd(): Promise<void>;
  /** Signals since the last call, oldest first. */
  takeSignals(): readonly LabSignal[];
  /** Every decision row so far, also those that traded nothing. */
  decisions(): readonly Decision[];
}
