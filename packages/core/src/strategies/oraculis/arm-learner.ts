import { ArmPosterior, type PosteriorSums, type Prediction } from './arm-posterior.ts';
import { NO_DRIFT, stepDrift, type DriftState } from './drift-detector.ts';

/** Plain JSON of an arm's learner. */
export interface ArmLearnerState {
  readonly sums: PosteriorSums;
  readonly drift: DriftState;
}

/** One reward at one context; `weight` of how many it counts. */
export interface Lesson {
  readonly context: readonly number[];
  readonly rewardBps: number;
  readonly weight: number;
}

/** Half of what was learnt is forgotten after 3,500 decisions: the market may change too slowly for the drift detector. */
const KEEP_FRAC = 0.9998;
/** Before this much evidence residuals are those of the prior, not of a change. */
const DRIFT_EVIDENCE_MIN = 30;

/** One arm's belief and the watch over it. */
export class ArmLearner {
  private readonly features: number;
  private posterior: ArmPosterior;
  private drift: DriftState;

  constructor(features: number, saved?: ArmLearnerState) {
    this.features = features;
    this.posterior = new ArmPosterior(features, saved?.sums);
    this.drift = saved?.drift ?? NO_DRIFT;
  }

  get evidence(): number {
    return this.posterior.evidence;
  }

  predict(context: readonly number[]): Prediction {
    return this.posterior.predict(context);
  }

  /**
   * Takes a reward. When rewards have changed for good, all from before the change is forgotten and true is returned; `lessonsSince`
   * answers the newest lessons of this arm, at most so many, this one among them.
   */
  learn(lesson: Lesson, lessonsSince: (count: number) => readonly Lesson[]): boolean {
    const changedSince = this.watch(lesson);
    if (changedSince === null) {
      this.posterior.forget(KEEP_FRAC);
      this.posterior.add(lesson.context, lesson.rewardBps, lesson.weight);
      this.posterior.settle();
      return false;
    }
    this.posterior = new ArmPosterior(this.features);
    for (const { context, rewardBps, weight } of lessonsSince(changedSince)) {
      this.posterior.add(context, rewardBps, weight);
    }
    this.posterior.settle();
    return true;
  }

  state(): ArmLearnerState {
    return { sums: this.posterior.sums(), drift: this.drift };
  }

  private watch({ context, rewardBps }: Lesson): number | null {
    if (this.posterior.evidence < DRIFT_EVIDENCE_MIN) return null;
    const { meanBps, meanSdBps, noiseSdBps } = this.posterior.predict(context);
    const step = stepDrift(this.drift, (rewardBps - meanBps) / Math.hypot(meanSdBps, noiseSdBps));
    this.drift = step.state;
    return step.changedSince;
  }
}
