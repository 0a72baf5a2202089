import { DepthLevels } from '../../domain/index.ts';
import type { ArbKnowledge, LearnedCost } from './arb-knowledge.ts';
import { isLegSound } from './checks/leg-checks.ts';
import { nearestMiss, type NearestMiss } from './checks/nearest-miss.ts';
import { whyNot, type WhyNot } from './checks/why-not.ts';
import { fundingIncomeBps, type FundingTerms } from './funding-income.ts';
import { judgeOpportunity, type Verdict } from './judge-opportunity.ts';
import type { JudgedCase, LegState } from './judged-case.ts';
import type { LoanTerms } from './loan-terms.ts';
import type { LockedPrices } from './locked-prices.ts';
import type { MidMoves } from './mid-moves.ts';
import type { Pair } from './pair-table.ts';
import type { PeerPrices } from './peer-prices.ts';
import { priceOpportunity, type PricedOpportunity } from './price-opportunity.ts';
import type { ScannerMarket } from './scanner-market.ts';
import type { ScannerOptions } from './scanner-options.ts';
import type { SpreadHistory } from './spread-history.ts';

const HOUR_MS = 3_600_000;

/** The limits of one session, or of one question. */
export interface SessionLimits {
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
  /** Base units at most; no such limit when absent. */
  readonly maxQtyBase?: number;
}

export interface PairPricerParts {
  readonly market: ScannerMarket;
  readonly options: ScannerOptions;
  readonly spreads: SpreadHistory;
  readonly moves: MidMoves;
  readonly peers: PeerPrices;
  readonly locked: LockedPrices;
  readonly knowledge: () => ArbKnowledge;
}

function unknownLeg(): LegState {
  return {
    isTrading: false,
    resetReason: null,
    bookAgeMs: Number.NaN,
    delayMs: Number.NaN,
    clockOffsetMs: Number.NaN,
    bidPx: Number.NaN,
    askPx: Number.NaN,
    midPx: Number.NaN,
    indexPx: Number.NaN,
    referencePx: Number.NaN,
    peerPx: Number.NaN,
    lockedForMs: 0,
    limitGapBps: Number.NaN,
  };
}

/** Collects what pricing and judging one pair needs from the live market. Owns the depth buffers, so it is not reentrant. */
export class PairPricer {
  readonly buyLeg = unknownLeg();
  readonly sellLeg = unknownLeg();
  private readonly asks = new DepthLevels();
  private readonly bids = new DepthLevels();
  private readonly parts: PairPricerParts;
  private readonly learned = (pair: Pair, notionalUsd: number): LearnedCost | null =>
    this.parts.knowledge().learned(pair, notionalUsd);

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
      maxQtyBase: limits.maxQtyBase ?? Infinity,
      minEntryNetBps: limits.minEntryNetBps,
      latencyReserveBps: this.reserveBps(pair, nowMs),
      exitSpreadBps: spreads.medianBps(pair.at, nowMs),
      fundingBps: fundingIncomeBps(
        this.fundingTerms(pair.buyIx, pair.buy.kind === 'perp'),
        this.fundingTerms(pair.sellIx, pair.sell.kind === 'perp'),
        nowMs,
        options.expectedHoldMs,
      ),
      loan: this.loanOf(pair),
      learned: this.learned,
    });
  }

  /** Judges a pair as its data stand now; leaves the states of the legs in `buyLeg` and `sellLeg`. */
  judge(pair: Pair, priced: PricedOpportunity, limits: SessionLimits, nowMs: number): Verdict {
    return judgeOpportunity(this.caseOf(pair, priced, limits, nowMs), this.parts.options);
  }

  /** Tells the whole vector of checks of a pair as its data stand now. */
  whyNot(pair: Pair, priced: PricedOpportunity, limits: SessionLimits, nowMs: number): WhyNot {
    return whyNot(this.caseOf(pair, priced, limits, nowMs), this.parts.options);
  }

  /** As the first of `whyNot`, for every row that is told: makes no words. */
  nearestMiss(pair: Pair, priced: PricedOpportunity, limits: SessionLimits, nowMs: number): NearestMiss | null {
    return nearestMiss(this.caseOf(pair, priced, limits, nowMs), this.parts.options);
  }

  /** Tells whether the data of an instrument may be traded on now, whatever its price. Overwrites `buyLeg`. */
  isFresh(ix: number, nowMs: number): boolean {
    this.readLeg(ix, false, nowMs, this.buyLeg);
    return isLegSound(this.buyLeg, this.parts.options);
  }

  private caseOf(pair: Pair, priced: PricedOpportunity, limits: SessionLimits, nowMs: number): JudgedCase {
    this.readLeg(pair.buyIx, pair.buy.kind === 'perp', nowMs, this.buyLeg);
    this.readLeg(pair.sellIx, pair.sell.kind === 'perp', nowMs, this.sellLeg);
    this.buyLeg.peerPx = this.parts.peers.medianPx(pair.buyIx);
    this.sellLeg.peerPx = this.parts.peers.medianPx(pair.sellIx);
    const { minEntryNetBps } = limits;
    return { pair, priced, buy: this.buyLeg, sell: this.sellLeg, loan: this.loanOf(pair), minEntryNetBps };
  }

  private readLeg(ix: number, isPerp: boolean, nowMs: number, leg: LegState): void {
    const { market, locked } = this.parts;
    leg.isTrading = market.isTrading(ix);
    leg.resetReason = market.resetReason(ix);
    leg.bookAgeMs = Math.max(0, nowMs - market.bookRecvMs(ix));
    leg.delayMs = market.depthDelayMs(ix);
    leg.clockOffsetMs = market.clockOffsetMs(ix);
    leg.bidPx = market.bidPx[ix] as number;
    leg.askPx = market.askPx[ix] as number;
    leg.midPx = (leg.bidPx + leg.askPx) / 2;
    leg.indexPx = isPerp ? (market.indexPx[ix] as number) : Number.NaN;
    leg.referencePx = isPerp ? leg.indexPx : leg.midPx;
    leg.lockedForMs = locked.lockedForMs(ix);
    leg.limitGapBps = market.limitGapBps(ix);
  }

  private loanOf(pair: Pair): LoanTerms | null {
    if (!pair.isReverse) return null;
    const knowledge = this.parts.knowledge();
    return {
      perHourFrac: knowledge.borrowPerHourFrac(pair.sellIx),
      inventoryBase: knowledge.inventoryBase(pair.sellIx),
      holdHours: this.parts.options.expectedHoldMs / HOUR_MS,
    };
  }

  /** Funding as the venue tells it; null for a leg that pays none. */
  fundingTerms(ix: number, isPerp: boolean): FundingTerms | null {
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
