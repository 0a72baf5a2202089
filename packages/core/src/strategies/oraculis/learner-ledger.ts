import { ABSTAIN, type DecisionOutcome } from '../../domain/index.ts';
import { rewardBpsOf } from './rewards.ts';

/** What one arm came to, over all decisions whose outcomes are known. */
export interface ArmTally {
  /** Times it was chosen. */
  readonly pulls: number;
  readonly outcomes: number;
  readonly fills: number;
  readonly realFills: number;
  readonly sumBps: number;
  readonly lastBps: number;
}

/** Predicted means of one range, and what came. */
export interface CalibrationBin {
  readonly n: number;
  readonly predictedSumBps: number;
  readonly realisedSumBps: number;
}

/** Plain JSON of a ledger. */
export interface LedgerState {
  readonly decisions: number;
  readonly chosenSumBps: number;
  readonly tallies: readonly (readonly [string, ArmTally])[];
  readonly histogram: readonly number[];
  readonly calibration: readonly CalibrationBin[];
  readonly curve: readonly (readonly [number, number])[];
  readonly curveStride: number;
}

/** Lower edges of the ranges of predicted means, in bps; the first reaches down without end. */
export const CALIBRATION_EDGES_BPS = [-Infinity, -50, -25, -15, -10, -5, 0, 5, 10, 15, 25, 50] as const;
/** Width of a bar of the histogram of chosen arms' rewards; 20 bars from -200 to 200 bps. */
export const HISTOGRAM_BAR_BPS = 20;
const HISTOGRAM_BARS = 20;
const CURVE_POINTS_MAX = 200;

const NO_TALLY: ArmTally = { pulls: 0, outcomes: 0, fills: 0, realFills: 0, sumBps: 0, lastBps: 0 };
const NO_BIN: CalibrationBin = { n: 0, predictedSumBps: 0, realisedSumBps: 0 };

/** Figures for people: what arms earned, how far the choices fell behind the best fixed arm, and how true predictions were. */
export class LearnerLedger {
  private decided = 0;
  private chosenSum = 0;
  private readonly tallies: Map<string, ArmTally>;
  private readonly bars: number[];
  private readonly bins: CalibrationBin[];
  private points: (readonly [number, number])[];
  private stride: number;

  constructor(saved?: LedgerState) {
    this.decided = saved?.decisions ?? 0;
    this.chosenSum = saved?.chosenSumBps ?? 0;
    this.tallies = new Map(saved?.tallies);
    this.bars = saved === undefined ? Array.from({ length: HISTOGRAM_BARS }, () => 0) : [...saved.histogram];
    this.bins = saved === undefined ? CALIBRATION_EDGES_BPS.map(() => NO_BIN) : [...saved.calibration];
    this.points = [...(saved?.curve ?? [])];
    this.stride = saved?.curveStride ?? 1;
  }

  get decisions(): number {
    return this.decided;
  }

  /** Sum of what the chosen arms earned, in bps. */
  get chosenSumBps(): number {
    return this.chosenSum;
  }

  /** How much more the best fixed arm (doing nothing is one) would have earned than the choices did; negative when less. */
  get regretBps(): number {
    return this.bestFixed().sumBps - this.chosenSum;
  }

  bestFixed(): { readonly armId: string; readonly sumBps: number } {
    let best = { armId: ABSTAIN, sumBps: 0 };
    for (const [armId, { sumBps }] of this.tallies) if (sumBps > best.sumBps) best = { armId, sumBps };
    return best;
  }

  tallyOf(armId: string): ArmTally {
    return this.tallies.get(armId) ?? NO_TALLY;
  }

  armIds(): readonly string[] {
    return [...this.tallies.keys()];
  }

  histogram(): readonly number[] {
    return [...this.bars];
  }

  calibration(): readonly CalibrationBin[] {
    return [...this.bins];
  }

  /** Decisions and the regret after them, at most 200 points over the whole life. */
  curve(): readonly (readonly [number, number])[] {
    return [...this.points];
  }

  /** Takes the outcomes of one decision; `predictedBps` answers what was believed of an arm before them. */
  note({ outcomes, chosenArmId }: DecisionOutcome, predictedBps: (armId: string) => number): void {
    this.decided += 1;
    if (chosenArmId === ABSTAIN) this.addPull(ABSTAIN);
    for (const outcome of outcomes) {
      const rewardBps = rewardBpsOf(outcome);
      const isChosen = outcome.armId === chosenArmId;
      const before = this.tallyOf(outcome.armId);
      this.tallies.set(outcome.armId, {
        pulls: before.pulls + (isChosen ? 1 : 0),
        outcomes: before.outcomes + 1,
        fills: before.fills + (outcome.isFilled ? 1 : 0),
        realFills: before.realFills + (outcome.isReal && outcome.isFilled ? 1 : 0),
        sumBps: before.sumBps + rewardBps,
        lastBps: rewardBps,
      });
      this.noteCalibration(predictedBps(outcome.armId), rewardBps);
      if (isChosen) this.noteChosen(rewardBps);
    }
    this.notePoint();
  }

  state(): LedgerState {
    return {
      decisions: this.decided,
      chosenSumBps: this.chosenSum,
      tallies: [...this.tallies],
      histogram: [...this.bars],
      calibration: [...this.bins],
      curve: [...this.points],
      curveStride: this.stride,
    };
  }

  private addPull(armId: string): void {
    const before = this.tallyOf(armId);
    this.tallies.set(armId, { ...before, pulls: before.pulls + 1, outcomes: before.outcomes + 1 });
  }

  private noteChosen(rewardBps: number): void {
    this.chosenSum += rewardBps;
    const bar = Math.floor(rewardBps / HISTOGRAM_BAR_BPS) + HISTOGRAM_BARS / 2;
    const bounded = Math.min(HISTOGRAM_BARS - 1, Math.max(0, bar));
    this.bars[bounded] = (this.bars[bounded] ?? 0) + 1;
  }

  private noteCalibration(predictedBps: number, rewardBps: number): void {
    const at = CALIBRATION_EDGES_BPS.findLastIndex((edgeBps) => predictedBps >= edgeBps);
    const bin = this.bins[at] ?? NO_BIN;
    this.bins[at] = {
      n: bin.n + 1,
      predictedSumBps: bin.predictedSumBps + predictedBps,
      realisedSumBps: bin.realisedSumBps + rewardBps,
    };
  }

  private notePoint(): void {
    if (this.decided % this.stride !== 0) return;
    this.points.push([this.decided, this.regretBps]);
    if (this.points.length < CURVE_POINTS_MAX) return;
    this.points = this.points.filter((_, ix) => ix % 2 === 1);
    this.stride *= 2;
  }
}
