import type { CaseEvent } from '../case-event.ts';
import type { Json } from '../case-row.ts';
import { events, levels, ms, num, type FrameReading } from './reading.ts';

const PRIVATE_TOPIC =
  /^\/(account|spotMarket\/(tradeOrders|advancedOrders)|contractAccount|contractMarket\/(tradeOrders|advancedOrders)|contract\/(position|crossLeverage|marginMode|positionAll)|margin\/(position|isolatedPosition|loan))/;
const CANDLE_FIELDS = 7;

/** Reads a KuCoin frame, classic or unified. */
export function readKucoin(frame: Json): FrameReading {
  if (typeof frame.T === 'string') return unified(frame);
  if (typeof frame.topic !== 'string') {
    const isControl =
      ['welcome', 'ack', 'pong', 'error', 'notice'].includes(frame.type) ||
      (frame.id !== undefined && frame.result !== undefined);
    return isControl ? { kind: 'control' } : { kind: 'no-frame', reason: 'no topic: a part of a frame' };
  }
  const { data, topic } = frame;
  const isPrivate = PRIVATE_TOPIC.test(topic) || frame.channelType === 'private' || frame.userId !== undefined;
  if (isPrivate) return { kind: 'private', channel: topic };
  const [channel = '', suffix = ''] = topic.split(':');
  if (channel.startsWith('/callauction/') || channel.includes('level3')) return { kind: 'other', channel };
  if (channel === '/spotMarket/level1') return events(levelOne(suffix, data));
  if (/candle/i.test(channel)) return candle(channel, suffix, data);
  if (/level2|match|execution/.test(channel)) return hot(channel, suffix, data);
  if (/ticker/.test(channel)) return events(quote(channel, suffix === 'all' ? frame.subject : suffix, data));
  return summary(channel, suffix, data);
}

function unified(frame: Json): FrameReading {
  const data = frame.d;
  if (/^(order|position|balance|execution|account)/i.test(frame.T)) return { kind: 'private', channel: frame.T };
  if (String(frame.T).startsWith('trade')) {
    const takerSide = data.S === 'buy' ? 'BUY' : 'SELL';
    return events({
      kind: 'trade',
      symbol: data.s,
      px: num(data.p),
      qty: num(data.q),
      takerSide,
      tradeId: data.ti,
      venueMs: ms(data.M),
    });
  }
  if (!/^obu|^orderbook|depth/i.test(frame.T)) return { kind: 'other', channel: frame.T };
  const sides = { bids: real(data.b), asks: real(data.a) };
  const numbers = { firstSeq: data.O, lastSeq: data.C, venueMs: ms(data.M) };
  return events({ kind: 'depth', symbol: data.s, isSnapshot: frame.t === 'snapshot', ...sides, ...numbers });
}

/** A price of 0 stands for "nothing changed in the book". */
function real(rows: Json): readonly (readonly number[])[] {
  return levels(rows).filter(([px]) => px !== 0);
}

function hot(channel: string, symbol: string, data: Json): FrameReading {
  if (/match|execution/.test(channel)) {
    const takerSide = data.side === 'buy' ? 'BUY' : 'SELL';
    const venueMs = ms(data.ts ?? data.time);
    return events({
      kind: 'trade',
      symbol,
      px: num(data.price),
      qty: num(data.size),
      takerSide,
      tradeId: data.tradeId,
      venueMs,
    });
  }
  if (channel === '/market/level2') {
    const sides = { bids: real(data.changes.bids), asks: real(data.changes.asks) };
    const numbers = { firstSeq: data.sequenceStart, lastSeq: data.sequenceEnd, venueMs: ms(data.time) };
    return events({ kind: 'depth', symbol, isSnapshot: false, ...sides, ...numbers });
  }
  if (channel === '/contractMarket/level2') {
    const [px, side, qty] = String(data.change).split(',');
    const level = [[num(px), num(qty)]];
    const sides = { bids: side === 'buy' ? level : [], asks: side === 'sell' ? level : [] };
    const numbers = { firstSeq: data.sequence, lastSeq: data.sequence, venueMs: ms(data.timestamp) };
    return events({ kind: 'depth', symbol, isSnapshot: false, ...sides, ...numbers });
  }
  const lastSeq = data.sequence === undefined ? -1 : num(data.sequence);
  const sides = { bids: real(data.bids), asks: real(data.asks) };
  const venueMs = ms(data.timestamp ?? data.ts ?? data.time);
  return events({ kind: 'depth', symbol, isSnapshot: true, ...sides, lastSeq, venueMs });
}

function quote(channel: string, symbol: string, data: Json): CaseEvent {
  const bid = { bidPx: num(data.bestBid ?? data.bestBidPrice), bidQty: num(data.bestBidSize) };
  const ask = { askPx: num(data.bestAsk ?? data.bestAskPrice), askQty: num(data.bestAskSize) };
  const seq = channel === '/contractMarket/ticker' ? -1 : num(data.sequence);
  return { kind: 'quote', symbol, ...bid, ...ask, seq, venueMs: ms(data.time ?? data.ts) };
}

function levelOne(symbol: string, data: Json): CaseEvent {
  const [bidPx, bidQty] = (data.bids ?? []).map(num) as number[];
  const [askPx, askQty] = (data.asks ?? []).map(num) as number[];
  return { kind: 'quote', symbol, bidPx, bidQty, askPx, askQty, venueMs: ms(data.timestamp) };
}

function summary(channel: string, symbol: string, data: Json): FrameReading {
  if (channel === '/contract/instrument') {
    const prices = {
      markPx: num(data.markPrice),
      indexPx: num(data.indexPrice),
      fundingRateFrac: num(data.fundingRate),
    };
    return events({ kind: 'mark', symbol, ...prices, venueMs: ms(data.timestamp) });
  }
  if (channel === '/market/snapshot') {
    const d = data.data;
    const prices = { lastPx: num(d.lastTradedPrice), openPx: num(d.open), highPx: num(d.high), lowPx: num(d.low) };
    const rest = { changeFrac: num(d.changeRate), volumeQty: num(d.vol), volumeQuote: num(d.volValue) };
    return events({ kind: 'ticker', symbol: d.symbol, ...prices, ...rest, venueMs: ms(d.datetime) });
  }
  if (channel === '/contractMarket/snapshot') {
    const prices = { lastPx: num(data.lastPrice), highPx: num(data.highPrice), changeFrac: num(data.priceChgPct) };
    return events({
      kind: 'ticker',
      symbol,
      ...prices,
      volumeQty: num(data.volume),
      volumeQuote: num(data.turnover),
      venueMs: ms(data.ts),
    });
  }
  return { kind: 'other', channel };
}

function candle(channel: string, suffix: string, data: Json): FrameReading {
  const symbol = suffix.slice(0, suffix.lastIndexOf('_'));
  if (data.candles === undefined) {
    const { close, high, low, open, time, volume } = data;
    return events({
      kind: 'candle',
      symbol,
      openMs: num(time),
      open: num(open),
      high: num(high),
      low: num(low),
      close: num(close),
      volumeQty: num(volume),
    });
  }
  if (data.candles.length < CANDLE_FIELDS) return { kind: 'fragment', reason: 'candles cut to their time' };
  const [seconds = Number.NaN, open, close, high, low, fifth, sixth] = data.candles.map(num) as number[];
  const volumeQty = channel === '/market/candles' ? fifth : sixth;
  return events({ kind: 'candle', symbol, openMs: seconds * 1000, open, high, low, close, volumeQty });
}
