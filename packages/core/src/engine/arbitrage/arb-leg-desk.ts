import { decimal, LEG_KEYS } from '../../domain/index.ts';
import { resolveLegs, type LegQuestion, type Resolution } from '../../strategies/arbitrage-execution/index.ts';
import type { ArbOrders } from './arb-orders.ts';
import type { ArbTransitions } from './arb-transitions.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { heldOf } from './leg-books.ts';
import { questionOf } from './leg-question.ts';
import type { LegRepairs } from './leg-repairs.ts';
import type { MakerDesk } from './maker-desk.ts';
import type { TrackedArb } from './trade-book.ts';
import type { UnknownDesk } from './unknown-desk.ts';

/** A closing that got nothing anywhere, with both legs still alike, is begun anew after this long: the pair stays hedged meanwhile. */
const EXIT_AGAIN_MS = 5_000;

export interface LegDeskParts {
  readonly orders: ArbOrders;
  readonly transitions: ArbTransitions;
  readonly unknowns: UnknownDesk;
  readonly repairs: LegRepairs;
  readonly makers: MakerDesk;
}

/**
 * The one place in which legs are resolved: fills, refusals, lost answers, timeouts, exceptions and a restart all end here, since each look
 * works out from records alone how both legs stand and what is due.
 */
export class ArbLegDesk {
  private readonly context: ArbitrageContext;
  private readonly parts: LegDeskParts;

  constructor(context: ArbitrageContext, parts: LegDeskParts) {
    this.context = context;
    this.parts = parts;
  }

  /** Looks at a trade whose legs are being opened, repaired or closed. */
  step(tracked: TrackedArb): void {
    const { orders, unknowns, makers } = this.parts;
    const { trade } = tracked;
    if (trade.sequencing === 'maker-taker' && trade.phase === 'entry' && makers.step(tracked)) return;
    const live = orders.any(tracked, 'live');
    for (const order of live) {
      orders.press(order);
      // A pair that is being closed wants nothing more of what rests; an earlier cancel may have got lost.
      if (trade.phase === 'exit' && order.isMaker) orders.cancel(order, 'the pair is being closed');
    }
    const unknown = orders.any(tracked, 'unknown');
    for (const order of unknown) orders.press(order);
    if (unknown.length > 0) return unknowns.step(tracked, unknown);
    if (live.length > 0) return this.noteFills(tracked);
    this.resolve(tracked);
  }

  /** Says what the matrix says of a trade now; null while a listing is unknown. */
  resolutionOf(tracked: TrackedArb): { readonly question: LegQuestion; readonly resolution: Resolution } | null {
    const question = questionOf(this.context, this.parts.orders, tracked);
    return question === null ? null : { question, resolution: resolveLegs(question) };
  }

  private resolve(tracked: TrackedArb): void {
    const { transitions, repairs } = this.parts;
    const asked = this.resolutionOf(tracked);
    if (asked === null) return;
    const { question, resolution } = asked;
    switch (resolution.kind) {
      case 'wait':
        return;
      case 'hedged':
        return void transitions.hedged(tracked, resolution.dustBase);
      case 'flat':
        return void transitions.closed(tracked);
      case 'complete':
        return void repairs.complete(tracked, resolution, question);
      case 'close': {
        if (repairs.close(tracked, resolution, question) === 'used-up')
          this.onUsedUp(tracked, question, resolution.reason);
        return;
      }
    }
  }

  private onUsedUp(tracked: TrackedArb, question: LegQuestion, reason: string): void {
    const { transitions } = this.parts;
    const difference = question.buy.heldBase.minus(question.sell.heldBase).abs();
    const areAlike = question.buy.heldBase.gt(0) && question.sell.heldBase.gt(0) && difference.lte(question.lotBase);
    if (!areAlike) return void transitions.naked(tracked, `the ladder is used up: ${reason}`);
    if (tracked.trade.phase === 'entry') return void transitions.hedged(tracked, difference);
    const nowMs = this.context.core.clock.nowMs();
    if (nowMs - (tracked.trade.repairs.at(-1)?.atMs ?? 0) < EXIT_AGAIN_MS) return;
    transitions.write(tracked, { ladderSinceMs: nowMs, reason: 'neither leg could be closed: it is tried again' });
  }

  /** What is filled is shown at once. */
  private noteFills(tracked: TrackedArb): void {
    const { trade, books } = tracked;
    const hasChanged = LEG_KEYS.some(
      (key) =>
        !decimal(trade[key].entryBase).eq(decimal(books[key].entryBase)) ||
        !decimal(trade[key].exitBase).eq(decimal(books[key].exitBase)),
    );
    if (hasChanged && LEG_KEYS.some((key) => heldOf(books[key]).gt(0))) this.parts.transitions.write(tracked, {});
  }
}
