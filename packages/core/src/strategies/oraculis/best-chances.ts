/** A belief about an arm's mean: normal, in bps. */
export interface ArmBelief {
  readonly meanBps: number;
  readonly sdBps: number;
}

export interface BestChances {
  /** One per arm, in order. */
  readonly arms: readonly number[];
  /** That no arm is above 0. */
  readonly abstain: number;
}

const CELLS = 48;
const REACH_SDS = 6;
const LOG_MIN = -700;

/**
 * Returns with which chance a draw of each arm's mean is the largest and above 0: what Thompson sampling would take, without sampling.
 *
 * The largest draw's distribution function is the product of all arms'. Its growth over a cell is shared among the arms by the growth of
 * the logarithm of their own, which is exact as cells shrink; chances always sum to 1. Arms are taken as independent.
 */
export function bestChances(beliefs: readonly ArmBelief[]): BestChances {
  if (beliefs.every(({ sdBps }) => sdBps === 0)) return certainBest(beliefs);
  const high = Math.max(...beliefs.map(({ meanBps, sdBps }) => meanBps + REACH_SDS * sdBps));
  const low = Math.max(0, ...beliefs.map(({ meanBps, sdBps }) => meanBps - REACH_SDS * sdBps));
  const shares = beliefs.map(() => 0);
  // HOT: who can't reach the least of the likely largest draws is left out of the cells; there are 50 of them.
  const reaching = beliefs.flatMap((belief, ix) =>
    belief.meanBps + REACH_SDS * belief.sdBps > low ? [{ belief, ix }] : [],
  );
  const logs = beliefs.map((belief) => logBelow(belief, 0));
  const own = beliefs.map(() => 0);
  let below = Math.exp(sumOf(reaching.map(({ ix }) => logs[ix] ?? 0)));
  if (high <= 0) return { arms: shares, abstain: 1 };
  const abstain = below;
  for (let cell = 0; cell <= CELLS; cell += 1) {
    const edgeBps = cell === CELLS ? Number.POSITIVE_INFINITY : low + ((high - low) * cell) / (CELLS - 1);
    let sum = 0;
    for (const { belief, ix } of reaching) {
      const log = logBelow(belief, edgeBps);
      own[ix] = log - (logs[ix] ?? 0);
      logs[ix] = log;
      sum += log;
    }
    const nextBelow = Math.exp(sum);
    const growth = sumOf(own);
    const perGrowth = growth > 0 ? (nextBelow - below) / growth : 0;
    for (let i = 0; i < shares.length; i += 1) shares[i] = (shares[i] ?? 0) + perGrowth * (own[i] ?? 0);
    below = nextBelow;
  }
  return { arms: shares, abstain };
}

function certainBest(beliefs: readonly ArmBelief[]): BestChances {
  let best = -1;
  let bestBps = 0;
  for (const [ix, { meanBps }] of beliefs.entries()) {
    if (meanBps <= bestBps) continue;
    best = ix;
    bestBps = meanBps;
  }
  return { arms: beliefs.map((_, ix) => (ix === best ? 1 : 0)), abstain: best < 0 ? 1 : 0 };
}

function logBelow({ meanBps, sdBps }: ArmBelief, edgeBps: number): number {
  if (edgeBps === Number.POSITIVE_INFINITY) return 0;
  return Math.max(LOG_MIN, Math.log(normalBelow((edgeBps - meanBps) / Math.max(sdBps, 1e-9))));
}

/** Returns the distribution function of the standard normal (Abramowitz and Stegun 26.2.17; absolute error below 7.5e-8). */
export function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = Math.min(0.5, Math.exp((-z * z) / 2) * 0.3989422804014327 * series);
  return z > 0 ? 1 - tail : tail;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
