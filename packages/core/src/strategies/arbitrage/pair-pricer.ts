import { DepthLevels } from '../../domain/index.ts';
import { fundingIncomeBps, type FundingTerms } from './funding-income.ts';
import { judgeOpportunity, legFault, type LegState, type Verdict } from './judge-opportunity.ts';
import type { MidMoves } from './mid-moves.ts';
import type { Pair } from './pair-table.ts';
import { priceOpportunity, type PricedOpportunity } from './price-opportunity.ts';
import type { ScannerMarket } from './scanner-market.ts';
import type { ScannerOptions } from './scanner-options.ts';
import type { SpreadHistory } from './spread-history.ts';

/** The operator's limits of one session. */
export interface SessionLimits {
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
}

export interface PairPricerParts {
  readonly market: ScannerMarket;
  readonly options: ScannerOptions;
  readonly spreads: SpreadHistory;
  readonly moves: MidMoves;
}

function unknownLeg(): LegState {
  return {
    resetReason: null,
    bookAgeMs: Number.NaN,
    delayMs: Number.NaN,
    clockOffsetMs: Number.NaN,
    referencePx: Number.NaN,
  };
}

/** Collects what pricing and judging one pair needs from the live market. Owns the depth buffers, so it is not reentrant. */
export class PairPricer {
  readonly buyLeg = unknownLeg();
  readonly sellLeg = unknownLeg();
  private readonly asks = new DepthLevels();
  private readonly bids = new DepthLevels();
  private readonly parts: PairPricerParts;

  constructor(parts: PairPricerParts) {
    this.parts = parts;
  }

  /** Prices a pair from its two books; null when a side is empty or its book is not live. */
  price(pair: Pair, limits: SessionLimits, nowMs: number): PricedOpportunity | null {
    const { market, options, spreads } = this.parts;
    if (market.resetReason(pair.buyIx) !== null || market.resetReason(pair.sellIx) !== null) return null;
    market.readDepth(pair.buyIx, 'ask', options.maxDepthBps, this.asks);
    market.readDepth(pair.sellIx, 'bid', options.maxDepthBps, this.bids);
    if (this.asks.count === 0 || this.bids.count === 0) return null;
    return priceOpportunity({
      pair,
      asks: this.asks,
      bids: this.bids,
      maxPositionUsd: limits.maxPositionUsd,
      minEntryNetBps: limits.minEntryNetBps,
      latencyReserveBps: this.reserveBps(pair, nowMs),
      exitSpreadBps: spreads.medianBps(pair.at, nowMs),
      fundingBps: fundingIncomeBps(
        this.fundingTerms(pair.buyIx, pair.buy.kind === 'perp'),
        this.fundingTerms(pair.sellIx, pair.sell.kind === 'perp'),
        nowMs,
        options.expectedHoldMs,
      ),
    });
  }

  /** Judges a pair as its data stand now; leaves the states of the legs in `buyLeg` and `sellLeg`. */
  judge(pair: Pair, priced: PricedOpportunity, limits: SessionLimits, nowMs: number): Verdict {
    this.readLeg(pair.buyIx, pair.buy.kind === 'perp', nowMs, this.buyLeg);
    this.readLeg(pair.sellIx, pair.sell.kind === 'perp', nowMs, this.sellLeg);
    const { minEntryNetBps } = limits;
    return judgeOpportunity({ pair, priced, buy: this.buyLeg, sell: this.sellLeg, minEntryNetBps }, this.parts.options);
  }

  /** Tells whether the data of an instrument may be traded on now, whatever its prices. Overwrites `buyLeg`. */
  isFresh(ix: number, nowMs: number): boolean {
    this.readLeg(ix, false, nowMs, this.buyLeg);
    return legFault(this.buyLeg, this.parts.options) === null;
  }

  private readLeg(ix: number, isPerp: boolean, nowMs: number, leg: LegState): void {
    const { market } = this.parts;
    leg.resetReason = market.resetReason(ix);
    leg.bookAgeMs = Math.max(0, nowMs - market.bookRecvMs(ix));
    leg.delayMs = market.depthDelayMs(ix);
    leg.clockOffsetMs = market.clockOffsetMs(ix);
    leg.referencePx = isPerp
      ? (market.indexPx[ix] as number)
      : ((market.bidPx[ix] as number) + (market.askPx[ix] as number)) / 2;
  }

  private fundingTerms(ix: number, isPerp: boolean): FundingTerms | null {
    if (!isPerp) return null;
    const { market } = this.parts;
    return {
      rateFrac: market.fundingRateFrac[ix] as number,
      intervalHours: market.fundingIntervalHours[ix] as number,
      nextMs: market.nextFundingMs[ix] as number,
    };
  }

  /** Reserve for what the price moves between the two books' times and the fills. */
  private reserveBps(pair: Pair, nowMs: number): number {
    const { market, moves, options } = this.parts;
    const ageMs = 2 * nowMs - market.bookRecvMs(pair.buyIx) - market.bookRecvMs(pair.sellIx);
    const horizonMs = Math.max(0, ageMs) + options.orderRoundTripMs;
    const usual = Math.max(moves.usualMoveBps(pair.buyIx, horizonMs), moves.usualMoveBps(pair.sellIx, horizonMs));
    return Number.isNaN(usual) ? options.startReserveBps : usual;
  }
}
