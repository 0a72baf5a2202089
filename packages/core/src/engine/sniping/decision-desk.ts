import {
  ABSTAIN,
  type Arm,
  type ArmChoice,
  type Decision,
  type DecisionAction,
  type RadarReading,
  type Snipe,
  type SnipingEngine,
  type Venue,
} from '../../domain/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import {
  armOf,
  effectiveNumbers,
  isTriggered,
  judgeReentry,
  Oraculis,
  TriggerLook,
  type PasSettings,
} from '../../strategies/index.ts';
import { abstainReason } from './abstain-reason.ts';
import { actingEngine, isArmLearnt } from './acting-engine.ts';
import { fingerprintOf, type ClusterMark } from './decision-book.ts';
import { chooseFixed } from './fixed-chooser.ts';
import { planSnipe, targetNetBps, type SnipePlan } from './plan-snipe.ts';
import type { ShadowDesk } from './shadow-desk.ts';
import type { SnipeDesk } from './snipe-desk.ts';
import { decisionIdOf, seedOf, snipeIdOf } from './sniping-ids.ts';
import { accountOf, type SnipingContext } from './sniping-context.ts';
import type { Case } from './trigger-case.ts';
import { gatherFacts } from './trigger-facts-of.ts';

/** Pause between two decisions of one cascade. */
const DECISION_PERIOD_MS = 1_000;

/** Turns readings of the radar into decisions: every trigger writes one, also when nothing is done. */
export class DecisionDesk {
  /** Triggers that no decision could be made of: the engine's venue does not trade the symbol. */
  readonly counters = { decided: 0, untradeable: 0, unwritten: 0 };
  private readonly context: SnipingContext;
  private readonly snipes: SnipeDesk;
  private readonly shadows: ShadowDesk;

  constructor(context: SnipingContext, parts: { readonly snipes: SnipeDesk; readonly shadows: ShadowDesk }) {
    this.context = context;
    this.snipes = parts.snipes;
    this.shadows = parts.shadows;
  }

  /**
   * HOT: called for every liquidation that counts; all but triggers leave by the first questions. `added`: the trade that was just added to
   * for it, which is told in any case.
   */
  onReading(reading: RadarReading, added: Snipe | null = null): void {
    const { state } = this.context;
    const engine = added?.engine ?? actingEngine(state, reading.symbol);
    const settings = state.settingsOf(engine ?? 'pas-trader');
    if (added === null && reading.windowUsd < settings.floorUsd * effectiveNumbers(settings).thresholdFactor) return;
    const mark = state.decisions.clusterOf(reading.symbol, reading.liquidatedSide);
    // The radar counts its clusters anew after a restart.
    const isSame = mark?.clusterId === reading.cascade.clusterId && mark.lastMs >= reading.cascade.startedMs;
    if (added === null && isSame && this.context.core.clock.nowMs() - mark.lastMs < DECISION_PERIOD_MS) return;
    const place = this.placeOf(settings, reading);
    if (place === null) return;
    if (added === null && !isTriggered({ reading, market: place.market, settings })) return;
    const found = this.caseOf(engine, settings, place);
    this.decide(found, lookAt(found), { mark: isSame ? mark : null, added });
  }

  /** Judges a symbol as it stands, for the list of candidates. Writes nothing; null where the engine's venue does not trade it. */
  judge(reading: RadarReading): { readonly look: TriggerLook; readonly venue: Venue } | null {
    const engine = actingEngine(this.context.state, reading.symbol);
    const settings = this.context.state.settingsOf(engine ?? 'pas-trader');
    const place = this.placeOf(settings, reading);
    if (place === null) return null;
    return { look: lookAt(this.caseOf(engine, settings, place)), venue: place.instrument.venue };
  }

  /** Returns where a reading would be traded; null where the engine's venue does not trade it. */
  placeOf(settings: PasSettings, reading: RadarReading): Place | null {
    const { core, radar } = this.context;
    const instrument = core.eyes.find(settings.venue, 'perp', reading.symbol);
    const ix = instrument === null ? null : core.eyes.ixOf(instrument.id);
    if (instrument === null || ix === null) {
      this.counters.untradeable += 1;
      return null;
    }
    return { reading, instrument, market: radar.marketOf(ix, core.clock.nowMs()) };
  }

  /** Gathers what a decision is made of. */
  caseOf(engine: SnipingEngine | null, settings: PasSettings, place: Place): Case {
    const account = accountOf(this.context, place.instrument);
    const gathered = gatherFacts(this.context, { engine, settings, account, ...place });
    return { engine, settings, account, gathered, ...place };
  }

  private decide(found: Case, look: TriggerLook, { mark, added }: Occasion): void {
    const { state } = this.context;
    const { reading } = found;
    const { clusterId, startedMs } = reading.cascade;
    const { symbol, liquidatedSide } = reading;
    const number = (mark?.decisions ?? 0) + 1;
    const decisionId = decisionIdOf({ symbol, liquidatedSide, clusterId, startedMs, number });
    if (state.decisions.byId(decisionId) !== null || state.snipes.byId(snipeIdOf(decisionId)) !== null) return;
    const choice = this.choose(decisionId, found, look);
    // WHY: the lists of gates and arms are made where a former decision is to be compared with, else behind the order.
    if (added === null && mark !== null && mark.fingerprint === fingerprintOf(baseOf(found, look, choice))) return;
    const { action, reason, plan } = added === null ? this.act(found, look, choice) : addedTo(added);
    if (plan !== null && !this.send(found, plan)) return;
    const snipeId = added?.snipeId ?? plan?.snipe.snipeId ?? null;
    const decision: Decision = { ...baseOf(found, look, choice), action, reason, snipeId };
    if (!this.context.core.facts.append([{ kind: 'decision', decision }]).ok) {
      this.counters.unwritten += 1;
      return;
    }
    this.counters.decided += 1;
    this.shadows.begin(decision, found);
  }

  /** HOT: the record of the trade, then its order; the row of the decision is written behind them. False: nothing was sent. */
  private send({ settings, gathered }: Case, plan: SnipePlan): boolean {
    const isBegun = this.snipes.begin(plan, targetNetBps(plan.snipe.arm, settings, gathered.facts));
    if (!isBegun) this.counters.unwritten += 1;
    return isBegun;
  }

  private choose(decisionId: string, { settings, reading }: Case, look: TriggerLook): Chosen {
    const { state } = this.context;
    if (isArmLearnt(state, reading.symbol)) {
      const choice = state.learner.choose(look.context(), look.offers(), seededRandom(seedOf(decisionId)));
      return { decisionId, armId: choice.armId, chosenBy: 'oraculis', told: () => choice };
    }
    const { fixedArmId } = settings;
    const armId = look.isEligible(fixedArmId) ? fixedArmId : ABSTAIN;
    return { decisionId, armId, chosenBy: 'fixed', told: () => chooseFixed(fixedArmId, look.offers()) };
  }

  /** What is done, and why, in words. */
  private act(found: Case, look: TriggerLook, chosen: Chosen): Act {
    const nothing = (action: DecisionAction, reason: string): Act => ({ action, reason, plan: null });
    if (found.engine === null) return nothing('watched', 'no engine is running');
    if (!look.isAllowed) return nothing('blocked', look.blockedBy() ?? 'no arm is eligible');
    const arm = armOf(chosen.armId);
    if (arm === null) return nothing('abstained', this.abstained(chosen, found.settings.fixedArmId));
    if (found.settings.mode === 'monitor') return nothing('watched', 'the engine only watches');
    const reentry = this.reentryOf(found, targetNetBps(arm, found.settings, found.gathered.facts));
    if (reentry.kind === 'no') return nothing('blocked', `re-entry: ${reentry.reason}`);
    const planned = this.plan(found, found.engine, { decisionId: chosen.decisionId, arm });
    if (!planned.ok) return nothing('blocked', planned.reason);
    if (reentry.kind === 'propose') return nothing('proposed', `${reentry.reason}; waits for a person`);
    if (found.settings.mode === 'manual') return nothing('proposed', 'waits for a person');
    return { action: 'traded', reason: `${arm.armId}: every gate passed`, plan: planned.value };
  }

  private abstained({ chosenBy, told }: Chosen, fixedArmId: string): string {
    if (chosenBy !== 'oraculis') return `the fixed arm ${fixedArmId} is not eligible`;
    const { learner } = this.context.state;
    return abstainReason({
      scores: told().scores,
      decisionsLearnt: learner instanceof Oraculis ? learner.decisionsLearnt : null,
    });
  }

  /** Plans the trade of an arm; sends and writes nothing. */
  plan(found: Case, engine: SnipingEngine, { decisionId, arm }: { readonly decisionId: string; readonly arm: Arm }) {
    const { reading, settings, market, instrument, account, gathered } = found;
    const { symbol, liquidatedSide, cascade } = reading;
    const { core } = this.context;
    return planSnipe({
      decision: { decisionId, symbol, liquidatedSide },
      engine,
      arm,
      settings,
      guard: core.risk.settings.guard,
      market,
      instrument,
      account,
      mode: core.permit.modeOf(instrument.venue),
      worth: gathered.worth,
      exposureUsd: gathered.exposure.usd,
      clusterKey: `${cascade.clusterId}@${cascade.startedMs}`,
      nowMs: core.clock.nowMs(),
    });
  }

  private reentryOf({ reading, settings }: Case, netBps: number | null): ReturnType<typeof judgeReentry> {
    const { core, state } = this.context;
    const { clusterId, startedMs } = reading.cascade;
    const inCascade = state.snipes.since(startedMs).filter(({ snipe }) => {
      const trigger = state.decisions.byId(snipe.decisionId);
      return (
        trigger?.trigger.clusterId === clusterId &&
        trigger.symbol === reading.symbol &&
        trigger.liquidatedSide === reading.liquidatedSide &&
        trigger.atMs >= startedMs &&
        snipe.state !== 'missed' &&
        snipe.state !== 'failed'
      );
    });
    return judgeReentry({
      previous: inCascade.at(-1)?.snipe ?? null,
      attempts: Math.max(0, inCascade.length - 1),
      netBps: netBps ?? Number.NaN,
      guard: core.risk.settings.guard,
      settings,
      nowMs: core.clock.nowMs(),
    });
  }
}

/** Where a reading would be traded. */
type Place = Pick<Case, 'reading' | 'instrument' | 'market'>;

/** What a decision is made for. */
interface Occasion {
  /** The former decision of the same cascade; null for the first. */
  readonly mark: ClusterMark | null;
  readonly added: Snipe | null;
}

/** The arm that was chosen; the scores of all are told when the decision is written. */
interface Chosen {
  readonly decisionId: string;
  readonly armId: string;
  readonly chosenBy: Decision['chosenBy'];
  readonly told: () => ArmChoice;
}

/** Looks at a case as a trigger. */
export function lookAt({ reading, market, settings, gathered }: Case): TriggerLook {
  return new TriggerLook({ reading, market, settings, facts: gathered.facts });
}

interface Act {
  readonly action: DecisionAction;
  readonly reason: string;
  readonly plan: SnipePlan | null;
}

function addedTo({ snipeId, reason }: Snipe): Act {
  return { action: 'added', reason: `added to trade ${snipeId}: ${reason}`, plan: null };
}

function baseOf(found: Case, look: TriggerLook, chosen: Chosen): Omit<Decision, 'action' | 'reason' | 'snipeId'> {
  const { reading, instrument, engine, settings, gathered } = found;
  const { scores, propensity } = chosen.told();
  return {
    decisionId: chosen.decisionId,
    atMs: gathered.facts.nowMs,
    engine,
    mode: settings.mode,
    venue: instrument.venue,
    instrumentId: instrument.id,
    symbol: reading.symbol,
    liquidatedSide: reading.liquidatedSide,
    trigger: {
      windowUsd: reading.windowUsd,
      thresholdUsd: look.thresholdUsd,
      thresholdBy: look.thresholdBy,
      count: reading.windowCount,
      isLowerBound: reading.isLowerBound,
      eventIds: reading.eventIds,
      clusterId: reading.cascade.clusterId,
    },
    values: look.values(),
    context: look.context(),
    gates: look.gates(),
    arms: scores,
    chosenArmId: chosen.armId,
    chosenBy: chosen.chosenBy,
    propensity,
  };
}
