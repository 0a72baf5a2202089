import type { CarryRound } from '../../../domain/index.ts';
import { planCarryExit, type CarryExitPlan, type CarryExitRules } from '../../../strategies/index.ts';
import type { ArbTrades } from '../arb-desk.ts';
import { eventFact, type ArbitrageContext } from '../arbitrage-context.ts';
import type { TrackedArb } from '../trade-book.ts';
import type { CarryWorth } from './carry-worth.ts';

/** Looks after rounds that hold both legs: closes them by the exit rules, warns once of what is only to be known. */
export class CarryWatch {
  private readonly context: ArbitrageContext;
  private readonly worth: CarryWorth;
  private readonly trades: ArbTrades;
  /** What was told of each round and still stands, by rule. */
  private readonly told = new Map<string, ReadonlyMap<string, string>>();

  constructor(context: ArbitrageContext, worth: CarryWorth, trades: ArbTrades) {
    this.context = context;
    this.worth = worth;
    this.trades = trades;
  }

  /** What stands against a round now, in words; null when nothing does. */
  warningOf(roundId: string): string | null {
    const texts = [...(this.told.get(roundId)?.values() ?? [])];
    return texts.length === 0 ? null : texts.join('; ');
  }

  look(round: CarryRound, tracked: TrackedArb): void {
    if (round.state !== 'ready' || tracked.trade.state !== 'hedged') {
      this.told.delete(round.roundId);
      return;
    }
    const facts = this.worth.exitFacts(round, tracked);
    const plans = planCarryExit(facts, this.rules());
    const [first] = plans;
    if (first?.action === 'close') this.close(round, tracked, first);
    this.warn(
      round,
      plans.filter(({ action }) => action === 'warn'),
    );
  }

  private close(round: CarryRound, { trade }: TrackedArb, { rule, reason }: CarryExitPlan): void {
    const closed = this.trades.exit(trade.arbId, `${rule}: ${reason}`);
    if (closed.ok) return;
    const { code, detail } = closed.error;
    // Asked again with the next look.
    this.context.core.log.warn('a carry could not be closed', {
      round: round.roundId,
      rule,
      detail: `${code} ${detail}`,
    });
  }

  private warn(round: CarryRound, plans: readonly CarryExitPlan[]): void {
    const { roundId, symbol } = round;
    const before = this.told.get(roundId);
    const fresh = plans.filter(({ rule }) => before?.has(rule) !== true);
    if (plans.length === 0) this.told.delete(roundId);
    else this.told.set(roundId, new Map(plans.map(({ rule, reason }) => [rule, reason])));
    if (fresh.length === 0) return;
    this.context.core.facts.append(
      fresh.map(({ rule, reason }) =>
        eventFact('carry_warning', 'WARN', { text: `carry ${roundId}: ${reason}`, symbol, data: { roundId, rule } }),
      ),
    );
  }

  private rules(): CarryExitRules {
    const { settings } = this.context.state;
    return {
      minAprPct: settings.carryMinAprPct,
      maxHoldMs: settings.carryMaxHoldMs,
      flipFrac: settings.carryFundingFlipFrac,
      exitSpreadBps: settings.exitSpreadBps,
      marginAlertPct: settings.marginAlertPct,
      marginReducePct: settings.marginReducePct,
    };
  }
}
