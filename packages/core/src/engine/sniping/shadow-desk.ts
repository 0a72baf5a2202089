import type { Decision, DecisionOutcome, InstrumentId } from '../../domain/index.ts';
import type { PublicTrade } from '../../market-data/index.ts';
import { ShadowArms, type ShadowBook } from '../../strategies/index.ts';
import { realOutcome } from './closed-figures.ts';
import { isFinished, type TrackedSnipe } from './snipe-book.ts';
import type { SnipingContext } from './sniping-context.ts';
import { liquidatedSideOf } from './sniping-state.ts';
import type { Case } from './trigger-case.ts';

/** How far a book is walked for a shadow's fill. */
const WALK_BPS = 500;

/** Follows what every arm of every decision would have earned, and writes the outcomes. A restart closes those in the air as interrupted. */
export class ShadowDesk {
  readonly shadows: ShadowArms;
  /** Outcomes that could not be written. */
  unwritten = 0;
  private readonly context: SnipingContext;
  private readonly books = new Map<InstrumentId, ShadowBook>();

  constructor(context: SnipingContext) {
    this.context = context;
    this.shadows = new ShadowArms({
      bookOf: (instrumentId) => this.bookOf(instrumentId),
      onOutcome: (outcome) => this.write(outcome),
    });
  }

  /**
   * For a start: decisions whose shadows died with the process are closed as interrupted. One whose trade still runs is left to it: what
   * that earns is the reward, and is learnt.
   */
  closeInterrupted(): void {
    const { state } = this.context;
    for (const { decisionId, snipeId, ...decision } of state.decisions.list()) {
      const begun = snipeId === null ? null : state.snipes.byId(snipeId);
      // The trade that a cluster was added to has a decision of its own.
      const tracked = begun?.snipe.decisionId === decisionId ? begun : null;
      if (state.decisions.outcomeOf(decisionId) !== null || (tracked !== null && !isFinished(tracked.snipe))) continue;
      const { symbol, liquidatedSide, context, chosenArmId, propensity } = decision;
      const about = { decisionId, symbol, liquidatedSide, context, chosenArmId, propensity };
      const real = tracked === null ? null : realOutcome(tracked, this.context.core.ledger);
      this.write(real === null ? { ...about, outcomes: [], isInterrupted: true } : { ...about, outcomes: [real] });
    }
  }

  /** Starts the shadows of a decision at the market it was made in. */
  begin(decision: Decision, { settings, gathered, instrument }: Case): void {
    const { makerBps, takerBps } = gathered.facts.fees;
    const { action, chosenArmId } = decision;
    this.shadows.begin({
      decision,
      terms: { instrument, settings, makerBps, takerBps, notionalUsd: settings.maxNotionalUsd },
      realArmId: action === 'traded' ? chosenArmId : null,
      nowMs: this.context.core.clock.nowMs(),
    });
  }

  onTraded(instrumentId: InstrumentId, trade: PublicTrade, nowMs: number): void {
    this.shadows.onTrade(instrumentId, trade, nowMs);
  }

  onBook(instrumentId: InstrumentId, nowMs: number): void {
    this.shadows.onBook(instrumentId, nowMs);
  }

  tick(): void {
    this.shadows.onTick(this.context.core.clock.nowMs());
  }

  /** Takes the real result of a trade; after a restart, when its shadows are gone, it is the whole outcome. */
  onFinished(tracked: TrackedSnipe): void {
    const { core, state } = this.context;
    const { decisionId } = tracked.snipe;
    const outcome = realOutcome(tracked, core.ledger);
    const isFollowed = this.shadows.pending().some((each) => each.decisionId === decisionId);
    if (isFollowed) return this.shadows.settleReal(decisionId, outcome, core.clock.nowMs());
    if (outcome === null) return;
    const told = state.decisions.outcomeOf(decisionId)?.outcomes ?? [];
    const own = told.find(({ armId }) => armId === outcome.armId);
    // WHY: an entry that fills after it was given up, or after a cut, makes another result than the one that was told.
    if (own?.isReal === true && (own.isFilled || !outcome.isFilled)) return;
    const others = told.filter(({ armId }) => armId !== outcome.armId);
    this.write({ ...this.aboutOf(tracked), outcomes: [...others, outcome] });
  }

  /** What an outcome tells of its decision; of one that is not remembered any more, what the trade knows: it teaches nothing. */
  private aboutOf({ snipe }: TrackedSnipe): Omit<DecisionOutcome, 'outcomes'> {
    const { decisionId, snipeId, symbol, arm } = snipe;
    const decision = this.context.state.decisions.byId(decisionId);
    if (decision === null || decision.snipeId !== snipeId) {
      const liquidatedSide = liquidatedSideOf(snipe);
      return { decisionId, symbol, liquidatedSide, context: [], chosenArmId: arm.armId, propensity: null };
    }
    const { liquidatedSide, context, chosenArmId, propensity } = decision;
    return { decisionId, symbol, liquidatedSide, context, chosenArmId, propensity };
  }

  private write(outcome: DecisionOutcome): void {
    const written = this.context.core.facts.append([{ kind: 'decision-outcome', outcome }]);
    if (!written.ok) this.unwritten += 1;
  }

  private bookOf(instrumentId: InstrumentId): ShadowBook | null {
    const { eyes, clock } = this.context.core;
    const { store } = this.context;
    if (!eyes.isBookCurrent(instrumentId, clock.nowMs())) return null;
    const known = this.books.get(instrumentId);
    if (known !== undefined) return known;
    const ix = eyes.ixOf(instrumentId);
    if (ix === null) return null;
    const book: ShadowBook = {
      get bidPx() {
        return store.figures.bidPx[ix] ?? Number.NaN;
      },
      get askPx() {
        return store.figures.askPx[ix] ?? Number.NaN;
      },
      readDepth: (side, into) => store.books[ix]?.readDepth(side, WALK_BPS, into),
    };
    this.books.set(instrumentId, book);
    return book;
  }
}
