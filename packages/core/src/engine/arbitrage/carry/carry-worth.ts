import {
  decimal,
  toDecimalString,
  ZERO,
  type ArbLeg,
  type CarryRound,
  type Decimal,
  type InstrumentId,
  type LegKey,
} from '../../../domain/index.ts';
import {
  carryCosts,
  flowsOf,
  paymentsUntil,
  predictedEdgeBps,
  proposeRebalance,
  type CarryExitFacts,
  type CarryFunding,
  type CarryRules,
} from '../../../strategies/index.ts';
import { feesUsdOf } from '../arb-result.ts';
import type { ArbitrageContext } from '../arbitrage-context.ts';
import { heldOf, signOf, type LegBooks } from '../leg-books.ts';
import { silentLeg } from '../silent-leg.ts';
import type { TrackedArb } from '../trade-book.ts';
import type { CarryMarket } from './carry-market.ts';

/** What a round earned so far, at the prices it would be closed at now. Exact; null while a price is missing. */
export interface CarryMoney {
  readonly priceUsd: Decimal | null;
  /** Positive costs, like what was borrowed. */
  readonly feesUsd: Decimal | null;
  readonly borrowUsd: Decimal | null;
}

/** Puts figures to rounds that hold their legs. */
export class CarryWorth {
  private readonly context: ArbitrageContext;
  private readonly market: CarryMarket;

  constructor(context: ArbitrageContext, market: CarryMarket) {
    this.context = context;
    this.market = market;
  }

  money({ trade, books }: TrackedArb): CarryMoney {
    const legs = [
      { leg: trade.buy, own: books.buy },
      { leg: trade.sell, own: books.sell },
    ];
    const sum = (parts: readonly (Decimal | null)[]) =>
      parts.reduce<Decimal | null>((all, part) => (all === null || part === null ? null : all.plus(part)), ZERO);
    return {
      priceUsd: sum(legs.map(({ leg, own }) => this.priceOf(leg, own))),
      feesUsd: sum(legs.map(({ leg, own }) => feesUsdOf(own, leg.venue, this.context.core.eyes))),
      borrowUsd: sum(legs.map(({ leg, own }) => this.borrowOf(leg, own))),
    };
  }

  /** What the exit rules look at. */
  exitFacts(round: CarryRound, tracked: TrackedArb): CarryExitFacts {
    const { trade, books } = tracked;
    const long = this.market.legOf(round.longId);
    const short = this.market.legOf(round.shortId);
    const notionalUsd = Number(round.notionalUsd);
    const canPrice =
      long !== null &&
      short !== null &&
      [long, short].every(({ fault, bids, asks }) => fault === null && bids.count > 0 && asks.count > 0);
    const costs = canPrice ? carryCosts(long, short, notionalUsd) : null;
    const { priceUsd, feesUsd, borrowUsd } = this.money(tracked);
    const hasAll = priceUsd !== null && feesUsd !== null && borrowUsd !== null;
    const exitFeesUsd = (notionalUsd * (trade.buy.feeBps + trade.sell.feeBps)) / 1e4;
    const nowMs = this.context.core.clock.nowMs();
    return {
      nowMs,
      openedMs: round.openedMs ?? nowMs,
      areBooksCurrent: silentLeg(this.context, trade) === null,
      edgePerHourBps: this.edgePerHourBps(round),
      plannedEdgePerHourBps: round.plan.edgePerHourBps,
      intervalHours: this.intervalHours(round),
      exitSpreadBps: costs === null || costs.isCut ? null : costs.exitSpreadBps,
      plannedExitSpreadBps: round.plan.exitSpreadBps,
      openResultUsd: hasAll ? Number(toDecimalString(priceUsd.minus(feesUsd).minus(borrowUsd))) - exitFeesUsd : null,
      fundingUsd: Number(toDecimalString(decimal(books.buy.fundingQuote).plus(decimal(books.sell.fundingQuote)))),
      notionalUsd,
      plannedCostBps: round.plan.costBps,
      marginPct: { long: this.marginLeftPct(trade.buy, books.buy), short: this.marginLeftPct(trade.sell, books.sell) },
    };
  }

  /** Edge per hour by the predicted rates, in bps; null while one is unknown. */
  edgePerHourBps(round: CarryRound): number | null {
    const edge = predictedEdgeBps(...this.fundings(round));
    return Number.isFinite(edge) ? edge : null;
  }

  nextSettlementMs(round: CarryRound): number | null {
    const times = this.fundings(round).flatMap((each) =>
      each === null || Number.isNaN(each.nextMs) ? [] : [each.nextMs],
    );
    return times.length === 0 ? null : Math.min(...times);
  }

  /** When the funding to come covers what the planned costs lack; null when it never does. */
  breakEvenMs(round: CarryRound, rules: CarryRules): number | null {
    const nowMs = this.context.core.clock.nowMs();
    const [long, short] = this.fundings(round);
    const reading = { nowMs, fromMs: nowMs, basisCapFrac: rules.basisCapFrac };
    const { longFlow, shortFlow } = flowsOf(long, short, reading);
    const flows = [longFlow, shortFlow].filter((flow) => flow !== null);
    if (flows.some(({ nextMs, intervalMs, firstBps }) => Number.isNaN(nextMs + intervalMs + firstBps))) return null;
    const earnedBps = (Number(round.fundingUsd) / Number(round.notionalUsd)) * 1e4;
    return paymentsUntil(flows, round.plan.costBps - earnedBps, nowMs)?.atMs ?? null;
  }

  /** Distance of the mark from the liquidation price, in percent of the mark; null where there is none. */
  liquidationPct(leg: ArbLeg): number | null {
    const position = this.context.core.desks.get(leg.account)?.positionOf(leg.instrumentId) ?? null;
    const mark = Number(this.context.core.eyes.markPx(leg.instrumentId) ?? Number.NaN);
    const liquidation = Number(position?.liquidationPx ?? Number.NaN);
    const pct = (Math.max(0, (mark - liquidation) * signOf(leg)) / mark) * 100;
    return Number.isFinite(pct) ? pct : null;
  }

  adlRank(leg: ArbLeg): number | null {
    return this.context.core.desks.get(leg.account)?.positionOf(leg.instrumentId)?.adlRank ?? null;
  }

  /** What is left of the distance to liquidation that the leg had at its entry, in percent; null where there is none. */
  marginLeftPct(leg: ArbLeg, books: LegBooks): number | null {
    const nowPct = this.liquidationPct(leg);
    const atEntryFrac = leg.liquidationFrac ?? this.entryDistanceFrac(leg, books);
    return nowPct === null || atEntryFrac === null || atEntryFrac <= 0 ? null : nowPct / atEntryFrac;
  }

  rebalance(round: CarryRound, { trade, books }: TrackedArb): string | null {
    const gainOf = (leg: ArbLeg, own: LegBooks): number => {
      const mark = this.context.core.eyes.markPx(leg.instrumentId);
      return mark === null ? Number.NaN : Number(toDecimalString(gainAt(leg, own, decimal(mark))));
    };
    const about = (key: LegKey) => ({
      venue: trade[key].venue,
      isPerp: trade[key].market === 'perp',
      gainUsd: gainOf(trade[key], books[key]),
    });
    return proposeRebalance(about('buy'), about('sell'), Number(round.notionalUsd));
  }

  private fundings(round: CarryRound): readonly [CarryFunding | null, CarryFunding | null] {
    return [this.market.fundingOfId(round.longId), this.market.fundingOfId(round.shortId)];
  }

  private intervalHours(round: CarryRound): number | null {
    const hours = Math.max(...this.fundings(round).map((each) => each?.intervalHours ?? 0));
    return hours > 0 ? hours : null;
  }

  /** By the prices the venue tells of the position: as the plan had no word of it. */
  private entryDistanceFrac(leg: ArbLeg, books: LegBooks): number | null {
    const position = this.context.core.desks.get(leg.account)?.positionOf(leg.instrumentId) ?? null;
    const entryBase = Number(books.entryBase);
    const entryPx = entryBase > 0 ? Number(books.entryQuote) / entryBase : Number.NaN;
    const frac = ((entryPx - Number(position?.liquidationPx ?? Number.NaN)) * signOf(leg)) / entryPx;
    return Number.isFinite(frac) ? frac : null;
  }

  /** By its fills, and by the book for what is still held. */
  private priceOf(leg: ArbLeg, books: LegBooks): Decimal | null {
    const held = heldOf(books);
    if (held.lte(0)) return gainAt(leg, books, ZERO);
    const px = this.exitPx(leg.instrumentId, leg.side === 'BUY' ? 'SELL' : 'BUY', held);
    return px === null ? null : gainAt(leg, books, px);
  }

  private exitPx(instrumentId: InstrumentId, side: 'BUY' | 'SELL', qty: Decimal): Decimal | null {
    const fill = this.context.core.eyes.expectedFill(instrumentId, side, Number(toDecimalString(qty)));
    return fill === null ? null : decimal(fill.avgPx);
  }

  private borrowOf({ instrumentId }: ArbLeg, { borrowBase }: LegBooks): Decimal | null {
    const borrowed = decimal(borrowBase);
    if (borrowed.eq(0)) return ZERO;
    const px = this.context.core.eyes.midPx(instrumentId);
    return px === null ? null : borrowed.times(decimal(px));
  }
}

/** What a leg earned by its price, with what it still holds at `px`. */
function gainAt(leg: ArbLeg, books: LegBooks, px: Decimal): Decimal {
  const out = decimal(books.exitQuote).plus(heldOf(books).times(px));
  return out.minus(decimal(books.entryQuote)).times(signOf(leg));
}
