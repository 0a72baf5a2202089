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

/** What a strategy that learns begins a tape with. */
export interface LearnerStart {
  /** What `learnt` gave at the end of the tape before; null: nothing. */
  readonly learnt: string | null;
  /** From when it learns nothing more; null: never. */
  readonly freezeAtMs: number | null;
}

/** A strategy as the lab drives it. Time and randomness are those of the run. */
export interface LabStrategy {
  /** Grows with everything it does; the run lets promises settle whenever it moved. */
  readonly activity: number;
  /** Epoch ms from which decisions count: those before it are kept, and are no signals. */
  readonly countsFromMs: number;
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
  /** What it has learnt so far as JSON, to begin another tape with; null for one that learns nothing. */
  learnt(): string | null;
}
