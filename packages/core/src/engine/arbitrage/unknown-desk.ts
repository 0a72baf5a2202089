import { decimal, LEG_KEYS, toDecimalString, type ArbTrade, type LegKey } from '../../domain/index.ts';
import { guarded } from '../../execution/index.ts';
import type { ArbOrders } from './arb-orders.ts';
import type { ArbTransitions } from './arb-transitions.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { heldOf, signOf } from './leg-books.ts';
import { stepOf } from './leg-question.ts';
import { spotTotalOf } from './planned-sides.ts';
import { isFinished, type ArbOrder, type TrackedArb } from './trade-book.ts';

/** After this long without an answer the venue's holdings are judged instead. */
const JUDGE_AFTER_MS = 10_000;
const AGAIN_MS = 2_000;

/**
 * What becomes of orders without an answer. The core's resolver asks the venue about each and never sends anything; when that brings
 * nothing for ten seconds, what the venue holds is the answer: it is compared with the fills, and a holding that can't be read is none.
 */
export class UnknownDesk {
  private readonly context: ArbitrageContext;
  private readonly orders: ArbOrders;
  private readonly transitions: ArbTransitions;
  private readonly dueMs = new Map<string, number>();
  private readonly running = new Set<string>();

  constructor(context: ArbitrageContext, orders: ArbOrders, transitions: ArbTransitions) {
    this.context = context;
    this.orders = orders;
    this.transitions = transitions;
  }

  /** Freezes the pair while an answer is missing. */
  step(tracked: TrackedArb, unknown: readonly ArbOrder[]): void {
    const { arbId } = tracked.trade;
    const names = unknown.map(({ clientOrderId }) => clientOrderId).join(', ');
    this.transitions.become(tracked, 'unknown', `no answer about ${names}: the venue is asked, nothing is sent`);
    const nowMs = this.context.core.clock.nowMs();
    const isDue = unknown.some(({ createdMs }) => nowMs - createdMs >= JUDGE_AFTER_MS);
    if (!isDue || this.running.has(arbId) || nowMs < (this.dueMs.get(arbId) ?? 0)) return;
    this.running.add(arbId);
    this.judge(arbId)
      .catch((e: unknown) => {
        const detail = e instanceof Error ? e.stack : String(e);
        this.context.core.log.error('a pair without an answer could not be judged', { arbId, detail });
      })
      .finally(() => {
        this.running.delete(arbId);
        this.dueMs.set(arbId, this.context.core.clock.nowMs() + AGAIN_MS);
      });
  }

  forget(arbId: string): void {
    this.dueMs.delete(arbId);
  }

  private async judge(arbId: string): Promise<void> {
    const before = this.context.state.trades.byId(arbId);
    if (before === null) return;
    const asked = LEG_KEYS.filter((leg) => this.orders.those(before, leg, 'unknown').length > 0);
    await Promise.all(asked.map((leg) => this.context.core.reconciler.reconcile(before.trade[leg].account, 'asked')));
    for (const leg of asked) {
      const now = this.context.state.trades.byId(arbId);
      if (now === null || isFinished(now.trade)) return;
      const unknown = this.orders.those(now, leg, 'unknown');
      if (unknown.length > 0 && (await this.isExplained(now.trade, leg))) this.settle(arbId, leg);
    }
  }

  /** True when the holdings could be read, and are those that the fills explain. */
  private async isExplained(trade: ArbTrade, leg: LegKey): Promise<boolean> {
    const { core } = this.context;
    const place = this.orders.placeOf(trade, leg);
    const step = stepOf(this.context, trade, leg);
    const { account, instrumentId } = trade[leg];
    if (place === null || step === null || core.reconciler.lastResult(account)?.isComplete !== true) return false;
    const theirs = await this.heldThere(place, leg);
    const tracked = this.context.state.trades.byId(trade.arbId);
    if (theirs === null || tracked === null) return false;
    const expected = decimal(trade[leg].heldBefore).plus(heldOf(tracked.books[leg]).times(signOf(trade[leg])));
    const difference = decimal(theirs).minus(expected);
    if (difference.abs().lt(step)) return true;
    // A position that no fill explains: the venue's word counts, as the comparison of accounts does it later.
    if (trade[leg].market === 'spot') return false;
    const px = trade[leg].limitPx;
    const qtyBase = toDecimalString(decimal(theirs));
    const text = `${account} holds ${theirs} ${instrumentId}, our fills explain ${toDecimalString(expected)}; the venue's quantity counts`;
    return core.facts.append([
      { kind: 'position-set', account, instrumentId, qtyBase, px, why: 'venue-truth' },
      this.transitions.event(trade, 'position_set', 'WARN', text),
    ]).ok;
  }

  private async heldThere(place: NonNullable<ReturnType<ArbOrders['placeOf']>>, _leg: LegKey): Promise<string | null> {
    const { instrument, desk } = place;
    if (instrument.kind === 'spot') {
      const read = await guarded('balances', () => desk.client.balances());
      return read.ok ? spotTotalOf(read.value, instrument.baseAsset) : null;
    }
    const read = await guarded('positions', () => desk.client.positions());
    if (!read.ok) return null;
    return read.value.find(({ instrumentId }) => instrumentId === instrument.id)?.qtyBase ?? '0';
  }

  private settle(arbId: string, leg: LegKey): void {
    const now = this.context.state.trades.byId(arbId);
    if (now === null) return;
    const ids = this.orders.those(now, leg, 'unknown').map(({ clientOrderId }) => clientOrderId);
    if (ids.length === 0) return;
    const judgedOrderIds = [...now.trade.judgedOrderIds, ...ids];
    this.transitions.write(now, { judgedOrderIds, reason: `${ids.join(', ')} judged by what the venue holds` });
  }
}
