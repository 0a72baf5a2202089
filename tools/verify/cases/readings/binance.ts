import type { CaseEvent } from '../case-event.ts';
import type { Json } from '../case-row.ts';
import { events, levels, num, type FrameReading } from './reading.ts';

/** User data: events in capitals and some older names. */
const PRIVATE_EVENT =
  /^([A-Z]+(_[A-Z]+)+|executionReport|listStatus|balanceUpdate|outboundAccount\w+|listenKeyExpired|eventStreamTerminated|externalLockUpdate)$/;

/** Reads a Binance frame, raw or combined. */
export function readBinance(frame: Json): FrameReading {
  if (!('stream' in frame) && ('result' in frame || 'error' in frame) && 'id' in frame) return { kind: 'control' };
  const data = frame.data ?? frame;
  const stream = String(frame.stream ?? '');
  if (frame.event !== undefined || PRIVATE_EVENT.test(String(data.e ?? '')))
    return { kind: 'private', channel: String(data.e ?? frame.event?.e) };
  if (data.e === 'kline' && data.k?.o === undefined) return { kind: 'fragment', reason: 'candles without prices' };
  const list = Array.isArray(data) ? data : [data];
  const read = list.map((one: Json) => readOne(one, stream));
  const unread = read.find((one) => one === null);
  return unread === null
    ? { kind: 'other', channel: stream || String(list[0]?.e ?? '') }
    : events(...read.flatMap((one) => one ?? []));
}

function readOne(data: Json, stream: string): readonly CaseEvent[] | null {
  const symbol = String(data.s ?? stream.split('@')[0]?.toUpperCase());
  switch (data.e) {
    case 'depthUpdate':
      return [depth(symbol, data, /@depth\d+(@|$)/.test(stream))];
    case 'trade':
    case 'aggTrade': {
      const takerSide = data.m === true ? 'SELL' : 'BUY';
      const tradeId = String(data.e === 'trade' ? data.t : data.a);
      const id = tradeId === 'undefined' ? {} : { tradeId };
      // Trades the venue does not count as of the market (insurance fund, ADL) are told by X.
      if (data.X !== undefined && data.X !== 'MARKET') return [];
      return [{ kind: 'trade', symbol, px: num(data.p), qty: num(data.q), takerSide, ...id, venueMs: num(data.T) }];
    }
    case 'markPriceUpdate':
      return [
        {
          kind: 'mark',
          symbol,
          markPx: num(data.p),
          indexPx: num(data.i),
          fundingRateFrac: num(data.r),
          nextFundingMs: data.T === 0 ? Number.NaN : num(data.T),
          venueMs: num(data.E),
        },
      ];
    case '24hrTicker':
    case '24hrMiniTicker':
      return [ticker(symbol, data)];
    case 'kline':
      return [candle(symbol, data.k)];
    case 'forceOrder': {
      const { S, T, ap, p, s, z } = data.o;
      const liquidatedSide = S === 'SELL' ? 'LONG' : 'SHORT';
      return [
        { kind: 'liquidation', symbol: s, liquidatedSide, px: num(ap), orderPx: num(p), qty: num(z), venueMs: num(T) },
      ];
    }
    default:
      return unnamed(symbol, data);
  }
}

function unnamed(symbol: string, data: Json): readonly CaseEvent[] | null {
  if (data.u !== undefined && data.B !== undefined && data.A !== undefined) {
    const prices = { bidPx: num(data.b), bidQty: num(data.B), askPx: num(data.a), askQty: num(data.A) };
    return [{ kind: 'quote', symbol, ...prices, seq: num(data.u), venueMs: num(data.E ?? data.T) }];
  }
  if (data.lastUpdateId === undefined) return null;
  const sides = { bids: levels(data.bids), asks: levels(data.asks) };
  return [{ kind: 'depth', symbol, isSnapshot: true, ...sides, lastSeq: num(data.lastUpdateId) }];
}

function depth(symbol: string, data: Json, isSnapshot: boolean): CaseEvent {
  const numbers = { firstSeq: num(data.U), lastSeq: num(data.u), prevSeq: data.pu === undefined ? -1 : num(data.pu) };
  return {
    kind: 'depth',
    symbol,
    isSnapshot,
    bids: levels(data.b),
    asks: levels(data.a),
    ...numbers,
    venueMs: num(data.E),
  };
}

function ticker(symbol: string, data: Json): CaseEvent {
  const changeFrac = data.P === undefined ? undefined : num(data.P) / 100;
  const prices = { lastPx: num(data.c), openPx: num(data.o), highPx: num(data.h), lowPx: num(data.l) };
  return {
    kind: 'ticker',
    symbol,
    ...prices,
    changeFrac,
    volumeQty: num(data.v),
    volumeQuote: num(data.q),
    venueMs: num(data.E),
  };
}

function candle(symbol: string, { T: _end, c, h, l, o, q, t, v, x }: Json): CaseEvent {
  const prices = { open: num(o), high: num(h), low: num(l), close: num(c) };
  return {
    kind: 'candle',
    symbol,
    openMs: num(t),
    ...prices,
    volumeQty: num(v),
    volumeQuote: num(q),
    isClosed: x === true,
  };
}
