import {
  decimal,
  toDecimalString,
  type ArbTrade,
  type Decimal,
  type LegKey,
  type LegRepair,
} from '../../domain/index.ts';
import { quantisePx } from '../../execution/index.ts';
import {
  LADDER_STEPS,
  ladderPauseMs,
  ladderStep,
  worsePx,
  type LegClosing,
  type LegQuestion,
  type Resolution,
} from '../../strategies/arbitrage-execution/index.ts';
import type { ArbDraft, ArbOrders } from './arb-orders.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import { quoteLeg } from './leg-market.ts';
import { onStep } from './leg-sizes.ts';
import { orderQtyOf } from './planned-sides.ts';
import type { TrackedArb } from './trade-book.ts';

const REPAIR_DEPTH_BPS = 300;
/** Of one leg and ladder, those that never left included. */
const TRIES_MAX = 8;

/** `sent`: orders are on their way. `waiting`: a pause runs, or somebody else closes. `used-up`: the ladder has no step left. */
export type RepairOutcome = 'sent' | 'waiting' | 'used-up';

/** Carries out what the matrix says: completes a leg, or closes legs step by step of the ladder. */
export class LegRepairs {
  private readonly context: ArbitrageContext;
  private readonly orders: ArbOrders;

  constructor(context: ArbitrageContext, orders: ArbOrders) {
    this.context = context;
    this.orders = orders;
  }

  /** Sends the missing part of a leg, IOC, at most the budget away from its planned price. */
  complete(
    tracked: TrackedArb,
    resolution: Extract<Resolution, { kind: 'complete' }>,
    question: LegQuestion,
  ): RepairOutcome {
    const { leg, qtyBase, reason } = resolution;
    const { trade } = tracked;
    const place = this.orders.placeOf(trade, leg);
    if (place === null) return 'waiting';
    const { instrument, desk } = place;
    const { side, plannedPx, feeBps } = trade[leg];
    const wanted = orderQtyOf(qtyBase, { instrument, desk, side, feeBps }, this.context.state.spotFees);
    const quote = quoteLeg(this.context.core.eyes, instrument.id, {
      side,
      qtyBase: Number(wanted),
      depthBps: REPAIR_DEPTH_BPS,
    });
    if (quote === null) return 'waiting';
    const { protectBps } = this.context.state.settings;
    const reach = worsePx(side, Number.isFinite(quote.vwapPx) ? quote.vwapPx : quote.lastPx, protectBps);
    const through = side === 'BUY' ? Math.max(reach, quote.lastPx) : Math.min(reach, quote.lastPx);
    const budget = worsePx(side, Number(plannedPx), trade.repairMaxBps + protectBps);
    const px = side === 'BUY' ? Math.min(through, budget) : Math.max(through, budget);
    const isFirst = trade.orders[leg].entry === 0;
    const repair = this.repairOf(question, { kind: 'complete', leg, step: 1, qtyBase, reason });
    const next: ArbTrade = {
      ...trade,
      state: isFirst ? trade.state : 'imbalanced',
      repairs: isFirst ? trade.repairs : [...trade.repairs, repair],
      reason: isFirst ? `hedging what the ${trade.first} leg got` : reason,
    };
    const draft: ArbDraft = {
      leg,
      // WHY: it takes risk away, and staleness or the other leg's missing stop must not hold it back.
      role: 'unwind',
      side,
      type: 'limit',
      qtyBase: onStep(wanted, instrument),
      px: quantisePx(decimal(px), instrument, side === 'BUY' ? 'up' : 'down'),
      isReduceOnly: false,
    };
    return this.orders.send(tracked, next, [draft]) ? 'sent' : 'waiting';
  }

  /** Sends the next step of the ladder for every part that is due. */
  close(
    tracked: TrackedArb,
    { parts, reason }: Extract<Resolution, { kind: 'close' }>,
    question: LegQuestion,
  ): RepairOutcome {
    const { trade } = tracked;
    const nowMs = this.context.core.clock.nowMs();
    const drafts: ArbDraft[] = [];
    const repairs: LegRepair[] = [];
    let isUsedUp = false;
    let isWaiting = false;
    for (const part of parts) {
      const step = this.nextStep(tracked, part.leg);
      const lastMs = this.orders.lastEndMs(tracked, part.leg) ?? 0;
      if (nowMs < (step > 1 ? lastMs + ladderPauseMs(step - 1) : 0)) isWaiting = true;
      else if (this.orders.isBeingClosed(trade, part.leg)) isWaiting = true;
      else if (step > LADDER_STEPS) isUsedUp = true;
      else {
        const draft = this.draftOf(trade, part, step);
        if (draft === null) {
          isWaiting = true;
          continue;
        }
        drafts.push(draft);
        repairs.push(this.repairOf(question, { ...part, step, reason }));
      }
    }
    if (drafts.length > 0) {
      const state = trade.phase === 'exit' ? trade.state : 'imbalanced';
      const next: ArbTrade = { ...trade, state, repairs: [...trade.repairs, ...repairs], reason };
      if (this.orders.send(tracked, next, drafts)) return 'sent';
      // One venue that can't be reached must not keep the other leg open.
      const isOneSent =
        drafts.length > 1 &&
        drafts.some((draft, at) => {
          const one = { ...next, repairs: [...trade.repairs, ...repairs.slice(at, at + 1)] };
          return this.orders.send(tracked, one, [draft]);
        });
      return isOneSent ? 'sent' : 'waiting';
    }
    return isUsedUp && !isWaiting ? 'used-up' : 'waiting';
  }

  /** A try that never reached its venue, as one that died with the process, is made again. */
  private nextStep(tracked: TrackedArb, leg: LegKey): number {
    const { trade, orders } = tracked;
    const tries = trade.repairs.filter(
      (repair) => repair.leg === leg && repair.kind !== 'complete' && repair.atMs >= trade.ladderSinceMs,
    );
    const last = tries.at(-1);
    if (last === undefined) return 1;
    const newest = orders.find(
      ({ leg: of, phase, n }) => of === leg && phase === trade.phase && n === trade.orders[leg][phase],
    );
    const state = newest === undefined || !newest.isSent ? null : this.orders.recordOf(newest)?.state;
    // A trade's record whose order did not get into the journal with it: nothing left then.
    const hasNeverLeft = newest === undefined || state === 'absent' || state === 'not-sent';
    return hasNeverLeft && tries.length < TRIES_MAX ? last.step : last.step + 1;
  }

  private draftOf(trade: ArbTrade, { leg, qtyBase }: LegClosing, step: number): ArbDraft | null {
    const place = this.orders.placeOf(trade, leg);
    if (place === null) return null;
    const { instrument, desk } = place;
    const side = trade[leg].side === 'BUY' ? 'SELL' : 'BUY';
    const { feeBps } = trade[leg];
    // Coins that are bought back pay their fee in coins too.
    const wanted = orderQtyOf(qtyBase, { instrument, desk, side, feeBps }, this.context.state.spotFees);
    const how = ladderStep(step);
    const quote = quoteLeg(this.context.core.eyes, instrument.id, { side, qtyBase: 0, depthBps: REPAIR_DEPTH_BPS });
    // Without a book there is no price to hold to: it goes at the market.
    const limit = how.kind === 'market' || quote === null ? null : worsePx(side, quote.bestPx, how.throughBps);
    return {
      leg,
      role: trade.phase === 'exit' ? 'exit' : 'unwind',
      side,
      type: limit === null ? 'market' : 'limit',
      qtyBase: onStep(wanted, instrument),
      px: limit === null ? null : quantisePx(decimal(limit), instrument, side === 'BUY' ? 'up' : 'down'),
      isReduceOnly: true,
    };
  }

  private repairOf(
    question: LegQuestion,
    about: Pick<LegRepair, 'kind' | 'leg' | 'step' | 'reason'> & { readonly qtyBase: Decimal },
  ): LegRepair {
    const other: LegKey = about.leg === 'buy' ? 'sell' : 'buy';
    const isCompletion = about.kind === 'complete';
    return {
      kind: about.kind,
      leg: about.leg,
      step: about.step,
      qtyBase: toDecimalString(about.qtyBase),
      completionBps: question[isCompletion ? about.leg : other].completionBps,
      unwindBps: question[isCompletion ? other : about.leg].unwindBps,
      atMs: this.context.core.clock.nowMs(),
      reason: about.reason,
    };
  }
}
