import {
  ABSTAIN,
  type ArmChoice,
  type Decision,
  type DecisionAction,
  type RadarReading,
  type SnipingEngine,
  type Venue,
} from '../../domain/index.ts';
import { seededRandom } from '../../kernel/index.ts';
import {
  armOf,
  effectiveNumbers,
  isTriggered,
  judgeReentry,
  judgeTrigger,
  Oraculis,
  type PasSettings,
  type TriggerJudgement,
} from '../../strategies/index.ts';
import { abstainReason } from './abstain-reason.ts';
import { fingerprintOf, type ClusterMark } from './decision-book.ts';
import { chooseFixed } from './fixed-chooser.ts';
import { planSnipe, targetNetBps, type SnipePlan } from './plan-snipe.ts';
import type { ShadowDesk } from './shadow-desk.ts';
import type { SnipeDesk } from './snipe-desk.ts';
import { decisionIdOf, seedOf } from './sniping-ids.ts';
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

  /** HOT: called for every liquidation that counts; all but triggers leave by the first questions. */
  onReading(reading: RadarReading): void {
    const { state } = this.context;
    const engine = this.actor();
    const settings = state.settingsOf(engine ?? 'pas-trader');
    if (reading.windowUsd < settings.floorUsd * effectiveNumbers(settings).thresholdFactor) return;
    const mark = state.decisions.clusterOf(reading.symbol, reading.liquidatedSide);
    // The radar counts its clusters anew after a restart.
    const isSame = mark?.clusterId === reading.cascade.clusterId && mark.lastMs >= reading.cascade.startedMs;
    if (isSame && this.context.core.clock.nowMs() - mark.lastMs < DECISION_PERIOD_MS) return;
    const found = this.caseOf(engine, settings, reading);
    if (found === null) return;
    const input = { reading, market: found.market, settings, facts: found.gathered.facts };
    if (!isTriggered(input)) return;
    this.decide(found, judgeTrigger(input), isSame ? mark : null);
  }

  /** Judges a symbol as it stands, for the list of candidates. Writes nothing; null where the engine's venue does not trade it. */
  judge(reading: RadarReading): { readonly judgement: TriggerJudgement; readonly venue: Venue } | null {
    const engine = this.actor();
    const settings = this.context.state.settingsOf(engine ?? 'pas-trader');
    const found = this.caseOf(engine, settings, reading);
    if (found === null) return null;
    const judgement = judgeTrigger({ reading, market: found.market, settings, facts: found.gathered.facts });
    return { judgement, venue: found.instrument.venue };
  }

  /** Who would act now: PAS Trader before Oraculis; null while neither runs. */
  private actor(): SnipingEngine | null {
    const { state } = this.context;
    if (state.runOf('pas-trader').isRunning) return 'pas-trader';
    return state.runOf('oraculis').isRunning ? 'oraculis' : null;
  }

  private caseOf(engine: SnipingEngine | null, settings: PasSettings, reading: RadarReading): Case | null {
    const { core, radar } = this.context;
    const instrument = core.eyes.find(settings.venue, 'perp', reading.symbol);
    const ix = instrument === null ? null : core.eyes.ixOf(instrument.id);
    if (instrument === null || ix === null) {
      this.counters.untradeable += 1;
      return null;
    }
    const market = radar.marketOf(ix, core.clock.nowMs());
    const account = accountOf(this.context, instrument);
    const gathered = gatherFacts(this.context, { engine, settings, reading, market, instrument, account });
    return { engine, settings, reading, market, instrument, account, gathered };
  }

  private decide(found: Case, judgement: TriggerJudgement, mark: ClusterMark | null): void {
    const { core, state } = this.context;
    const { reading, settings } = found;
    const { clusterId, startedMs } = reading.cascade;
    const { symbol, liquidatedSide } = reading;
    const number = (mark?.decisions ?? 0) + 1;
    const decisionId = decisionIdOf({ symbol, liquidatedSide, clusterId, startedMs, number });
    if (state.decisions.byId(decisionId) !== null) return;
    const isByOraculis = state.runOf('oraculis').isRunning;
    const choice = isByOraculis
      ? state.learner.choose(judgement.context, judgement.offers, seededRandom(seedOf(decisionId)))
      : chooseFixed(settings.fixedArmId, judgement.offers);
    const base = baseOf(found, judgement, { decisionId, choice, isByOraculis });
    if (mark !== null && mark.fingerprint === fingerprintOf(base)) return;
    const { action, reason, plan } = this.act(found, judgement, base);
    const decision: Decision = { ...base, action, reason, snipeId: plan?.snipe.snipeId ?? null };
    const written = core.facts.append([
      { kind: 'decision', decision },
      ...(plan === null ? [] : [{ kind: 'snipe', snipe: plan.snipe } as const]),
    ]);
    if (!written.ok) {
      this.counters.unwritten += 1;
      return;
    }
    this.counters.decided += 1;
    if (plan !== null)
      this.snipes.begin(plan.snipe, plan.entry, targetNetBps(plan.snipe.arm, settings, found.gathered.facts));
    this.shadows.begin(decision, found);
  }

  /** What is done, and why, in words. */
  private act(found: Case, judgement: TriggerJudgement, base: Omit<Decision, 'action' | 'reason' | 'snipeId'>): Act {
    const nothing = (action: DecisionAction, reason: string): Act => ({ action, reason, plan: null });
    if (found.engine === null) return nothing('watched', 'no engine is running');
    const denial = judgement.gates.find(({ ok }) => !ok);
    if (denial !== undefined) return nothing('blocked', `${denial.gate}: ${denial.detail}`);
    if (!judgement.isAllowed) return nothing('blocked', judgement.blockedBy ?? 'no arm is eligible');
    const arm = armOf(base.chosenArmId);
    if (base.chosenArmId === ABSTAIN || arm === null) {
      return nothing('abstained', this.abstained(base, found.settings.fixedArmId));
    }
    if (found.settings.mode === 'monitor') return nothing('watched', 'the engine only watches');
    const reentry = this.reentryOf(found, targetNetBps(arm, found.settings, found.gathered.facts));
    if (reentry.kind === 'no') return nothing('blocked', `re-entry: ${reentry.reason}`);
    const planned = this.plan(found, base);
    if (!planned.ok) return nothing('blocked', planned.reason);
    if (reentry.kind === 'propose') return nothing('proposed', `${reentry.reason}; waits for a person`);
    if (found.settings.mode === 'manual') return nothing('proposed', 'waits for a person');
    return { action: 'traded', reason: `${arm.armId}: every gate passed`, plan: planned.value };
  }

  private abstained({ chosenBy, arms }: Pick<Decision, 'chosenBy' | 'arms'>, fixedArmId: string): string {
    if (chosenBy !== 'oraculis') return `the fixed arm ${fixedArmId} is not eligible`;
    const { learner } = this.context.state;
    return abstainReason({
      scores: arms,
      decisionsLearnt: learner instanceof Oraculis ? learner.decisionsLearnt : null,
    });
  }

  /** Plans the trade of a decision's chosen arm. */
  plan(found: Case, base: Pick<Decision, 'decisionId' | 'symbol' | 'liquidatedSide' | 'chosenArmId'>) {
    const arm = armOf(base.chosenArmId);
    const { engine, settings, market, instrument, account, gathered } = found;
    if (arm === null || engine === null) return { ok: false, reason: 'no engine and no arm' } as const;
    const { core } = this.context;
    return planSnipe({
      decision: base,
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
      clusterKey: `${found.reading.cascade.clusterId}@${found.reading.cascade.startedMs}`,
      nowMs: core.clock.nowMs(),
    });
  }

  private reentryOf({ reading, settings }: Case, netBps: number | null): ReturnType<typeof judgeReentry> {
    const { core, state } = this.context;
    const inCascade = [...state.snipes.finished(), ...state.snipes.open()].filter(({ snipe }) => {
      const trigger = state.decisions.byId(snipe.decisionId);
      return (
        trigger?.trigger.clusterId === reading.cascade.clusterId &&
        trigger.symbol === reading.symbol &&
        trigger.liquidatedSide === reading.liquidatedSide &&
        trigger.atMs >= reading.cascade.startedMs &&
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

interface Act {
  readonly action: DecisionAction;
  readonly reason: string;
  readonly plan: SnipePlan | null;
}

function baseOf(
  found: Case,
  judgement: TriggerJudgement,
  chosen: { readonly decisionId: string; readonly choice: ArmChoice; readonly isByOraculis: boolean },
): Omit<Decision, 'action' | 'reason' | 'snipeId'> {
  const { reading, instrument, engine, settings, gathered } = found;
  const { choice, decisionId, isByOraculis } = chosen;
  return {
    decisionId,
    atMs: gathered.facts.nowMs,
    engine,
    mode: settings.mode,
    venue: instrument.venue,
    instrumentId: instrument.id,
    symbol: reading.symbol,
    liquidatedSide: reading.liquidatedSide,
    trigger: {
      windowUsd: reading.windowUsd,
      thresholdUsd: judgement.thresholdUsd,
      thresholdBy: judgement.thresholdBy,
      count: reading.windowCount,
      isLowerBound: reading.isLowerBound,
      eventIds: reading.eventIds,
      clusterId: reading.cascade.clusterId,
    },
    values: judgement.values,
    context: judgement.context,
    gates: judgement.gates,
    arms: choice.scores,
    chosenArmId: choice.armId,
    chosenBy: isByOraculis ? 'oraculis' : 'fixed',
    propensity: choice.propensity,
  };
}
