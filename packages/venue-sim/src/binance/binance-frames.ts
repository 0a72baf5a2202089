import type { SimLevel, SimLiquidation, SimMark, SimTrade } from '../market/model.ts';
import { fixedText } from '../server/text.ts';
import { PERPETUAL_DELIVERY_MS, type BinanceListing } from './binance-product.ts';
import { isBuyerMaker, levelsJson, markText, type BinanceDay } from './binance-rows.ts';

/** Times of a frame: when it is sent and when the matching engine acted. */
export interface FrameTimes {
  readonly sentMs: number;
  readonly actedMs: number;
}

/** The ids of a depth frame: first and last update in it, and the last of the frame before. */
export interface DepthIds {
  readonly first: number;
  readonly last: number;
  readonly previous: number;
}

/** The pair and the market (1 = USD-M) that newer futures frames carry. */
function pairJson(listing: BinanceListing): string {
  return `"ps":"${listing.instrument.wireSymbol}","st":1`;
}

/**
 * A diff or partial depth frame of the futures. Three key orders are seen on the wire: without the newer keys, with them before the
 * ids, and with them at the end; each listing keeps to one.
 */
function futuresDepth(listing: BinanceListing, times: FrameTimes, ids: DepthIds, sides: string): string {
  const head = `{"e":"depthUpdate","E":${times.sentMs},"T":${times.actedMs},"s":"${listing.instrument.wireSymbol}",`;
  const numbers = `"U":${ids.first},"u":${ids.last},"pu":${ids.previous},`;
  if (listing.keyOrder === 0) return `${head}${numbers}${sides}}`;
  const pair = pairJson(listing);
  return listing.keyOrder === 1 ? `${head}${pair},${numbers}${sides}}` : `${head}${numbers}${sides},${pair}}`;
}

/** A diff depth frame; on futures also the partial one. */
export function depthFrame(
  listing: BinanceListing,
  times: FrameTimes,
  ids: DepthIds,
  levels: { readonly bids: readonly SimLevel[]; readonly asks: readonly SimLevel[] },
): string {
  const sides = `"b":${levelsJson(listing, levels.bids)},"a":${levelsJson(listing, levels.asks)}`;
  if (listing.instrument.kind === 'perp') return futuresDepth(listing, times, ids, sides);
  return `{"e":"depthUpdate","E":${times.sentMs},"s":"${listing.instrument.wireSymbol}","U":${ids.first},"u":${ids.last},${sides}}`;
}

/** The best prices. On spot the frame has neither a type nor a time. */
export function bookTickerFrame(
  listing: BinanceListing,
  times: FrameTimes,
  top: { readonly id: number; readonly bid: SimLevel; readonly ask: SimLevel },
): string {
  const { px, qty } = listing.text;
  const symbol = `"s":"${listing.instrument.wireSymbol}"`;
  const best = `"b":"${px(top.bid.ticks)}","B":"${qty(top.bid.lots)}","a":"${px(top.ask.ticks)}","A":"${qty(top.ask.lots)}"`;
  if (listing.instrument.kind === 'spot') return `{"u":${top.id},${symbol},${best}}`;
  const clock = `"E":${times.sentMs}`;
  const engine = `"T":${times.actedMs}`;
  const start = `{"e":"bookTicker","u":${top.id}`;
  if (listing.keyOrder === 0) return `${start},${symbol},${best},${engine},${clock}}`;
  const pair = pairJson(listing);
  return listing.keyOrder === 1
    ? `${start},${clock},${engine},${symbol},${best},${pair}}`
    : `${start},${symbol},${best},${engine},${clock},${pair}}`;
}

/** A single trade. */
export function tradeFrame(listing: BinanceListing, trade: SimTrade, sentMs: number): string {
  const { px, qty } = listing.text;
  const symbol = `"s":"${listing.instrument.wireSymbol}"`;
  const fill = `"t":${trade.id},"p":"${px(trade.ticks)}","q":"${qty(trade.lots)}"`;
  const maker = `"m":${isBuyerMaker(trade)}`;
  return listing.instrument.kind === 'spot'
    ? `{"e":"trade","E":${sentMs},${symbol},${fill},"T":${trade.atMs},${maker},"M":true}`
    : `{"e":"trade","E":${sentMs},"T":${trade.atMs},${symbol},${fill},"X":"MARKET",${maker}}`;
}

/** Aggregate trade ids run beside the trade ids. */
export function aggTradeId(trade: SimTrade): number {
  return trade.id - 500_000;
}

/** A trade as an aggregate of one fill. */
export function aggTradeFrame(listing: BinanceListing, trade: SimTrade, sentMs: number): string {
  const { px, qty } = listing.text;
  const isSpot = listing.instrument.kind === 'spot';
  const size = qty(trade.lots);
  const withoutRpi = isSpot || listing.keyOrder === 0 ? '' : `"nq":"${size}",`;
  const tail = isSpot ? ',"M":true' : listing.keyOrder === 0 ? '' : ',"st":1';
  return (
    `{"e":"aggTrade","E":${sentMs},"s":"${listing.instrument.wireSymbol}","a":${aggTradeId(trade)},` +
    `"p":"${px(trade.ticks)}","q":"${size}",${withoutRpi}"f":${trade.id},"l":${trade.id},` +
    `"T":${trade.atMs},"m":${isBuyerMaker(trade)}${tail}}`
  );
}

/** Mark, index and funding of one perp. */
export function markPriceFrame(listing: BinanceListing, mark: SimMark, sentMs: number): string {
  const average = listing.keyOrder === 0 ? '' : `"ap":"${markText(mark.markPx)}",`;
  const market = listing.keyOrder === 0 ? '' : ',"st":1';
  return (
    `{"e":"markPriceUpdate","E":${sentMs},"s":"${listing.instrument.wireSymbol}","p":"${markText(mark.markPx)}",${average}` +
    `"P":"${markText(mark.indexPx)}","i":"${markText(mark.indexPx)}","r":"${fixedText(mark.fundingRateFrac, 8)}",` +
    `"T":${mark.nextFundingMs}${market}}`
  );
}

/**
 * The coin-margined row that all-market futures arrays carry since 2026-06-30, marked `st` 2. Its price is that of the USDT perp;
 * a reader of USD-M has to leave it out.
 */
export function coinMarkPriceFrame(mark: SimMark, sentMs: number): string {
  return (
    `{"e":"markPriceUpdate","E":${sentMs},"s":"BTCUSD_PERP","p":"${markText(mark.markPx)}","P":"${markText(mark.indexPx)}",` +
    `"i":"${markText(mark.indexPx)}","r":"${fixedText(mark.fundingRateFrac, 8)}","T":${mark.nextFundingMs},"st":2}`
  );
}

/** A forced order. `S` is the side of the order that closes: a liquidated long sells. */
export function forceOrderFrame(listing: BinanceListing, one: SimLiquidation, sentMs: number): string {
  const { px, qty } = listing.text;
  const size = qty(one.lots);
  const tail = listing.keyOrder === 0 ? '' : `,${pairJson(listing)}`;
  return (
    `{"e":"forceOrder","E":${sentMs},"o":{"s":"${listing.instrument.wireSymbol}",` +
    `"S":"${one.liquidatedSide === 'LONG' ? 'SELL' : 'BUY'}","o":"LIMIT","f":"IOC","q":"${size}",` +
    `"p":"${px(one.bankruptcyTicks)}","ap":"${px(one.averageTicks)}","X":"FILLED","l":"${size}","z":"${size}","T":${one.atMs}}${tail}}`
  );
}

/** What the venue tells of a contract whose status changed. */
export function contractInfoFrame(listing: BinanceListing, status: string, sentMs: number): string {
  const { wireSymbol, listedMs } = listing.instrument;
  return (
    `{"e":"contractInfo","E":${sentMs},"s":"${wireSymbol}","ps":"${wireSymbol}","ct":"PERPETUAL",` +
    `"dt":${PERPETUAL_DELIVERY_MS},"ot":${listedMs},"cs":"${status}","st":1}`
  );
}

/** The 24 h ticker; the best prices are on spot only. */
export function tickerFrame(
  listing: BinanceListing,
  day: BinanceDay,
  sentMs: number,
  top: { readonly bid: SimLevel; readonly ask: SimLevel },
): string {
  const { px, qty } = listing.text;
  const isSpot = listing.instrument.kind === 'spot';
  const best = isSpot
    ? `"b":"${px(top.bid.ticks)}","B":"${qty(top.bid.lots)}","a":"${px(top.ask.ticks)}","A":"${qty(top.ask.lots)}",`
    : '';
  const before = isSpot ? `"x":"${day.open}",` : '';
  return (
    `{"e":"24hrTicker","E":${sentMs},"s":"${listing.instrument.wireSymbol}","p":"${day.change}","P":"${day.changePercent}",` +
    `"w":"${day.weighted}",${before}"c":"${day.last}","Q":"${day.lastQty}",${best}"o":"${day.open}","h":"${day.high}",` +
    `"l":"${day.low}","v":"${day.volume}","q":"${day.quoteVolume}","O":${day.openMs},"C":${day.closeMs},` +
    `"F":${day.firstId},"L":${day.lastId},"n":${day.count}}`
  );
}

/** The short 24 h ticker. */
export function miniTickerFrame(listing: BinanceListing, day: BinanceDay, sentMs: number): string {
  return (
    `{"e":"24hrMiniTicker","E":${sentMs},"s":"${listing.instrument.wireSymbol}","c":"${day.last}","o":"${day.open}",` +
    `"h":"${day.high}","l":"${day.low}","v":"${day.volume}","q":"${day.quoteVolume}"}`
  );
}
