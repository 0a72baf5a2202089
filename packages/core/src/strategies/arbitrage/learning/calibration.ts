/** One trade: what was predicted, with learning and without, and what came. */
export interface Outcome {
  readonly predictedBps: number;
  readonly learnedBps: number | null;
  readonly realisedBps: number;
}

/** Trades whose prediction lay in a class, with the means of the three figures. */
export interface CalibrationClass {
  readonly fromBps: number;
  readonly toBps: number;
  readonly trades: number;
  readonly predictedBps: number;
  readonly learnedBps: number | null;
  readonly realisedBps: number;
}

/** Realised less predicted; null without a trade. Both of the trades that had a learned figure, or the plain one of all while none had. */
export interface PredictionErrors {
  readonly meanErrorBps: number | null;
  readonly meanLearnedErrorBps: number | null;
  readonly meanAbsErrorBps: number | null;
  readonly meanAbsLearnedErrorBps: number | null;
}

/** The outer bounds stand for everything. */
const BOUNDS_BPS = [-10_000, -20, -10, -5, 0, 5, 10, 15, 20, 30, 50, 10_000];

/** Returns means by class of the prediction; classes without a trade are left out. */
export function calibrate(
  outcomes: readonly Outcome[],
  predictionOf: (outcome: Outcome) => number | null = ({ predictedBps }) => predictedBps,
): readonly CalibrationClass[] {
  return BOUNDS_BPS.slice(0, -1).flatMap((fromBps, at) => {
    const toBps = BOUNDS_BPS[at + 1] as number;
    const within = outcomes.filter((outcome) => {
      const prediction = predictionOf(outcome);
      return prediction !== null && prediction >= fromBps && prediction < toBps;
    });
    if (within.length === 0) return [];
    return [
      {
        fromBps,
        toBps,
        trades: within.length,
        predictedBps: meanOf(within.map(({ predictedBps }) => predictedBps)) as number,
        learnedBps: meanOf(within.flatMap(({ learnedBps }) => (learnedBps === null ? [] : [learnedBps]))),
        realisedBps: meanOf(within.map(({ realisedBps }) => realisedBps)) as number,
      },
    ];
  });
}

/** Returns how far predictions were off, before learning and with it. */
export function predictionErrors(outcomes: readonly Outcome[]): PredictionErrors {
  const learned = outcomes.flatMap(({ realisedBps, learnedBps }) =>
    learnedBps === null ? [] : [realisedBps - learnedBps],
  );
  const compared = learned.length > 0 ? outcomes.filter(({ learnedBps }) => learnedBps !== null) : outcomes;
  const plain = compared.map(({ realisedBps, predictedBps }) => realisedBps - predictedBps);
  return {
    meanErrorBps: meanOf(plain),
    meanLearnedErrorBps: meanOf(learned),
    meanAbsErrorBps: meanOf(plain.map(Math.abs)),
    meanAbsLearnedErrorBps: meanOf(learned.map(Math.abs)),
  };
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
