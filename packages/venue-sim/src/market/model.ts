import type { Venue } from '@riptide/core/domain';

/**
 * What the price process offers to the four wire servers. Exact by construction: prices are integer ticks,
 * quantities integer lots; a wire server prints them with `text.ts` and converts nothing else.
 */

/** One listing of one simulated venue. */
export interface SimInstrument {
  readonly venue: Venue;
  readonly kind: 'spot' | 'perp';
  /** Key of the fair price this listing follows, e.g. `BTC`. Two listings of one name may follow different assets. */
  readonly asset: string;
  /** The venue's own name: BTCUSDT, BTC-USDT-SWAP, XBTUSDTM, 1000PEPEUSDT. */
  readonly wireSymbol: string;
  readonly base: string;
  readonly quote: string;
  /** USD per unit of quote, as at the start; absent where the quote is a dollar. */
  readonly quoteUsd?: number;
  /** Price = ticks * pxTick; printed with `pxDecimals` digits. */
  readonly pxTick: number;
  readonly pxDecimals: number;
  /** Wire quantity = lots * qtyStep; printed with `qtyDecimals` digits. Contracts where the venue counts contracts. */
  readonly qtyStep: number;
  readonly qtyDecimals: number;
  /** Base units per wire quantity unit (contract size times name multiplier). */
  readonly qtyScale: number;
  /** Name multiplier: wire price = base price * pxMultiplier (1000 for 1000PEPE). */
  readonly pxMultiplier: number;
  readonly qtyMinLots: number;
  readonly notionalMin: number;
  readonly leverageMax: number;
  readonly fundingIntervalHours: number;
  readonly listedMs: number;
}

export type SimSide = 'bid' | 'ask';

/** One level of a simulated book. */
export interface SimLevel {
  readonly ticks: number;
  readonly lots: number;
}

/** One level change; lots 0 removes it. `orders` is the number of resting orders there. */
export interface SimLevelChange extends SimLevel {
  readonly side: SimSide;
  readonly orders: number;
}

/** A book of the simulated market. */
export interface SimBook {
  /** Best first, at most `count`. */
  levels(side: SimSide, count: number): SimLevel[];
  readonly bestBid: SimLevel | null;
  readonly bestAsk: SimLevel | null;
  /** Grows by one with every change of any level. A wire server derives its own numbering from it. */
  readonly version: number;
}

export interface SimTrade {
  readonly id: number;
  readonly ticks: number;
  readonly lots: number;
  readonly takerSide: 'BUY' | 'SELL';
  readonly atMs: number;
}

export interface SimLiquidation {
  /** Whose position is closed by force. */
  readonly liquidatedSide: 'LONG' | 'SHORT';
  /** Average fill and bankruptcy price, in ticks. */
  readonly averageTicks: number;
  readonly bankruptcyTicks: number;
  readonly lots: number;
  readonly atMs: number;
}

export interface SimMark {
  readonly markPx: number;
  readonly indexPx: number;
  readonly fundingRateFrac: number;
  readonly nextFundingMs: number;
}

export interface SimDayStats {
  readonly openPx: number;
  readonly highPx: number;
  readonly lowPx: number;
  readonly lastPx: number;
  /** Wire quantity and quote. */
  readonly volumeQty: number;
  readonly volumeQuote: number;
  readonly tradeCount: number;
}

export interface SimCandle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeQty: number;
  readonly volumeQuote: number;
  readonly tradeCount: number;
}

/** What a venue lends on spot margin. */
export interface SimLoan {
  /** The venue's own name. */
  readonly asset: string;
  /** Interest of an hour as a share of the loan. */
  readonly perHourFrac: number;
}

/** Called by the market, synchronously, in the order things happen. */
export interface SimMarketListener {
  onBook(ix: number, changes: readonly SimLevelChange[], atMs: number): void;
  onTrade(ix: number, trade: SimTrade): void;
  onLiquidation(ix: number, liquidation: SimLiquidation): void;
  /** A listing was halted or goes on. */
  onHalt?(ix: number, isHalted: boolean): void;
}

/** One venue's share of the simulated market. `ix` indexes `instruments`. */
export interface SimVenueMarket {
  readonly venue: Venue;
  readonly instruments: readonly SimInstrument[];
  /** The venue's own clock; may be skewed on purpose. */
  nowMs(): number;
  book(ix: number): SimBook;
  mark(ix: number): SimMark;
  dayStats(ix: number): SimDayStats;
  /** Newest first trades kept, at most 500. */
  recentTrades(ix: number, count: number): readonly SimTrade[];
  /** Oldest first; the market has a past of at least 1,500 one-minute candles before its start. */
  candles(ix: number, intervalMs: number, count: number, endMs: number): readonly SimCandle[];
  /** A halted listing stands still and takes no orders. */
  isHalted(ix: number): boolean;
  loans(): readonly SimLoan[];
  subscribe(listener: SimMarketListener): () => void;
}
