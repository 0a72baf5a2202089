import {
  SNIPING_ENGINES,
  type ArmChooser,
  type Decision,
  type DecisionOutcome,
  type LiquidatedSide,
  type Snipe,
  type SnipingEngine,
  type TradingRecord,
  type Verdict,
} from '../../domain/index.ts';
import { DEFAULT_PAS_SETTINGS, parsePasSettings, type PasSettings } from '../../strategies/index.ts';
import { LegClaims, type LegClaimsSnapshot } from '../arbitrage/leg-claims.ts';
import { DecisionBook, type DecisionBookSnapshot } from './decision-book.ts';
import { SnipeBook, type SnipeBookSnapshot } from './snipe-book.ts';
import { TrailingBook, type TrailingBookSnapshot } from './trailing-book.ts';

/** Whether an engine runs, since when, and who or what said so. */
export interface EngineRun {
  readonly isRunning: boolean;
  /** null before it was ever started. */
  readonly sinceMs: number | null;
  readonly reason: string;
  readonly by: string;
}

/** A person's word that an engine may trade live without a passed verdict. */
export interface VerdictOverride {
  readonly by: string;
  readonly atMs: number;
  /** Absent in checkpoints of older versions. */
  readonly expiresMs?: number;
  /** True once its end was told. */
  readonly isEnded?: boolean;
}

export interface SnipingSnapshot {
  readonly lastSeq: number;
  readonly runs: readonly (readonly [SnipingEngine, EngineRun])[];
  readonly settings: readonly (readonly [SnipingEngine, PasSettings])[];
  readonly refused: readonly string[];
  readonly decisions: DecisionBookSnapshot;
  readonly snipes: SnipeBookSnapshot;
  readonly trailing: TrailingBookSnapshot;
  readonly verdicts: readonly (readonly [string, Verdict])[];
  readonly overrides: readonly (readonly [string, VerdictOverride])[];
  readonly cooldowns: readonly (readonly [string, number])[];
  readonly learner: unknown;
  /** Absent in checkpoints of before there were arbitrages. */
  readonly claims?: LegClaimsSnapshot;
  /** Absent in checkpoints of before such trades were followed. */
  readonly undecided?: readonly string[];
}

/** Builds a chooser from what its `snapshot` gave; null: a new one. */
export type CreateChooser = (saved: unknown) => ArmChooser;

const NEVER_RUN: EngineRun = { isRunning: false, sinceMs: null, reason: 'never started', by: '' };
/** How long a word for trading without a verdict holds when nothing else is said. */
export const OVERRIDE_MS = 7 * 86_400_000;
const REFUSED_KEPT = 20;
const SUBJECTS_MAX = 200;
const COOLDOWNS_MAX = 2_000;
const UNDECIDED_MAX = 200;

/**
 * Everything the sniping engines remember, as the fold of the trading records: runs, settings, decisions, trades, trailing orders,
 * verdicts, the learner. The kill switch stops both engines here, so that a restart finds them stopped.
 */
export class SnipingState {
  readonly decisions: DecisionBook;
  readonly snipes: SnipeBook;
  readonly trailing: TrailingBook;
  readonly learner: ArmChooser;
  /** What arbitrages hold. */
  readonly claims: LegClaims;
  private lastSeq: number;
  private readonly runs: Map<SnipingEngine, EngineRun>;
  private readonly settingsByEngine: Map<SnipingEngine, PasSettings>;
  private readonly verdicts: Map<string, Verdict>;
  private readonly overrides: Map<string, VerdictOverride>;
  private readonly cooldowns: Map<string, number>;
  /** Trades whose decision is not written yet: its row follows the order. */
  private readonly undecidedIds: Set<string>;
  private refusedTexts: readonly string[];

  constructor(createChooser: CreateChooser, saved?: SnipingSnapshot) {
    this.lastSeq = saved?.lastSeq ?? 0;
    this.runs = new Map(saved?.runs);
    this.settingsByEngine = new Map(
      saved?.settings.map(([engine, settings]) => [engine, { ...DEFAULT_PAS_SETTINGS, ...settings }]),
    );
    this.refusedTexts = saved?.refused ?? [];
    this.decisions = new DecisionBook(saved?.decisions);
    this.snipes = new SnipeBook(saved?.snipes);
    this.trailing = new TrailingBook(saved?.trailing);
    this.verdicts = new Map(saved?.verdicts);
    this.overrides = new Map(saved?.overrides);
    this.cooldowns = new Map(saved?.cooldowns);
    this.learner = createChooser(saved?.learner ?? null);
    this.claims = new LegClaims(saved?.claims);
    this.undecidedIds = new Set(saved?.undecided);
  }

  /** Folds one record in; one that is in already changes nothing. */
  apply(record: TradingRecord): void {
    if (record.seq <= this.lastSeq) return;
    this.lastSeq = record.seq;
    this.followDecision(record);
    this.snipes.apply(record);
    this.trailing.apply(record);
    this.claims.apply(record);
    switch (record.kind) {
      case 'engine-run': {
        const { engine, isRunning, reason, by } = record;
        this.runs.set(engine, { isRunning, sinceMs: record.atMs, reason, by });
        return;
      }
      case 'kill-switch':
        return record.level > 0 ? this.stopAll(record.by, record.atMs) : undefined;
      case 'engine-settings':
        return this.takeSettings(record.engine, record.value);
      case 'decision':
        this.decisions.apply(record);
        return this.beginCooldown(record.decision);
      case 'snipe':
        return this.pauseAfter(record.snipe);
      case 'decision-outcome':
        return this.takeOutcome(record.outcome, record.atMs);
      case 'learner':
        return this.learner.change(record.change, record.atMs);
      case 'verdict':
        return put(this.verdicts, record.verdict.subject, record.verdict, SUBJECTS_MAX);
      case 'verdict-override':
        return this.takeOverride(record);
      case 'verdict-override-end':
        return this.endOverride(record.subject, record.atMs);
      default:
    }
  }

  /** Number of the newest record that is in. */
  get seq(): number {
    return this.lastSeq;
  }

  runOf(engine: SnipingEngine): EngineRun {
    return this.runs.get(engine) ?? NEVER_RUN;
  }

  settingsOf(engine: SnipingEngine): PasSettings {
    return this.settingsByEngine.get(engine) ?? DEFAULT_PAS_SETTINGS;
  }

  /** Stored settings that did not pass, in words, the last 20. */
  get refused(): readonly string[] {
    return this.refusedTexts;
  }

  verdictOf(subject: string): Verdict | null {
    return this.verdicts.get(subject) ?? null;
  }

  allVerdicts(): readonly Verdict[] {
    return [...this.verdicts.values()];
  }

  /** Returns the newest word about a subject, also when it has ended. */
  overrideOf(subject: string): Required<VerdictOverride> | null {
    const found = this.overrides.get(subject);
    if (found === undefined) return null;
    return { ...found, expiresMs: found.expiresMs ?? found.atMs + OVERRIDE_MS, isEnded: found.isEnded ?? false };
  }

  /** Ids of the trades whose decision was never written, oldest first. Right behind an order its row is still to come. */
  undecided(): readonly string[] {
    return [...this.undecidedIds];
  }

  /** Returns the end of the pause of a symbol and side; 0 without one. */
  cooldownUntilMs(symbol: string, side: LiquidatedSide): number {
    return this.cooldowns.get(`${symbol}|${side}`) ?? 0;
  }

  snapshot(): SnipingSnapshot {
    return {
      lastSeq: this.lastSeq,
      runs: [...this.runs],
      settings: [...this.settingsByEngine],
      refused: this.refusedTexts,
      decisions: this.decisions.snapshot(),
      snipes: this.snipes.snapshot(),
      trailing: this.trailing.snapshot(),
      verdicts: [...this.verdicts],
      overrides: [...this.overrides],
      cooldowns: [...this.cooldowns],
      learner: this.learner.snapshot(),
      claims: this.claims.snapshot(),
      undecided: this.undecided(),
    };
  }

  /** A trade is known by its first record, before the book of trades has it. */
  private followDecision(record: TradingRecord): void {
    if (record.kind === 'decision') {
      const { snipeId, action } = record.decision;
      if (this.undecidedIds.size > 0 && snipeId !== null && action !== 'added') this.undecidedIds.delete(snipeId);
      return;
    }
    if (record.kind !== 'snipe') return;
    const { snipeId, decisionId } = record.snipe;
    if (this.snipes.byId(snipeId) === null && this.decisions.byId(decisionId) === null) this.undecidedIds.add(snipeId);
    if (this.undecidedIds.size <= UNDECIDED_MAX) return;
    const oldest = this.undecidedIds.values().next();
    if (oldest.done !== true) this.undecidedIds.delete(oldest.value);
  }

  private stopAll(by: string, atMs: number): void {
    for (const engine of SNIPING_ENGINES) {
      if (!this.runOf(engine).isRunning) continue;
      this.runs.set(engine, { isRunning: false, sinceMs: atMs, reason: 'kill switch', by });
    }
  }

  private takeOutcome(outcome: DecisionOutcome, atMs: number): void {
    const news = this.decisions.newsOf(outcome);
    this.decisions.addOutcome(outcome);
    if (isTeaching(outcome) && news.outcomes.length > 0) this.learner.learn(news, atMs);
  }

  private takeSettings(engine: SnipingEngine, value: unknown): void {
    const parsed = parsePasSettings(value, this.settingsOf(engine));
    if (parsed.ok) {
      this.settingsByEngine.set(engine, parsed.value);
      return;
    }
    const text = `${engine}: ${parsed.fields.map(({ field, text: fault }) => `${field} ${fault}`.trim()).join('; ')}`;
    this.refusedTexts = [...this.refusedTexts, text].slice(-REFUSED_KEPT);
  }

  private takeOverride({ subject, by, atMs, expiresMs }: Extract<TradingRecord, { kind: 'verdict-override' }>): void {
    put(this.overrides, subject, { by, atMs, expiresMs: expiresMs ?? atMs + OVERRIDE_MS }, SUBJECTS_MAX);
  }

  private endOverride(subject: string, atMs: number): void {
    const found = this.overrideOf(subject);
    if (found === null) return;
    this.overrides.set(subject, { ...found, expiresMs: Math.min(found.expiresMs, atMs), isEnded: true });
  }

  /** The row of its decision follows the order of a trade, and may be lost with the process: the pause must not be. */
  private pauseAfter({ decisionId, engine, symbol, side, arm, startedMs }: Snipe): void {
    if (this.decisions.byId(decisionId) !== null) return;
    const liquidatedSide = liquidatedSideOf({ side, arm });
    const untilMs = startedMs + this.settingsOf(engine).cooldownMs;
    if (untilMs <= this.cooldownUntilMs(symbol, liquidatedSide)) return;
    put(this.cooldowns, `${symbol}|${liquidatedSide}`, untilMs, COOLDOWNS_MAX);
  }

  private beginCooldown({ action, engine, symbol, liquidatedSide, atMs }: Decision): void {
    if (action !== 'traded' || engine === null) return;
    const untilMs = atMs + this.settingsOf(engine).cooldownMs;
    put(this.cooldowns, `${symbol}|${liquidatedSide}`, untilMs, COOLDOWNS_MAX);
  }
}

/** Returns whose forced orders a trade answers: what fades closed longs buys. */
export function liquidatedSideOf({ side, arm }: Pick<Snipe, 'side' | 'arm'>): LiquidatedSide {
  return (side === 'long') === (arm.direction === 'fade') ? 'LONG' : 'SHORT';
}

/** Nothing is learnt of what was cut, nor of what was decided in a market that nobody remembers. */
function isTeaching({ isInterrupted, context }: DecisionOutcome): boolean {
  return isInterrupted !== true && context.length > 0;
}

/** Sets a key as the newest; the oldest goes when there are too many. */
function put<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
}
