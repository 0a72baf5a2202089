import {
  ABSTAIN,
  type ArmOutcome,
  type Decision,
  type DecisionOutcome,
  type LiquidatedSide,
  type TradingRecord,
} from '../../domain/index.ts';

/** Decisions and outcomes kept in memory; the oldest go first. */
const DECISIONS_MAX = 500;
/** Of these a checkpoint keeps the newest: it is written on the thread that trades. */
const SAVED_MAX = 100;
/** Traded decisions that are kept, beyond the others, until their trade has told its result. */
const AWAITED_MAX = 200;
/** Symbols and sides whose newest decision is remembered; the oldest go first. */
const CLUSTERS_MAX = 2_000;

/** The newest decision of a symbol and side. */
export interface ClusterMark {
  readonly clusterId: string;
  readonly decisions: number;
  readonly lastMs: number;
  /** What it was made of; an equal one is no new decision. */
  readonly fingerprint: string;
}

/** What an arm earned over all decisions. Sums in bps after costs; shadow and real fills alike. */
export interface ArmTotal {
  readonly armId: string;
  readonly chosen: number;
  readonly outcomes: number;
  readonly fills: number;
  readonly realFills: number;
  readonly wins: number;
  readonly sumNetBps: number;
  readonly sumSquareBps: number;
  readonly lastNetBps: number | null;
}

export interface DecisionBookSnapshot {
  readonly decisions: readonly Decision[];
  readonly outcomes: readonly DecisionOutcome[];
  readonly totals: readonly ArmTotal[];
  readonly clusters: readonly (readonly [string, ClusterMark])[];
  readonly made: number;
  readonly interrupted?: number;
  /** Absent in checkpoints of older versions. */
  readonly awaited?: readonly string[];
}

/** Decisions, their outcomes and what each arm earned in all, as the fold of the records. */
export class DecisionBook {
  private readonly decisions: Map<string, Decision>;
  private readonly outcomes: Map<string, DecisionOutcome>;
  private readonly totalByArm: Map<string, ArmTotal>;
  private readonly clusters: Map<string, ClusterMark>;
  /** Ids of traded decisions without an outcome. */
  private readonly awaited: Set<string>;
  private madeCount: number;
  private interruptedCount: number;
  /** Grows with every change; for readers that keep what they made of it. */
  version = 0;

  constructor(saved?: DecisionBookSnapshot) {
    this.decisions = new Map(saved?.decisions.map((each) => [each.decisionId, each]));
    this.outcomes = new Map(saved?.outcomes.map((each) => [each.decisionId, each]));
    this.totalByArm = new Map(saved?.totals.map((each) => [each.armId, each]));
    this.clusters = new Map(saved?.clusters);
    this.madeCount = saved?.made ?? 0;
    this.interruptedCount = saved?.interrupted ?? 0;
    this.awaited = new Set(saved?.awaited);
  }

  apply(record: TradingRecord): void {
    if (record.kind === 'decision') this.addDecision(record.decision);
    else if (record.kind === 'decision-outcome') this.addOutcome(record.outcome);
  }

  byId(decisionId: string): Decision | null {
    return this.decisions.get(decisionId) ?? null;
  }

  outcomeOf(decisionId: string): DecisionOutcome | null {
    return this.outcomes.get(decisionId) ?? null;
  }

  /** Returns what of an outcome is not known yet: an arm whose real result comes after its shadow's, or after a cut, is told again. */
  newsOf(outcome: DecisionOutcome): DecisionOutcome {
    const before = this.outcomes.get(outcome.decisionId)?.outcomes ?? [];
    const isNews = (arm: ArmOutcome) => !before.some((known) => known.armId === arm.armId && isEqual(known, arm));
    return { ...outcome, outcomes: outcome.outcomes.filter(isNews) };
  }

  /** Oldest first: the newest 500, and those whose trade has not told its result. */
  list(): readonly Decision[] {
    return [...this.decisions.values()];
  }

  /** How many were ever made. */
  get made(): number {
    return this.madeCount;
  }

  /** How many lost their shadows to a restart. */
  get interrupted(): number {
    return this.interruptedCount;
  }

  totals(): readonly ArmTotal[] {
    return [...this.totalByArm.values()];
  }

  clusterOf(symbol: string, side: LiquidatedSide): ClusterMark | null {
    return this.clusters.get(`${symbol}|${side}`) ?? null;
  }

  snapshot(): DecisionBookSnapshot {
    return {
      decisions: this.list().filter(
        ({ decisionId }, at, all) => at >= all.length - SAVED_MAX || this.awaited.has(decisionId),
      ),
      outcomes: [...this.outcomes.values()].slice(-SAVED_MAX),
      totals: this.totals(),
      clusters: [...this.clusters],
      made: this.madeCount,
      interrupted: this.interruptedCount,
      awaited: [...this.awaited],
    };
  }

  /** A decision that is told again (executed, dismissed) replaces the former one and counts once. */
  private addDecision(decision: Decision): void {
    const { decisionId, symbol, liquidatedSide, chosenArmId, action, snipeId } = decision;
    this.version += 1;
    const before = this.decisions.get(decisionId);
    this.decisions.set(decisionId, decision);
    if (action === 'traded' && snipeId !== null && !this.outcomes.has(decisionId)) this.await(decisionId);
    if (before !== undefined) return;
    this.forgetOldest();
    this.madeCount += 1;
    if (chosenArmId !== ABSTAIN) this.change(chosenArmId, (total) => ({ ...total, chosen: total.chosen + 1 }));
    const key = `${symbol}|${liquidatedSide}`;
    const mark = this.clusters.get(key);
    const { clusterId } = decision.trigger;
    const decisions = mark?.clusterId === clusterId ? mark.decisions + 1 : 1;
    this.clusters.delete(key);
    this.clusters.set(key, { clusterId, decisions, lastMs: decision.atMs, fingerprint: fingerprintOf(decision) });
    dropOldest(this.clusters, CLUSTERS_MAX);
  }

  /** A later one takes the place of the former, arm by arm in the sums. */
  addOutcome(outcome: DecisionOutcome): void {
    this.version += 1;
    if (outcome.isInterrupted === true) this.interruptedCount += 1;
    const before = this.outcomes.get(outcome.decisionId)?.outcomes ?? [];
    for (const arm of this.newsOf(outcome).outcomes) {
      const known = before.find(({ armId }) => armId === arm.armId);
      this.change(arm.armId, (total) => counted(known === undefined ? total : counted(total, known, -1), arm, 1));
    }
    this.awaited.delete(outcome.decisionId);
    this.outcomes.set(outcome.decisionId, outcome);
    dropOldest(this.outcomes, DECISIONS_MAX);
  }

  private await(decisionId: string): void {
    this.awaited.add(decisionId);
    const oldest = this.awaited.values().next();
    if (this.awaited.size > AWAITED_MAX && oldest.done !== true) this.awaited.delete(oldest.value);
  }

  /** A decision whose trade still runs stays: its result would have nowhere to go. */
  private forgetOldest(): void {
    for (const decisionId of this.decisions.keys()) {
      if (this.decisions.size - this.awaited.size <= DECISIONS_MAX) return;
      if (!this.awaited.has(decisionId)) this.decisions.delete(decisionId);
    }
  }

  private change(armId: string, next: (total: ArmTotal) => ArmTotal): void {
    this.totalByArm.set(armId, next(this.totalByArm.get(armId) ?? newTotal(armId)));
  }
}

/** What must differ from the cascade's last decision for another one to be worth writing. */
export function fingerprintOf({
  gates,
  arms,
  trigger,
  engine,
  mode,
}: Pick<Decision, 'gates' | 'arms' | 'trigger' | 'engine' | 'mode'>): string {
  const gateBits = gates.map(({ ok }) => (ok ? '1' : '0')).join('');
  const armBits = arms.map(({ isEligible }) => (isEligible ? '1' : '0')).join('');
  const size = Math.floor(Math.log2(Math.max(1, (trigger.windowUsd ?? 0) / (trigger.thresholdUsd ?? 1))));
  return `${String(engine)}|${mode}|${gateBits}|${armBits}|${size}`;
}

/** Adds an arm's outcome to its sums, or takes it out again. */
function counted(total: ArmTotal, { isFilled, isReal, netBps }: ArmOutcome, sign: 1 | -1): ArmTotal {
  return {
    ...total,
    outcomes: total.outcomes + sign,
    fills: total.fills + (isFilled ? sign : 0),
    realFills: total.realFills + (isFilled && isReal ? sign : 0),
    wins: total.wins + (netBps > 0 ? sign : 0),
    sumNetBps: total.sumNetBps + sign * netBps,
    sumSquareBps: total.sumSquareBps + sign * netBps ** 2,
    lastNetBps: netBps,
  };
}

function isEqual(a: ArmOutcome, b: ArmOutcome): boolean {
  return a.isReal === b.isReal && a.isFilled === b.isFilled && a.netBps === b.netBps;
}

function newTotal(armId: string): ArmTotal {
  return {
    armId,
    chosen: 0,
    outcomes: 0,
    fills: 0,
    realFills: 0,
    wins: 0,
    sumNetBps: 0,
    sumSquareBps: 0,
    lastNetBps: null,
  };
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
