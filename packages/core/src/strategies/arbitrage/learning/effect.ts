/** What is believed of one figure: where it lies, and how far its values usually lie from there. */
export interface Belief {
  readonly mean: number;
  readonly spread: number;
}

/** What a level adds to the figure of the level above, and how unsure that is: a variance. */
export interface Effect {
  value: number;
  variance: number;
}

/** With the noise of the figure this gives a memory of about so many samples: a market that changed is learned anew. */
const MEMORY = 100;
/** A value further than so many spreads from what was expected counts as one at that distance. */
const CLIP_SPREADS = 4;

/** How much one shadow counts against one own fill: it moves no market, meets no rival, and only guesses its delay. */
export const SHADOW_WEIGHT = 0.2;
/** All shadows together make an effect no surer than so many own fills would. */
export const SHADOW_WEIGHT_MAX = 20;

/**
 * Shares the surprise of one value among the effects that add up to its figure, each by how unsure it is (a Kalman filter without
 * covariances): what a well-known venue does is put down to the new pair, what all pairs do is put down to the venue. Returns what was
 * cut off the value, for one wild value must not move everything.
 */
export function shareSurprise(
  effects: readonly Effect[],
  seen: { readonly value: number; readonly expected: Belief; readonly isShadow: boolean },
): number {
  const { value, expected, isShadow } = seen;
  const noise = expected.spread ** 2;
  const least = isShadow ? noise / SHADOW_WEIGHT_MAX : 0;
  const unsure = effects.reduce((sum, { variance }) => sum + variance, 0);
  const reach = CLIP_SPREADS * Math.sqrt(noise + unsure);
  const taken = Math.min(expected.mean + reach, Math.max(expected.mean - reach, value));
  const weight = isShadow ? SHADOW_WEIGHT : 1;
  const total = unsure + noise / weight;
  for (const effect of effects) {
    const share = Math.max(0, effect.variance - least) / total;
    effect.value += share * (taken - expected.mean);
    effect.variance += weight * (noise / MEMORY ** 2) - share * effect.variance;
  }
  return value - taken;
}
