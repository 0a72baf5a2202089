import type { ArmOutcome, Decision, DecisionOutcome, InstrumentId } from '../../../domain/index.ts';
import { ARMS } from '../arms.ts';
import type { Planned } from '../planned.ts';
import { planEntry, type EntryPlan } from '../plan-entry.ts';
import { positionSide } from '../trade-side.ts';
import type { ShadowBook, PublicTrade } from './shadow-market.ts';
import type { ShadowTerms } from './shadow-terms.ts';
import { ShadowTrade } from './shadow-trade.ts';

/** Decisions whose shadows are followed at once; those of the oldest are closed at the market when one more comes. */
const DECISIONS_MAX = 32;

/** Where shadows look and whom they tell. */
export interface ShadowDeps {
  /** The book as it stands; null while it is not usable. */
  readonly bookOf: (instrumentId: InstrumentId) => ShadowBook | null;
  /** Told once per decision, when every arm's outcome is known. */
  readonly onOutcome: (outcome: DecisionOutcome, nowMs: number) => void;
  /** 32 unless told. */
  readonly decisionsMax?: number;
}

export interface ShadowStart {
  readonly decision: Pick<
    Decision,
    'decisionId' | 'symbol' | 'instrumentId' | 'liquidatedSide' | 'context' | 'chosenArmId' | 'propensity'
  >;
  readonly terms: Omit<ShadowTerms, 'liquidatedSide'>;
  /** The arm that a real order executes: its outcome is waited for. null without. */
  readonly realArmId: string | null;
  readonly nowMs: number;
}

/** A decision whose arms are not all known yet. */
export interface ShadowedDecision {
  readonly decisionId: string;
  readonly instrumentId: InstrumentId;
  readonly startedMs: number;
  readonly openArms: number;
  readonly isRealAwaited: boolean;
}

interface Followed {
  readonly start: ShadowStart;
  readonly trades: readonly ShadowTrade[];
  real: ArmOutcome | null;
  isRealAwaited: boolean;
}

/**
 * Follows what every arm of every decision would have earned on the live book and its trades, so that arms not taken teach as well.
 *
 * Bounded: the shadows of at most 32 decisions, those of the oldest are closed at the market. A decision whose trade still runs is told
 * when that ends. Deterministic; kept in memory only, so that a decision in the air
 * at a restart has no outcome. HOT: an event looks at the decisions of its instrument only; depth is read when an order arrives.
 */
export class ShadowArms {
  /** Numbers only grow. */
  readonly counters = { begun: 0, refused: 0, told: 0, closedEarly: 0 };
  private readonly deps: ShadowDeps;
  private readonly followed = new Map<string, Followed>();
  private readonly lastPx = new Map<InstrumentId, { bidPx: number; askPx: number }>();

  constructor(deps: ShadowDeps) {
    this.deps = deps;
  }

  /** Starts one shadow per arm at the present book. Returns false, and follows nothing, without a book or for a decision it follows. */
  begin(start: ShadowStart): boolean {
    const { decisionId, instrumentId, liquidatedSide } = start.decision;
    const book = this.usableBook(instrumentId);
    if (book === null || this.followed.has(decisionId)) {
      this.counters.refused += 1;
      return false;
    }
    const inTheAir = [...this.followed.values()].filter(isInTheAir);
    const oldest = inTheAir[0];
    if (oldest !== undefined && inTheAir.length >= (this.deps.decisionsMax ?? DECISIONS_MAX))
      this.closeEarly(oldest, start.nowMs);
    const terms: ShadowTerms = { ...start.terms, liquidatedSide };
    this.followed.set(decisionId, {
      start,
      trades: beginAll(terms, book, start.nowMs),
      real: null,
      isRealAwaited: start.realArmId !== null,
    });
    this.counters.begun += 1;
    return true;
  }

  /** Takes a public trade; call it after the book has changed, or before, but always in the same order. */
  onTrade(instrumentId: InstrumentId, trade: PublicTrade, nowMs: number): void {
    this.each(instrumentId, nowMs, (shadow, book) => shadow.onTrade(trade, book, nowMs));
  }

  /** Takes a change of the best prices. */
  onBook(instrumentId: InstrumentId, nowMs: number): void {
    this.each(instrumentId, nowMs, (shadow, book) => shadow.onBook(book, nowMs));
  }

  /** Lets time pass where markets are quiet; a few times a second is enough. */
  onTick(nowMs: number): void {
    for (const instrumentId of new Set([...this.followed.values()].map(({ start }) => start.decision.instrumentId))) {
      this.onBook(instrumentId, nowMs);
    }
  }

  /** Takes what the real trade earned in place of its shadow; null when it will never be known: then the shadow stands. */
  settleReal(decisionId: string, outcome: ArmOutcome | null, nowMs: number): void {
    const followed = this.followed.get(decisionId);
    if (followed === undefined) return;
    followed.real = outcome;
    followed.isRealAwaited = false;
    this.tellIfDone(followed, nowMs);
  }

  /** Returns the decisions that are followed, oldest first. */
  pending(): readonly ShadowedDecision[] {
    return [...this.followed.values()].map(({ start, trades, isRealAwaited }) => ({
      decisionId: start.decision.decisionId,
      instrumentId: start.decision.instrumentId,
      startedMs: start.nowMs,
      openArms: trades.filter((trade) => trade.outcome === null).length,
      isRealAwaited,
    }));
  }

  /** Returns the instruments whose books and trades are needed. */
  instruments(): ReadonlySet<InstrumentId> {
    return new Set([...this.followed.values()].map(({ start }) => start.decision.instrumentId));
  }

  private each(
    instrumentId: InstrumentId,
    nowMs: number,
    act: (shadow: ShadowTrade, book: ShadowBook | null) => void,
  ): void {
    if (this.followed.size === 0) return;
    let book: ShadowBook | null | undefined;
    for (const followed of this.followed.values()) {
      if (followed.start.decision.instrumentId !== instrumentId) continue;
      book ??= this.usableBook(instrumentId);
      for (const trade of followed.trades) if (trade.outcome === null) act(trade, book);
      this.tellIfDone(followed, nowMs);
    }
  }

  private usableBook(instrumentId: InstrumentId): ShadowBook | null {
    const book = this.deps.bookOf(instrumentId);
    if (book === null || !(book.bidPx > 0 && book.bidPx < book.askPx)) return null;
    this.lastPx.set(instrumentId, { bidPx: book.bidPx, askPx: book.askPx });
    return book;
  }

  private tellIfDone(followed: Followed, nowMs: number): void {
    if (followed.isRealAwaited || followed.trades.some((trade) => trade.outcome === null)) return;
    const { decisionId, symbol, liquidatedSide, context, chosenArmId, propensity } = followed.start.decision;
    this.followed.delete(decisionId);
    this.counters.told += 1;
    const outcomes = followed.trades.map((trade) => {
      const shadow = trade.outcome as ArmOutcome;
      return followed.real?.armId === shadow.armId ? followed.real : shadow;
    });
    this.deps.onOutcome({ decisionId, symbol, liquidatedSide, context, chosenArmId, propensity, outcomes }, nowMs);
  }

  /** Closes its shadows at the market. What a real trade earns is waited for all the same. */
  private closeEarly(oldest: Followed, nowMs: number): void {
    const { instrumentId } = oldest.start.decision;
    const book = this.usableBook(instrumentId);
    const lastPx = this.lastPx.get(instrumentId);
    if (lastPx === undefined) throw new Error(`Invariant: ${instrumentId} was followed without a price`);
    for (const trade of oldest.trades) trade.finish(book, lastPx, nowMs);
    this.counters.closedEarly += 1;
    this.tellIfDone(oldest, nowMs);
  }
}

function isInTheAir({ trades }: Followed): boolean {
  return trades.some((trade) => trade.outcome === null);
}

/** Arms that differ in their exits only share the plan of their entry. */
function beginAll(terms: ShadowTerms, book: ShadowBook, nowMs: number): readonly ShadowTrade[] {
  const { instrument, settings, liquidatedSide } = terms;
  const plans = new Map<string, Planned<EntryPlan>>();
  const midPx = (book.bidPx + book.askPx) / 2;
  return ARMS.map((arm) => {
    const key = `${arm.direction} ${arm.offsetBps} ${arm.execution}`;
    const side = positionSide(arm.direction, liquidatedSide);
    const entry = plans.get(key) ?? planEntry({ arm, side, market: book, instrument, settings });
    plans.set(key, entry);
    return new ShadowTrade(arm, terms, { entry, midPx, nowMs });
  });
}
