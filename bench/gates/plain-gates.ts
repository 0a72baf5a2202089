/** What the gates compare, as bare numbers: the least that judging an order could cost. Value and bound side by side, in the order of the gates. */
export const PLAIN_FIGURES: Float64Array = Float64Array.from(
  [
    [0, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [100, 2_000],
    [3, 500],
    [1, 1],
    [1, 1],
    [1, 1],
    [5, 715.86],
    [0.0244, 0.1],
    [72.1, 9_921.4],
    [1_340.2, 5_000],
    [10, 20],
    [3, 5],
    [71.58, 2_500],
    [1_298.7, 20_000],
    [320.4, 2_467.1],
    [0, 1],
    [12.4, 2_000],
    [2, 8],
    [0.0301, 0.05],
    [7.5, 500],
    [0.04, 0.095],
    [120_000, 14_400_000],
    [0, 0],
  ].flat(),
);

/** Returns how many of the figures are within their bounds. `salt` changes one of them, so that no call may be left out. */
export function plainGates(figures: Float64Array, salt: number): number {
  figures[8] = salt % 2_000;
  let passed = 0;
  for (let at = 0; at < figures.length; at += 2) {
    if ((figures[at] as number) <= (figures[at + 1] as number)) passed += 1;
  }
  return passed;
}
