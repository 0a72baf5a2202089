import type { CaseEvent } from '../case-event.ts';
import type { Json } from '../case-row.ts';
import { events, levels, num, type FrameReading } from './reading.ts';

const PRIVATE_TOPIC = /^(order|position|execution|wallet|greeks|dcp|ticketInfo|stop_order|copyTrade\w*)(\.|$)/;

/** Reads a Bybit v5 frame. Level-1 topics are read as quotes; a delta of one side needs the frame before it. */
export function readBybit(frame: Json): FrameReading {
  if (frame.topic === undefined) {
    if (frame.op === 'auth') return { kind: 'private', channel: 'auth' };
    if (frame.op !== undefined || frame.success !== undefined || frame.retCode !== undefined)
      return { kind: 'control' };
    return { kind: 'no-frame', reason: 'no topic: a part of a frame' };
  }
  const topic = String(frame.topic);
  if (PRIVATE_TOPIC.test(topic)) return { kind: 'private', channel: topic };
  const symbol = topic.split('.').at(-1) ?? '';
  const rows: Json[] = Array.isArray(frame.data) ? frame.data : [frame.data];
  switch (topic.split('.')[0] ?? '') {
    case 'orderbook':
      // Its rows have other columns.
      if (topic.startsWith('orderbook.rpi.')) return { kind: 'other', channel: topic };
      return book(frame, symbol, topic.startsWith('orderbook.1.'));
    case 'publicTrade':
    case 'trade':
      return events(...rows.map((row): CaseEvent => trade(symbol, row)));
    case 'liquidation':
      return events(...rows.map((row): CaseEvent => liquidation(row, [row.price, row.size, row.updatedTime])));
    case 'allLiquidation':
      return events(...rows.map((row): CaseEvent => liquidation(row, [row.p, row.v, row.T])));
    case 'tickers':
      return events(...tickers(symbol, rows[0], frame));
    case 'kline':
      return events(...rows.map((row): CaseEvent => candle(symbol, row)));
    default:
      return { kind: 'other', channel: topic };
  }
}

function book(frame: Json, symbol: string, isQuote: boolean): FrameReading {
  const { a, b, u } = frame.data;
  if (b.some((row: Json) => !Array.isArray(row))) {
    return { kind: 'fragment', reason: 'levels as objects: written back by the other project, not by the venue' };
  }
  const venueMs = num(frame.cts ?? frame.ts);
  if (!isQuote) {
    const isSnapshot = frame.type === 'snapshot';
    return events({ kind: 'depth', symbol, isSnapshot, bids: levels(b), asks: levels(a), lastSeq: num(u), venueMs });
  }
  if (b.length !== 1 || a.length !== 1) return events();
  const [[bidPx, bidQty], [askPx, askQty]] = [levels(b)[0] ?? [], levels(a)[0] ?? []];
  return events({ kind: 'quote', symbol, bidPx, bidQty, askPx, askQty, venueMs });
}

function trade(symbol: string, row: Json): CaseEvent {
  const takerSide = String(row.S).toUpperCase();
  return {
    kind: 'trade',
    symbol,
    px: num(row.p),
    qty: num(row.v),
    takerSide,
    tradeId: String(row.i),
    venueMs: num(row.T),
  };
}

/** `S` of allLiquidation and `side` of the older topic name the side of the position: Buy is a long that was closed. */
function liquidation(row: Json, [px, qty, atMs]: readonly Json[]): CaseEvent {
  const liquidatedSide = (row.side ?? row.S) === 'Buy' ? 'LONG' : 'SHORT';
  return {
    kind: 'liquidation',
    symbol: row.symbol ?? row.s,
    liquidatedSide,
    px: num(px),
    qty: num(qty),
    venueMs: num(atMs),
  };
}

function tickers(symbol: string, row: Json, frame: Json): readonly CaseEvent[] {
  const list: CaseEvent[] = [];
  const has = (...keys: string[]): boolean => keys.some((key) => row[key] !== undefined && row[key] !== '');
  if (has('lastPrice', 'price24hPcnt', 'volume24h', 'turnover24h', 'prevPrice24h', 'highPrice24h', 'lowPrice24h')) {
    const volumes = { volumeQty: num(row.volume24h), volumeQuote: num(row.turnover24h) };
    const prices = {
      lastPx: num(row.lastPrice),
      openPx: num(row.prevPrice24h),
      highPx: num(row.highPrice24h),
      lowPx: num(row.lowPrice24h),
    };
    list.push({
      kind: 'ticker',
      symbol,
      ...prices,
      changeFrac: num(row.price24hPcnt),
      ...volumes,
      venueMs: num(frame.ts),
    });
  }
  if (has('markPrice', 'indexPrice', 'fundingRate', 'nextFundingTime')) {
    const prices = { markPx: num(row.markPrice), indexPx: num(row.indexPrice), fundingRateFrac: num(row.fundingRate) };
    list.push({ kind: 'mark', symbol, ...prices, nextFundingMs: num(row.nextFundingTime) || Number.NaN });
  }
  return list;
}

function candle(symbol: string, row: Json): CaseEvent {
  const prices = { open: num(row.open), high: num(row.high), low: num(row.low), close: num(row.close) };
  const volumes = { volumeQty: num(row.volume), volumeQuote: num(row.turnover), isClosed: row.confirm === true };
  return { kind: 'candle', symbol, openMs: num(row.start), ...prices, ...volumes };
}
