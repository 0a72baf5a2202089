/** A symmetric matrix as its lower triangle, row by row: element (i, j), j <= i, stands at i(i+1)/2 + j. */
export type PackedMatrix = Float64Array;

/** Returns the length of a packed matrix of a dimension. */
export function packedLength(dimension: number): number {
  return (dimension * (dimension + 1)) / 2;
}

const JITTERS_FRAC = [0, 1e-12, 1e-10, 1e-8, 1e-6];

/**
 * Returns the lower Cholesky factor L with L Lᵀ = matrix, packed. Rounding may push the smallest eigenvalue below zero: then a growing
 * part of the largest diagonal element is added to the diagonal, at most a millionth of it. null when that is not enough.
 */
export function choleskyFactor(matrix: PackedMatrix, dimension: number): PackedMatrix | null {
  let largest = 0;
  for (let i = 0; i < dimension; i += 1) largest = Math.max(largest, matrix[packedLength(i) + i] ?? 0);
  for (const frac of JITTERS_FRAC) {
    const factor = tryFactor(matrix, dimension, frac * largest);
    if (factor !== null) return factor;
  }
  return null;
}

function tryFactor(matrix: PackedMatrix, dimension: number, jitter: number): PackedMatrix | null {
  const factor: PackedMatrix = new Float64Array(packedLength(dimension));
  for (let i = 0; i < dimension; i += 1) {
    const row = packedLength(i);
    for (let j = 0; j <= i; j += 1) {
      const other = packedLength(j);
      let sum = (matrix[row + j] ?? 0) + (i === j ? jitter : 0);
      for (let k = 0; k < j; k += 1) sum -= (factor[row + k] ?? 0) * (factor[other + k] ?? 0);
      if (i !== j) {
        factor[row + j] = sum / (factor[other + j] ?? 1);
        continue;
      }
      if (!(sum > 0) || !Number.isFinite(sum)) return null;
      factor[row + i] = Math.sqrt(sum);
    }
  }
  return factor;
}

/** Returns the solution y of L y = vector for a lower factor L. */
export function solveLower(factor: PackedMatrix, vector: ArrayLike<number>): Float64Array {
  const solution = new Float64Array(vector.length);
  for (let i = 0; i < vector.length; i += 1) {
    const row = packedLength(i);
    let sum = vector[i] ?? 0;
    for (let k = 0; k < i; k += 1) sum -= (factor[row + k] ?? 0) * (solution[k] ?? 0);
    solution[i] = sum / (factor[row + i] ?? 1);
  }
  return solution;
}

/** Returns the solution y of Lᵀ y = vector for a lower factor L. */
export function solveUpper(factor: PackedMatrix, vector: ArrayLike<number>): Float64Array {
  const solution = Float64Array.from(vector);
  for (let i = vector.length - 1; i >= 0; i -= 1) {
    const row = packedLength(i);
    const solved = (solution[i] ?? 0) / (factor[row + i] ?? 1);
    solution[i] = solved;
    for (let k = 0; k < i; k += 1) solution[k] = (solution[k] ?? 0) - (factor[row + k] ?? 0) * solved;
  }
  return solution;
}
