import {
  ABSTAIN,
  type ArmChoice,
  type ArmChooser,
  type ArmOffer,
  type ArmScore,
  type DecisionOutcome,
  type LearnerChange,
} from '../../domain/index.ts';
import { ArmLearner } from './arm-learner.ts';
import type { Prediction } from './arm-posterior.ts';
import { bestChances } from './best-chances.ts';
import { NO_DRIFT } from './drift-detector.ts';
import { LearnerLedger } from './learner-ledger.ts';
import { ARMS_MAX, parsePolicy, POLICY_VERSION, type OraculisPolicy } from './oraculis-policy.ts';
import { readState, STATE_VERSION, type DriftEvent, type OraculisState } from './oraculis-state.ts';
import { RecentLessons } from './recent-lessons.ts';
import { rewardBpsOf } from './rewards.ts';
import { UsualContext } from './usual-context.ts';

/** Features of a context. */
export const ORACULIS_FEATURES = 10;
/** Half width of a 90 % interval in standard deviations. */
export const INTERVAL_90_SDS = 1.645;
/**
 * WHY: of 36 worthless arms the best looks good by chance. An arm is taken only when its mean is above 0 by so many deviations at this
 * context or at the usual one; in the latter case by one deviation here.
 */
const CERTAINTY_SDS = 2.5;
const CERTAINTY_HERE_SDS = 1;
/**
 * WHY: every arm's outcome is seen whatever is chosen, so nothing is learnt by exploring. Draws are this much narrower than the belief:
 * enough to leave the propensities that judge another policy, and half of the regret of full width (ADR 0016).
 */
const DRAW_WIDTH = 0.25;
/** The fill of an order counts as so many shadows: it had no model of a queue in it. */
const REAL_WEIGHT = 3;
const EXPLORATION_MAX = 10;
const DRIFTS_KEPT = 50;
const REFUSED_KEPT = 20;

/**
 * Contextual Thompson sampling over arms (ADR 0016): a Bayesian regression per arm, learning from every arm's outcome at every decision.
 * Doing nothing is an arm worth 0, and wins while no arm is above 0 with certainty. The state is the fold of what it was taught: equal
 * histories give equal choices.
 */
export class Oraculis implements ArmChooser {
  private isFrozenNow = false;
  private scale = 1;
  private arms = new Map<string, ArmLearner>();
  private recent = new RecentLessons();
  private usual = new UsualContext(ORACULIS_FEATURES);
  private driftEvents: readonly DriftEvent[] = [];
  private ledgerNow = new LearnerLedger();
  private refusedTexts: readonly string[] = [];

  /** `saved` is what `snapshot` gave; null starts without knowledge, and so does anything else, which `refused` tells. */
  constructor(saved: unknown = null) {
    const state = readState(saved, ORACULIS_FEATURES);
    if (state === null) {
      if (saved !== null) this.refuse('the saved state is of another version: learning starts anew');
      return;
    }
    this.isFrozenNow = state.isFrozen;
    this.scale = state.explorationScale;
    this.arms = new Map(state.arms.map(([armId, arm]) => [armId, new ArmLearner(ORACULIS_FEATURES, arm)]));
    this.recent = new RecentLessons(state.recent);
    this.usual = new UsualContext(ORACULIS_FEATURES, state.usual);
    this.driftEvents = state.drifts;
    this.ledgerNow = new LearnerLedger(state.ledger);
    this.refusedTexts = state.refused;
  }

  get isFrozen(): boolean {
    return this.isFrozenNow;
  }

  get explorationScale(): number {
    return this.scale;
  }

  /** What arms came to, regret, calibration. */
  get ledger(): LearnerLedger {
    return this.ledgerNow;
  }

  /** Newest last, at most 50. */
  get drifts(): readonly DriftEvent[] {
    return this.driftEvents;
  }

  /** Outcomes and changes that could not be taken, in words, the last 20. */
  get refused(): readonly string[] {
    return this.refusedTexts;
  }

  choose(context: readonly number[], offers: readonly ArmOffer[], random: () => number): ArmChoice {
    if (!isContext(context)) throw new Error('Invariant: a context has 10 finite features');
    const offered = offers
      .filter(({ armId }) => armId !== ABSTAIN)
      .map((offer) => ({ offer, belief: this.predict(offer.armId, context) }));
    const usual = this.usual.mean();
    const taken = offered.filter(
      ({ offer, belief }) => offer.isEligible && isConvincing(belief, this.predict(offer.armId, usual)),
    );
    const chances = bestChances(
      taken.map(({ belief }) => ({ meanBps: belief.meanBps, sdBps: belief.meanSdBps * DRAW_WIDTH * this.scale })),
    );
    const chanceOf = new Map(taken.map(({ offer }, ix) => [offer.armId, chances.arms[ix] ?? 0]));
    const scores = offered.map(({ offer, belief }): ArmScore => ({
      ...offer,
      meanBps: belief.meanBps,
      halfWidthBps: INTERVAL_90_SDS * belief.meanSdBps,
      propensity: chanceOf.get(offer.armId) ?? 0,
    }));
    scores.push({ ...ABSTAINING, propensity: chances.abstain });
    const drawn = draw(scores, random());
    return { armId: drawn.armId, propensity: drawn.propensity, scores };
  }

  learn(outcome: DecisionOutcome, atMs: number): void {
    const { decisionId, context } = outcome;
    if (!isContext(context)) return this.refuse(`outcome of ${decisionId}: its context has not 10 finite features`);
    const known = this.knownWith(outcome.outcomes.map(({ armId }) => armId));
    const outcomes = outcome.outcomes.filter(({ armId, netBps }) => known.has(armId) && Number.isFinite(netBps));
    const skipped = outcome.outcomes.length - outcomes.length;
    if (skipped > 0) this.refuse(`outcome of ${decisionId}: ${skipped} arms without a reward, or too many arms`);
    this.ledgerNow.note({ ...outcome, outcomes }, (armId) => this.predict(armId, context).meanBps);
    if (this.isFrozenNow) return;
    const rewards = outcomes
      .filter(({ armId }) => armId !== ABSTAIN)
      .map((arm) => [arm.armId, rewardBpsOf(arm), arm.isReal ? REAL_WEIGHT : 1] as const);
    this.recent.push({ context, rewards });
    this.usual.push(context);
    const changed = rewards.filter(([armId, rewardBps, weight]) =>
      this.learnerOf(armId).learn({ context, rewardBps, weight }, (count) => this.recent.of(armId, count)),
    );
    if (changed.length === 0) return;
    const event = { atMs, decision: this.ledgerNow.decisions, armIds: changed.map(([armId]) => armId) };
    this.driftEvents = [...this.driftEvents, event].slice(-DRIFTS_KEPT);
  }

  change(change: LearnerChange, _atMs: number): void {
    switch (change.kind) {
      case 'freeze':
      case 'unfreeze':
        this.isFrozenNow = change.kind === 'freeze';
        return;
      case 'exploration':
        if (change.scale >= 0 && change.scale <= EXPLORATION_MAX) this.scale = change.scale;
        else this.refuse(`exploration scale ${change.scale} is not between 0 and ${EXPLORATION_MAX}`);
        return;
      case 'reset':
        this.takeArms(new Map(), new UsualContext(ORACULIS_FEATURES));
        this.driftEvents = [];
        this.ledgerNow = new LearnerLedger();
        return;
      case 'import':
        return this.importPolicy(change.policy);
    }
  }

  /** Returns what is believed of an arm at a context; of an arm never seen, the prior. */
  predict(armId: string, context: readonly number[]): Prediction {
    return (this.arms.get(armId) ?? UNTAUGHT).predict(context);
  }

  /** Mean of the contexts learnt from; of none, the bias alone. */
  get usualContext(): readonly number[] {
    return this.usual.mean();
  }

  /** Arms with a belief of their own. */
  get armIds(): readonly string[] {
    return [...this.arms.keys()];
  }

  /** Decisions the beliefs stand on, an imported policy's included. */
  get decisionsLearnt(): number {
    return this.usual.contexts;
  }

  /** Returns how many rewards an arm's belief stands on, faded and weighted. */
  evidenceOf(armId: string): number {
    return this.arms.get(armId)?.evidence ?? 0;
  }

  /** Returns what was learnt, without figures for people and without settings. */
  exportPolicy(): OraculisPolicy {
    const arms = Object.fromEntries([...this.arms].map(([armId, arm]) => [armId, arm.state().sums]));
    const usual = this.usual.state();
    return { kind: 'oraculis-policy', version: POLICY_VERSION, features: ORACULIS_FEATURES, usual, arms };
  }

  snapshot(): OraculisState {
    return {
      version: STATE_VERSION,
      features: ORACULIS_FEATURES,
      isFrozen: this.isFrozenNow,
      explorationScale: this.scale,
      arms: [...this.arms].map(([armId, arm]) => [armId, arm.state()] as const),
      recent: this.recent.state(),
      usual: this.usual.state(),
      drifts: this.driftEvents,
      ledger: this.ledgerNow.state(),
      refused: this.refusedTexts,
    };
  }

  private importPolicy(policy: unknown): void {
    const parsed = parsePolicy(policy, ORACULIS_FEATURES);
    if (!parsed.ok) {
      this.refuse(`policy: ${parsed.fields.map(({ field, text }) => `${field} ${text}`.trim()).join('; ')}`);
      return;
    }
    const arms = Object.entries(parsed.value.arms).map(
      ([armId, sums]) => [armId, new ArmLearner(ORACULIS_FEATURES, { sums, drift: NO_DRIFT })] as const,
    );
    this.takeArms(new Map(arms), new UsualContext(ORACULIS_FEATURES, parsed.value.usual));
  }

  private takeArms(arms: Map<string, ArmLearner>, usual: UsualContext): void {
    this.arms = arms;
    this.usual = usual;
    this.recent = new RecentLessons();
  }

  private learnerOf(armId: string): ArmLearner {
    const known = this.arms.get(armId);
    if (known !== undefined) return known;
    const created = new ArmLearner(ORACULIS_FEATURES);
    this.arms.set(armId, created);
    return created;
  }

  /** Returns the arms it may learn about: those it knows, and new ones while there is room. */
  private knownWith(armIds: readonly string[]): ReadonlySet<string> {
    const added = armIds.filter((armId) => !this.arms.has(armId));
    return new Set([...this.arms.keys(), ...added.slice(0, Math.max(0, ARMS_MAX - this.arms.size))]);
  }

  private refuse(text: string): void {
    this.refusedTexts = [...this.refusedTexts, text].slice(-REFUSED_KEPT);
  }
}

const UNTAUGHT = new ArmLearner(ORACULIS_FEATURES);
const ABSTAINING = { armId: ABSTAIN, isEligible: true, reason: null, meanBps: 0, halfWidthBps: 0 } as const;

function isContext(context: readonly number[]): boolean {
  return context.length === ORACULIS_FEATURES && context.every(Number.isFinite);
}

function isConvincing(here: Prediction, usually: Prediction): boolean {
  if (isAboveZero(here, CERTAINTY_SDS)) return true;
  return isAboveZero(usually, CERTAINTY_SDS) && isAboveZero(here, CERTAINTY_HERE_SDS);
}

function isAboveZero({ meanBps, meanSdBps }: Prediction, sds: number): boolean {
  return meanBps > sds * meanSdBps;
}

/** Returns the score in whose share of [0, 1) the number falls; the last, abstaining, takes what rounding leaves. */
function draw(scores: readonly ArmScore[], chance: number): ArmScore {
  let left = chance;
  for (const score of scores) {
    left -= score.propensity;
    if (left < 0) return score;
  }
  const last = scores.at(-1);
  if (last === undefined) throw new Error('Invariant: abstaining is always scored');
  return last;
}
