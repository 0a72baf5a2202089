import { instrumentId, SNIPING_ENGINES, type CascadeRow, type Decision } from '../../domain/index.ts';
import { isFinalState, type OrderRecord } from '../../execution/index.ts';
import { ARMS, TRIGGER_GATES } from '../../strategies/index.ts';
import type { ArmRow, CandidateView, CascadeView, DecisionRow, SnipeView, SnipingView } from '../sniping-views.ts';
import type { ArmTotal } from './decision-book.ts';
import type { DecisionDesk } from './decision-desk.ts';
import { engineView } from './engine-view.ts';
import { PROPOSAL_MS, type ProposalDesk } from './proposal-desk.ts';
import type { RadarDesk } from './radar-desk.ts';
import type { ShadowDesk } from './shadow-desk.ts';
import { isFinished, type TrackedSnipe } from './snipe-book.ts';
import type { SnipingContext } from './sniping-context.ts';
import { toldTrailing } from './told-trailing.ts';

const DECISIONS_SHOWN = 50;
const SNIPES_SHOWN = 50;
const CANDIDATES_SHOWN = 30;
const CASCADES_SHOWN = 50;
const CANDIDATES_KEPT_MS = 2_000;
/** A plan that moved at each look would send every list of decisions with it. */
const PLANS_KEPT_MS = 1_000;

export interface SnipingViewParts {
  readonly radar: RadarDesk;
  readonly decisions: DecisionDesk;
  readonly shadows: ShadowDesk;
  readonly proposals: ProposalDesk;
}

/** Rows that are worked out anew when what they are made of changed. */
interface KeptRows {
  /** Of the decisions and of the trades that came of them. */
  readonly version: string;
  readonly decisions: readonly DecisionRow[];
  readonly arms: readonly ArmRow[];
}

interface KeptCandidates {
  readonly counted: number;
  readonly atMs: number;
  readonly rows: readonly CandidateView[];
}

interface KeptPlans {
  readonly of: KeptRows;
  readonly atMs: number;
  readonly rows: readonly DecisionRow[];
}

/** Builds what the engines show; lists that nothing changed are shown again. */
export class SnipingViews {
  private readonly context: SnipingContext;
  private readonly parts: SnipingViewParts;
  private rows: KeptRows | null = null;
  private judged: KeptCandidates | null = null;
  private plans: KeptPlans | null = null;

  constructor(context: SnipingContext, parts: SnipingViewParts) {
    this.context = context;
    this.parts = parts;
  }

  /** Everything the engines show, as of now. */
  view(): SnipingView {
    return buildSnipingView(this.context, this.parts, {
      decisions: this.planned(),
      arms: this.decided().arms,
      candidates: this.candidates(),
    });
  }

  /** The market moves under a proposal: what it would trade is planned anew once a second; with none that is open the rows are those kept. */
  private planned(): readonly DecisionRow[] {
    const kept = this.decided();
    const nowMs = this.context.core.clock.nowMs();
    const isOpen = ({ expiresMs }: DecisionRow): boolean => expiresMs !== null && expiresMs > nowMs;
    if (!kept.decisions.some(isOpen)) return kept.decisions;
    const { plans } = this;
    if (plans?.of === kept && nowMs - plans.atMs < PLANS_KEPT_MS) return plans.rows;
    const rows = kept.decisions.map((row) => (isOpen(row) ? this.proposed(row) : row));
    this.plans = { of: kept, atMs: nowMs, rows };
    return rows;
  }

  private proposed(row: DecisionRow): DecisionRow {
    const decision = this.context.state.decisions.byId(row.decisionId);
    return decision === null ? row : { ...row, plan: this.parts.proposals.preview(decision) };
  }

  private decided(): KeptRows {
    const { decisions, snipes } = this.context.state;
    const version = `${decisions.version}|${snipes.version}`;
    if (this.rows?.version === version) return this.rows;
    const newest = decisions.list().slice(-DECISIONS_SHOWN).toReversed();
    this.rows = {
      version,
      decisions: newest.map((decision) => decisionRow(this.context, decision)),
      arms: armRows(decisions.totals()),
    };
    return this.rows;
  }

  /** Prices move all the time: candidates are judged anew at a new liquidation, else every two seconds. */
  private candidates(): readonly CandidateView[] {
    const nowMs = this.context.core.clock.nowMs();
    const counted = this.parts.radar.counted;
    const { judged } = this;
    if (judged?.counted === counted && nowMs - judged.atMs < CANDIDATES_KEPT_MS) return judged.rows;
    const rows = candidates(this.parts, nowMs);
    this.judged = { counted, atMs: nowMs, rows };
    return rows;
  }
}

function buildSnipingView(
  context: SnipingContext,
  parts: SnipingViewParts,
  lists: Pick<SnipingView, 'candidates' | 'decisions' | 'arms'>,
): SnipingView {
  const { core, state } = context;
  const atMs = core.clock.nowMs();
  const { interrupted } = state.decisions;
  const { begun, told, closedEarly } = parts.shadows.shadows.counters;
  return {
    atMs,
    engines: SNIPING_ENGINES.map((engine) => engineView(context, engine)),
    candidates: lists.candidates,
    decisions: lists.decisions,
    decisionsMade: state.decisions.made,
    arms: lists.arms,
    radar: {
      cascades: parts.radar.cascades(atMs).slice(0, CASCADES_SHOWN).map(cascadeView),
      leadLag: parts.radar.leadLag(),
      counters: parts.radar.counters,
    },
    trailing: state.trailing.list().map(({ order }) => toldTrailing(context, order)),
    snipes: snipeViews(context),
    verdicts: state.allVerdicts(),
    overrides: SNIPING_ENGINES.flatMap((subject) => {
      const override = state.overrideOf(subject);
      return override === null ? [] : [{ subject, ...override }];
    }),
    shadows: { followed: parts.shadows.shadows.pending().length, begun, told, closedEarly, interrupted },
    faults: {
      untradeable: parts.decisions.counters.untradeable,
      unwritten: parts.decisions.counters.unwritten + parts.shadows.unwritten,
      refusedSettings: state.refused,
    },
  };
}

/** The nearest miss first: by gates passed, then by how much of the threshold is there. */
function candidates({ radar, decisions }: SnipingViewParts, nowMs: number): readonly CandidateView[] {
  const rows: CandidateView[] = [];
  for (const reading of radar.readings(nowMs)) {
    const found = decisions.judge(reading);
    if (found === null) continue;
    const { look, venue } = found;
    const failedGates = look.denials();
    const thresholdUsd = Number.isFinite(look.thresholdUsd) ? look.thresholdUsd : null;
    rows.push({
      symbol: reading.symbol,
      liquidatedSide: reading.liquidatedSide,
      instrumentId: instrumentId(reading.symbol, 'perp', venue),
      atMs: reading.atMs,
      windowUsd: reading.windowUsd,
      windowCount: reading.windowCount,
      isLowerBound: reading.isLowerBound,
      thresholdUsd,
      progressFrac: thresholdUsd === null || thresholdUsd <= 0 ? null : reading.windowUsd / thresholdUsd,
      stretchBps: known(look.stretchBps),
      gatesPassed: TRIGGER_GATES.length - failedGates.length,
      gatesTotal: TRIGGER_GATES.length,
      failedGates,
      blockedBy: look.blockedBy(),
      eligibleArms: look.eligibleCount(),
    });
  }
  return rows
    .sort((a, b) => b.gatesPassed - a.gatesPassed || (b.progressFrac ?? 0) - (a.progressFrac ?? 0))
    .slice(0, CANDIDATES_SHOWN);
}

function cascadeView(row: CascadeRow): CascadeView {
  const { leadMs, startPx, extremeBps, afterBps } = row;
  return {
    ...row,
    leadMs: known(leadMs),
    startPx: known(startPx),
    extremeBps: known(extremeBps),
    afterBps: known(afterBps),
  };
}

function known(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function decisionRow({ state }: SnipingContext, decision: Decision): DecisionRow {
  const { trigger, decisionId, chosenArmId } = decision;
  const outcome = state.decisions.outcomeOf(decisionId)?.outcomes.find(({ armId }) => armId === chosenArmId);
  return {
    decisionId,
    atMs: decision.atMs,
    engine: decision.engine,
    mode: decision.mode,
    venue: decision.venue,
    symbol: decision.symbol,
    liquidatedSide: decision.liquidatedSide,
    windowUsd: trigger.windowUsd,
    thresholdUsd: trigger.thresholdUsd,
    thresholdBy: trigger.thresholdBy,
    count: trigger.count,
    isLowerBound: trigger.isLowerBound,
    eventIds: trigger.eventIds,
    chosenArmId,
    chosenBy: decision.chosenBy,
    propensity: decision.propensity,
    action: decision.action,
    reason: decision.reason,
    snipeId: decision.snipeId,
    expiresMs: decision.action === 'proposed' ? decision.atMs + PROPOSAL_MS : null,
    netBps: outcome?.netBps ?? null,
    trade: tradeOf(decision.snipeId === null ? null : state.snipes.byId(decision.snipeId)),
  };
}

function tradeOf(tracked: TrackedSnipe | null): DecisionRow['trade'] {
  return tracked === null ? null : { state: tracked.snipe.state, reason: tracked.snipe.reason };
}

/** Returns every arm with what it earned over all decisions. */
export function armRows(totals: readonly ArmTotal[]): readonly ArmRow[] {
  const byId = new Map(totals.map((total) => [total.armId, total]));
  return ARMS.map((arm) => {
    const total = byId.get(arm.armId);
    const n = total?.outcomes ?? 0;
    const mean = total === undefined || n === 0 ? null : total.sumNetBps / n;
    const variance =
      total === undefined || mean === null || n < 2 ? null : (total.sumSquareBps - n * mean ** 2) / (n - 1);
    return {
      arm,
      chosen: total?.chosen ?? 0,
      outcomes: n,
      fills: total?.fills ?? 0,
      realFills: total?.realFills ?? 0,
      winRateFrac: total === undefined || n === 0 ? null : total.wins / n,
      meanNetBps: mean,
      stdNetBps: variance === null ? null : Math.sqrt(Math.max(0, variance)),
      lastNetBps: total?.lastNetBps ?? null,
    };
  });
}

function snipeViews({ core, state }: SnipingContext): readonly SnipeView[] {
  const finished = state.snipes.finished().toReversed();
  return [...state.snipes.open().toReversed(), ...finished].slice(0, SNIPES_SHOWN).map(({ snipe, orders }) => {
    const position = core.ledger
      .account(snipe.account)
      ?.positions()
      .find((each) => each.instrumentId === snipe.instrumentId);
    const openOrderIds = orders
      .filter(({ clientOrderId, isSent }) => isSent && isOpen(core.orders.byKey(clientOrderId)))
      .map(({ clientOrderId }) => clientOrderId);
    const dark = isFinished(snipe) ? null : core.darkBooks.textOf(snipe.instrumentId);
    return {
      ...snipe,
      reason: dark === null ? snipe.reason : `${snipe.reason}; ${dark}, stop and target stand at the venue`,
      openOrderIds,
      heldQtyBase: position?.qtyBase ?? null,
      markPx: core.eyes.markPx(snipe.instrumentId),
    };
  });
}

function isOpen(record: OrderRecord | null): boolean {
  return record !== null && !isFinalState(record.state);
}
