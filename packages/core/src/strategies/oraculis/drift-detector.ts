/** Plain JSON of a detector. */
export interface DriftState {
  readonly up: number;
  readonly upRun: number;
  readonly down: number;
  readonly downRun: number;
}

export const NO_DRIFT: DriftState = { up: 0, upRun: 0, down: 0, downRun: 0 };

/** Shifts of the mean below this are not looked for, in standard deviations: slow forgetting follows them. */
const SLACK = 0.4;
/**
 * WHY 12: without a change one arm alarms about every 60,000 rewards (Siegmund's approximation of the run length), so one of 36 every
 * 1,600 decisions or more; a shift by one deviation is seen after about 20.
 */
const THRESHOLD = 12;
const RESIDUAL_MAX = 3;

/** What a detector says of a residual: where it stands, and since how many residuals the mean has changed (null: it has not). */
export interface DriftStep {
  readonly state: DriftState;
  readonly changedSince: number | null;
}

/**
 * Takes one residual of a prediction, in standard deviations, and says whether the mean has changed: Page's two-sided cumulative sum
 * (Page 1954), whose last zero tells when.
 */
export function stepDrift(before: DriftState, residual: number): DriftStep {
  const bounded = Math.min(RESIDUAL_MAX, Math.max(-RESIDUAL_MAX, residual));
  const up = Math.max(0, before.up + bounded - SLACK);
  const down = Math.max(0, before.down - bounded - SLACK);
  const state = { up, upRun: up > 0 ? before.upRun + 1 : 0, down, downRun: down > 0 ? before.downRun + 1 : 0 };
  if (up > THRESHOLD) return { state: NO_DRIFT, changedSince: state.upRun };
  if (down > THRESHOLD) return { state: NO_DRIFT, changedSince: state.downRun };
  return { state, changedSince: null };
}
