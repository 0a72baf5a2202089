import { choleskyFactor, packedLength, solveLower, solveUpper, type PackedMatrix } from './cholesky.ts';

/** What an arm's rewards taught, as sums that grow and fade. Plain JSON; rewards in bps. */
export interface PosteriorSums {
  /** Sum of the weights. */
  readonly weight: number;
  /** Weighted sums of x xᵀ (packed lower triangle), of reward x, and of reward². */
  readonly gram: readonly number[];
  readonly moment: readonly number[];
  readonly sumSquares: number;
}

/** What is believed of an arm's reward at a context. */
export interface Prediction {
  readonly meanBps: number;
  /** Doubt about the mean. */
  readonly meanSdBps: number;
  /** Spread of single rewards around the mean. */
  readonly noiseSdBps: number;
}

/**
 * The sceptical prior: an arm is worth 0 at any context, give or take a quarter of the spread of single rewards, each feature a
 * sixteenth of it; that spread is 60 bps, a belief worth ten rewards.
 */
const BIAS_PRECISION = 16;
const FEATURE_PRECISION = 256;
const NOISE_SD_BPS = 60;
const NOISE_WEIGHT = 10;
const NOISE_VARIANCE_MIN = 1;

interface Solved {
  readonly factor: PackedMatrix;
  readonly coefficients: Float64Array;
  readonly noiseVariance: number;
}

/**
 * Bayesian linear regression of one arm's reward on the context, noise unknown (normal-inverse-gamma; Murphy, Machine Learning, 2012,
 * section 7.6.3). Forgetting leads back to the prior.
 */
export class ArmPosterior {
  private readonly dimension: number;
  private weight = 0;
  private readonly gram: Float64Array;
  private readonly moment: Float64Array;
  private sumSquares = 0;
  private solved: Solved | null = null;

  constructor(dimension: number, sums?: PosteriorSums) {
    this.dimension = dimension;
    this.gram = sums === undefined ? new Float64Array(packedLength(dimension)) : Float64Array.from(sums.gram);
    this.moment = sums === undefined ? new Float64Array(dimension) : Float64Array.from(sums.moment);
    this.weight = sums?.weight ?? 0;
    this.sumSquares = sums?.sumSquares ?? 0;
  }

  /** How many rewards it stands on, faded and weighted. */
  get evidence(): number {
    return this.weight;
  }

  /** Keeps a part of what was learnt. */
  forget(keepFrac: number): void {
    this.solved = null;
    this.weight *= keepFrac;
    this.sumSquares *= keepFrac;
    for (let i = 0; i < this.gram.length; i += 1) this.gram[i] = (this.gram[i] ?? 0) * keepFrac;
    for (let i = 0; i < this.moment.length; i += 1) this.moment[i] = (this.moment[i] ?? 0) * keepFrac;
  }

  /** Solves ahead of the next prediction: a decision must not wait for it. */
  settle(): void {
    this.solved ??= this.solve();
  }

  /** Takes one reward as `weight` rewards. */
  add(context: readonly number[], rewardBps: number, weight: number): void {
    this.solved = null;
    this.weight += weight;
    this.sumSquares += weight * rewardBps * rewardBps;
    for (let i = 0; i < this.dimension; i += 1) {
      const weighted = weight * (context[i] ?? 0);
      this.moment[i] = (this.moment[i] ?? 0) + weighted * rewardBps;
      const row = packedLength(i);
      for (let j = 0; j <= i; j += 1) this.gram[row + j] = (this.gram[row + j] ?? 0) + weighted * (context[j] ?? 0);
    }
  }

  predict(context: readonly number[]): Prediction {
    const { factor, coefficients, noiseVariance } = (this.solved ??= this.solve());
    const leverage = squared(solveLower(factor, context));
    return {
      meanBps: dot(context, coefficients),
      meanSdBps: Math.sqrt(noiseVariance * leverage),
      noiseSdBps: Math.sqrt(noiseVariance),
    };
  }

  sums(): PosteriorSums {
    return { weight: this.weight, gram: [...this.gram], moment: [...this.moment], sumSquares: this.sumSquares };
  }

  private solve(): Solved {
    const factor = choleskyFactor(precisionOf(this.gram, this.dimension), this.dimension);
    if (factor === null) throw new Error('Invariant: the precision of an arm is not positive definite');
    const half = solveLower(factor, this.moment);
    const residual = Math.max(0, this.sumSquares - squared(half));
    const variance = (NOISE_WEIGHT * NOISE_SD_BPS ** 2 + residual) / (NOISE_WEIGHT + this.weight);
    return {
      factor,
      coefficients: solveUpper(factor, half),
      noiseVariance: Math.max(NOISE_VARIANCE_MIN, variance),
    };
  }
}

function precisionOf(gram: ArrayLike<number>, dimension: number): PackedMatrix {
  const precision = new Float64Array(gram);
  for (let i = 0; i < dimension; i += 1) {
    const at = packedLength(i) + i;
    precision[at] = (precision[at] ?? 0) + (i === 0 ? BIAS_PRECISION : FEATURE_PRECISION);
  }
  return precision;
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function squared(vector: ArrayLike<number>): number {
  return dot(vector, vector);
}
