import { ABSTAIN, type ArmOffer, type ArmOutcome, type DecisionOutcome } from '../../domain/index.ts';
import { normal, seededRandom, type Random } from '../../kernel/index.ts';
import { rewardBpsOf } from './rewards.ts';

/** Mean net bps of an arm at a context. */
export type MeanBps = (armId: string, context: readonly number[], decision: number) => number;

export const PLANTED_ARMS: readonly string[] = ['fade', 'follow'].flatMap((direction) =>
  [10, 15, 25].flatMap((offset) =>
    ['35x25', '25x50', '90x45'].flatMap((exit) =>
      ['post', 'ioc'].map((how) => `${direction}-${offset}-${exit}-${how}`),
    ),
  ),
);
/** A quarter of them, for fast tests; the best fading arm is among them. */
export const FEW_ARMS: readonly string[] = PLANTED_ARMS.filter((armId) => /-1[05]-(35x25|25x50)-post$/.test(armId));

/** Returns arms as they are offered, all eligible. */
export function offersOf(armIds: readonly string[]): readonly ArmOffer[] {
  return armIds.map((armId) => ({ armId, isEligible: true, reason: null }));
}

/** Part of the noise that all arms of a decision share: they trade the same market. */
const SHARED_NOISE = 0.6;
const NOISE_BPS = 45;

/** A market whose arms earn a known mean, with noise of 45 bps. */
export class PlantedProblem {
  private readonly meanBps: MeanBps;
  private readonly random: Random;
  private readonly armIds: readonly string[];
  private decision = 0;

  constructor(meanBps: MeanBps, seed: number, armIds: readonly string[] = PLANTED_ARMS) {
    this.meanBps = meanBps;
    this.random = seededRandom(seed);
    this.armIds = armIds;
  }

  /** Returns the next context and what each arm earns in it. */
  next(): { readonly context: readonly number[]; readonly rewardsBps: ReadonlyMap<string, number> } {
    const context = [1, ...Array.from({ length: 9 }, () => Math.min(2, Math.max(-2, normal(this.random))))];
    const shared = normal(this.random);
    const rewardsBps = new Map<string, number>();
    for (const armId of this.armIds) {
      const sign = armId.startsWith('fade') ? 1 : -1;
      const noise = SHARED_NOISE * sign * shared + Math.sqrt(1 - SHARED_NOISE ** 2) * normal(this.random);
      const netBps = this.meanBps(armId, context, this.decision) + NOISE_BPS * noise;
      rewardsBps.set(armId, rewardBpsOf({ netBps }));
    }
    this.decision += 1;
    return { context, rewardsBps };
  }
}

/** Quality of an arm between 0 (worst of its direction) and 1, the same in every problem. */
function qualityOf(armId: string): number {
  const [, offset = '', exit = '', how = ''] = armId.split('-');
  const offsetPart = { '10': 0.3, '15': 1, '25': 0 }[offset] ?? 0;
  const exitPart = { '35x25': 1, '25x50': 0.4, '90x45': 0 }[exit] ?? 0;
  return (offsetPart + exitPart + (how === 'post' ? 1 : 0)) / 3;
}

/** Fading earns 18 bps with the best arm, 6 less costs with the worst; following loses as much. */
export const FADE_EARNS: MeanBps = (armId) =>
  armId.startsWith('fade') ? -8 + 26 * qualityOf(armId) : -30 + 8 * qualityOf(armId);

/** The market has turned: following earns what fading did. */
export const FOLLOW_EARNS: MeanBps = (armId, context, decision) => {
  const [direction, ...rest] = armId.split('-');
  return FADE_EARNS([direction === 'fade' ? 'follow' : 'fade', ...rest].join('-'), context, decision);
};

/** No arm earns anything: what it costs to trade is lost, 4 to 12 bps. */
export const NO_EDGE: MeanBps = (armId) => -12 + 8 * qualityOf(armId);

/** Builds the outcome of a decision. */
export function buildOutcome(
  context: readonly number[],
  rewardsBps: ReadonlyMap<string, number>,
  chosen: { readonly armId: string; readonly propensity: number } = { armId: ABSTAIN, propensity: 1 },
): DecisionOutcome {
  return {
    decisionId: 'D1',
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    context,
    chosenArmId: chosen.armId,
    propensity: chosen.propensity,
    outcomes: [...rewardsBps].map(([armId, netBps]): ArmOutcome => ({
      armId,
      isFilled: true,
      isReal: false,
      netBps,
      feesBps: 4,
      entryPx: 100,
      exitPx: 100,
      exit: 'time',
      heldMs: 1_000,
    })),
  };
}
