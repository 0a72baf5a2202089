import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimFill, SimIncome, SimOrder } from '../../account/model.ts';
import type { KucoinListing } from '../kucoin-listing.ts';

/** One position from flat to flat; money in quote, positive: received. */
export interface ClosedPosition {
  readonly closeId: number;
  readonly accountId: number;
  readonly ix: number;
  readonly isLong: boolean;
  readonly cause: SimFill['cause'];
  readonly openMs: number;
  readonly closeMs: number;
  readonly openPx: Decimal;
  readonly closePx: Decimal;
  readonly gross: Decimal;
  readonly fees: Decimal;
  readonly funding: Decimal;
  /** What the insurance fund took (negative) or made up for. */
  readonly forced: Decimal;
}

interface OpenRound {
  lots: number;
  readonly openMs: number;
  readonly isLong: boolean;
  inLots: number;
  inLotTicks: number;
  outLots: number;
  outLotTicks: number;
  gross: Decimal;
  fees: Decimal;
  funding: Decimal;
}

const KEPT = 10_000;

/** Closed positions as the position history shows them; the oldest are forgotten first. */
export class ClosedPositions {
  private readonly open = new Map<string, OpenRound>();
  private readonly closed: ClosedPosition[] = [];
  private closes = 0;

  /** Follows an execution of a perp. */
  fill(fill: SimFill, order: SimOrder, listing: KucoinListing): void {
    const key = `${fill.accountId}|${fill.ix}|${order.request.positionSide ?? 'BOTH'}`;
    const signed = fill.side === 'BUY' ? fill.lots : -fill.lots;
    const before = this.open.get(key);
    const held = before?.lots ?? 0;
    const isOpening = held === 0 || held > 0 === signed > 0;
    const closing = isOpening ? 0 : Math.min(Math.abs(held), fill.lots);
    const opening = fill.lots - closing;
    // One fee for the end of one position and the begin of the next: each takes its share.
    const closingFee = fill.fee.times(closing).div(fill.lots);
    if (before !== undefined && closing > 0) {
      before.lots += Math.sign(signed) * closing;
      before.outLots += closing;
      before.outLotTicks += closing * fill.ticks;
      before.gross = before.gross.plus(fill.realised);
      before.fees = before.fees.plus(closingFee);
      if (before.lots === 0) this.close(key, before, { fill, listing });
    }
    if (opening === 0) return;
    const round = this.open.get(key) ?? newRound(fill.atMs, signed > 0);
    this.open.set(key, round);
    round.lots += Math.sign(signed) * opening;
    round.inLots += opening;
    round.inLotTicks += opening * fill.ticks;
    round.fees = round.fees.plus(fill.fee.minus(closingFee));
  }

  /** Follows funding into the open position, and what a liquidation took into the one it closed. */
  income(income: SimIncome): void {
    const prefix = `${income.accountId}|${income.ix}|`;
    if (income.kind === 'funding') {
      const round = [...this.open].find(([key]) => key.startsWith(prefix))?.[1];
      if (round !== undefined) round.funding = round.funding.plus(income.amount);
    } else if (income.kind === 'liquidation-fee') {
      const at = this.closed.findLastIndex((one) => one.accountId === income.accountId && one.ix === income.ix);
      const last = this.closed[at];
      if (last !== undefined) this.closed[at] = { ...last, forced: last.forced.plus(income.amount) };
    }
  }

  /** Newest first. */
  of(accountId: number): readonly ClosedPosition[] {
    return this.closed.filter((one) => one.accountId === accountId).toReversed();
  }

  private close(key: string, round: OpenRound, by: { readonly fill: SimFill; readonly listing: KucoinListing }): void {
    const { fill, listing } = by;
    this.open.delete(key);
    this.closes += 1;
    const tick = decimal(listing.instrument.pxTick);
    this.closed.push({
      closeId: this.closes,
      accountId: fill.accountId,
      ix: fill.ix,
      isLong: round.isLong,
      cause: fill.cause,
      openMs: round.openMs,
      closeMs: fill.atMs,
      openPx: tick.times(round.inLotTicks).div(round.inLots),
      closePx: tick.times(round.outLotTicks).div(round.outLots),
      gross: round.gross,
      fees: round.fees,
      funding: round.funding,
      forced: ZERO,
    });
    if (this.closed.length > KEPT) this.closed.splice(0, this.closed.length - KEPT);
  }
}

function newRound(openMs: number, isLong: boolean): OpenRound {
  const nothing = { lots: 0, inLots: 0, inLotTicks: 0, outLots: 0, outLotTicks: 0 };
  return { ...nothing, openMs, isLong, gross: ZERO, fees: ZERO, funding: ZERO };
}

const TYPES = { order: 'CLOSE', liquidation: 'LIQUID', adl: 'ADL' } as const;

/** A row of the position history: `pnl = tradeFee and fundingFee and what was taken by force, off the gross`; texts. */
export function closedPositionRow(
  listing: KucoinListing,
  one: ClosedPosition,
  setup: { leverage: number; mode: string },
) {
  const { gross, fees, funding, forced } = one;
  return {
    closeId: `5000000${String(one.closeId).padStart(11, '0')}`,
    userId: String(one.accountId),
    symbol: listing.symbol,
    settleCurrency: listing.instrument.quote,
    leverage: String(setup.leverage),
    type: `${TYPES[one.cause]}_${one.isLong ? 'LONG' : 'SHORT'}`,
    pnl: toDecimalString(gross.minus(fees).plus(funding).plus(forced)),
    realisedGrossCost: toDecimalString(gross.times(-1)),
    realisedGrossCostNew: toDecimalString(gross.times(-1)),
    withdrawPnl: '0.0',
    roe: null,
    tradeFee: toDecimalString(fees),
    fundingFee: toDecimalString(funding),
    openTime: one.openMs,
    closeTime: one.closeMs,
    openPrice: toDecimalString(one.openPx.round(8)),
    closePrice: toDecimalString(one.closePx.round(8)),
    marginMode: setup.mode,
    tax: '0.0',
  };
}
