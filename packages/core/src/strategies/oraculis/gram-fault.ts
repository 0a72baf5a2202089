import { choleskyFactor, packedLength } from './cholesky.ts';

/** Rounding and forgetting may leave the smallest eigenvalue this part of the largest diagonal element below 0. */
const ROUNDING_FRAC = 1e-9;

/**
 * Says what is wrong with a packed matrix that should be a weighted sum of x xᵀ: a negative diagonal, or not positive semidefinite
 * beyond rounding; null when nothing is.
 */
export function gramFault(gram: readonly number[], dimension: number): string | null {
  const diagonal = Array.from({ length: dimension }, (_, ix) => gram[packedLength(ix) + ix] ?? Number.NaN);
  const negative = diagonal.findIndex((element) => !(element >= 0));
  if (negative >= 0) return `must not be negative on its diagonal, as it is at ${negative + 1}`;
  const largest = Math.max(...diagonal);
  const isZero = gram.every((element) => element === 0);
  if (isZero) return null;
  const lifted = Float64Array.from(gram);
  for (let ix = 0; ix < dimension; ix += 1) {
    const at = packedLength(ix) + ix;
    lifted[at] = (lifted[at] ?? 0) + ROUNDING_FRAC * largest;
  }
  return choleskyFactor(lifted, dimension) === null ? 'must be a positive semidefinite matrix' : null;
}
