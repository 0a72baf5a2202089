import type { Arm, Decision, LiquidatedSide } from '../domain/index.ts';
import type { NormalisedLiquidation, PublicTrade } from '../market-data/index.ts';

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
  /** These three come after the books took the message. */
  onBook(ix: number, recvMs: number): void;
  onTraded(ix: number, trade: PublicTrade, recvMs: number): void;
  /** Only of liquidations that were not heard of before. */
  onLiquidation(event: NormalisedLiquidation): void;
  onEnd(): Promise<void>;
  /** Signals since the last call, oldest first. */
  takeSignals(): readonly LabSignal[];
  /** Every decision row so far, also those that traded nothing. */
  decisions(): readonly Decision[];
}
