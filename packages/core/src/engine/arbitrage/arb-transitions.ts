import {
  decimal,
  LEG_KEYS,
  toDecimalString,
  type ArbState,
  type ArbTrade,
  type Decimal,
  type TradingFact,
} from '../../domain/index.ts';
import { resultOf } from './arb-result.ts';
import { eventFact, type ArbitrageContext } from './arbitrage-context.ts';
import { heldOf, signOf } from './leg-books.ts';
import type { TrackedArb } from './trade-book.ts';
import { withBooksOf } from './trade-of-books.ts';

/** Names the condition of a leg that stands alone. */
export function nakedKey(arbId: string): string {
  return `naked:${arbId}`;
}

/** Writes the changes of a trade's state, each as one record with what goes with it. */
export class ArbTransitions {
  private readonly context: ArbitrageContext;

  constructor(context: ArbitrageContext) {
    this.context = context;
  }

  /** Writes a trade with other fields; what it holds is brought up to its fills. */
  write(tracked: TrackedArb, change: Partial<ArbTrade>, more: readonly TradingFact[] = []): boolean {
    const trade = withBooksOf({ ...tracked, trade: { ...tracked.trade, ...change } });
    return this.context.core.facts.append([{ kind: 'arb', trade }, ...more]).ok;
  }

  /** Writes a state once. */
  become(tracked: TrackedArb, state: ArbState, reason: string): boolean {
    return tracked.trade.state === state || this.write(tracked, { state, reason });
  }

  hedged(tracked: TrackedArb, dustBase: Decimal): boolean {
    const { trade } = tracked;
    const nowMs = this.context.core.clock.nowMs();
    const reason = dustBase.eq(0)
      ? 'both legs hold alike'
      : `both legs hold alike but for ${toDecimalString(dustBase)}, too little for an order`;
    return this.write(tracked, { state: 'hedged', hedgedMs: trade.hedgedMs ?? nowMs, reason }, [
      this.event(trade, 'arbitrage_hedged', 'INFO', `${trade.arbId} ${trade.pairId} is hedged`),
    ]);
  }

  exiting(tracked: TrackedArb, reason: string): boolean {
    const { trade } = tracked;
    const nowMs = this.context.core.clock.nowMs();
    return this.write(
      tracked,
      { state: 'exiting', phase: 'exit', exitStartedMs: nowMs, ladderSinceMs: nowMs, exitReason: reason, reason },
      [this.event(trade, 'arbitrage_exit', 'INFO', `${trade.arbId} ${trade.pairId} is closed: ${reason}`)],
    );
  }

  /** Flat by our books: what is too little for an order becomes dust, the wishes of stops end. */
  closed(tracked: TrackedArb): boolean {
    const { trade, books } = tracked;
    const wasFilled = LEG_KEYS.some((key) => decimal(books[key].entryBase).gt(0));
    const reason = wasFilled ? 'flat by our books; the venues are asked' : 'nothing was filled; the venues are asked';
    const change = {
      state: 'closed' as const,
      closedMs: this.context.core.clock.nowMs(),
      exitReason: trade.exitReason ?? (wasFilled ? trade.reason : 'neither leg was filled'),
      result: resultOf(tracked, this.context.core.eyes),
      reason,
    };
    return this.write(tracked, change, [...this.dustOf(tracked), ...endOfStops(trade)]);
  }

  /** The result as the books stand: what came late is in it. */
  resultNow(tracked: TrackedArb): Pick<ArbTrade, 'result'> {
    return { result: resultOf(tracked, this.context.core.eyes) };
  }

  naked(tracked: TrackedArb, reason: string): boolean {
    const { trade, books } = tracked;
    const open = LEG_KEYS.filter((key) => !heldOf(books[key]).eq(0));
    const key = open.find((leg) => trade[leg].market === 'perp') ?? open[0] ?? 'buy';
    const { account, instrumentId } = trade[key];
    const text = `${trade.arbId} ${trade.pairId} stands alone: ${reason}`;
    return this.write(tracked, { state: 'naked', reason }, [
      {
        kind: 'condition',
        condition: {
          key: nakedKey(trade.arbId),
          kind: 'naked',
          account,
          instrumentId,
          text,
          sinceMs: this.context.core.clock.nowMs(),
        },
      },
      this.event(trade, 'arbitrage_naked', 'CRITICAL', text),
    ]);
  }

  event(trade: ArbTrade, event: string, severity: 'INFO' | 'WARN' | 'ERROR' | 'CRITICAL', text: string): TradingFact {
    const data = { arbId: trade.arbId, pairId: trade.pairId };
    return eventFact(event, severity, {
      text,
      symbol: trade.symbol,
      venues: [trade.buy.venue, trade.sell.venue],
      data,
    });
  }

  /** What is left of each leg, with the dust of before. */
  private dustOf({ trade, books }: TrackedArb): readonly TradingFact[] {
    return LEG_KEYS.flatMap((key): readonly TradingFact[] => {
      const { account, instrumentId, dustBase } = trade[key];
      const left = heldOf(books[key]).times(signOf(trade[key])).plus(decimal(dustBase));
      if (left.eq(decimal(dustBase))) return [];
      const qtyBase = toDecimalString(left);
      const text = left.eq(0) ? 'taken along' : `${qtyBase} is too little for an order`;
      return [{ kind: 'dust', dust: { account, instrumentId, qtyBase, fromArbId: trade.arbId, text } }];
    });
  }
}

/** The wishes for the far stops of a pair, before anything is sent. */
export function farStops(trade: ArbTrade): readonly TradingFact[] {
  return LEG_KEYS.flatMap((key): readonly TradingFact[] => {
    const { account, instrumentId, side, disasterStopPx, market } = trade[key];
    if (market === 'spot' || disasterStopPx === null) return [];
    return [
      { kind: 'stop-wish', account, instrumentId, side: side === 'BUY' ? 'long' : 'short', stopPx: disasterStopPx },
    ];
  });
}

function endOfStops(trade: ArbTrade): readonly TradingFact[] {
  return farStops(trade).map((fact) => (fact.kind === 'stop-wish' ? { ...fact, stopPx: null } : fact));
}
