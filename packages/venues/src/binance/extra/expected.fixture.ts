import type { Said } from './recorder.fixture.ts';

// Payloads of many shapes, read as they are.
// oxlint-disable-next-line no-explicit-any
type Payload = any;

const levels = (rows: string[][]): [number, number][] => rows.map(([px, qty]) => [Number(px), Number(qty)]);
const num = (value: unknown): number => (value === undefined || value === '' ? Number.NaN : Number(value));

/** What a frame says by JSON.parse and Number alone: the plain reading the decoder must agree with. */
export function expectedOf(frame: Payload): Said[] {
  const stream: string = frame.stream ?? '';
  const content = stream === '' ? frame : frame.data;
  return (Array.isArray(content) ? content : [content]).map((payload) => expectedPayload(payload, stream));
}

function expectedPayload(p: Payload, stream: string): Said {
  const symbol: string = p.s ?? stream.split('@')[0]?.toUpperCase() ?? '';
  switch (p.e) {
    case 'depthUpdate':
      return {
        kind: /@depth\d/.test(stream) ? 'snapshot' : 'depth',
        symbol,
        bids: levels(p.b),
        asks: levels(p.a),
        firstSeq: p.U,
        lastSeq: p.u,
        prevSeq: p.pu ?? -1,
        venueMs: num(p.E),
      };
    case 'trade':
    case 'aggTrade': {
      const id = p.e === 'trade' ? p.t : p.a;
      const takerSide = p.m ? 'SELL' : 'BUY';
      return { kind: 'trade', symbol, px: num(p.p), qty: num(p.q), takerSide, id: String(id ?? ''), venueMs: p.T };
    }
    case 'markPriceUpdate':
      return {
        kind: 'mark',
        symbol,
        markPx: num(p.p),
        indexPx: num(p.i),
        fundingRateFrac: num(p.r),
        followingFundingRateFrac: Number.NaN,
        nextFundingMs: p.T === 0 ? Number.NaN : num(p.T),
        fundingIntervalHours: Number.NaN,
        venueMs: num(p.E),
      };
    case '24hrTicker':
    case '24hrMiniTicker':
      return expectedTicker(p, symbol);
    case 'kline':
      return expectedCandle(p, symbol);
    case 'forceOrder':
      return expectedLiquidation(p);
    case 'bookTicker':
      return expectedQuote(p, symbol);
  }
  if (p.lastUpdateId !== undefined) {
    const seqs = { firstSeq: -1, lastSeq: p.lastUpdateId, prevSeq: -1 };
    return { kind: 'snapshot', symbol, bids: levels(p.bids), asks: levels(p.asks), ...seqs, venueMs: num(p.E) };
  }
  if (p.A !== undefined && p.e === undefined) return expectedQuote(p, symbol);
  return { kind: 'rare', channel: p.e ?? stream.split('@')[1] };
}

function expectedQuote(p: Payload, symbol: string): Said {
  const bid: [number, number] = [num(p.b), num(p.B)];
  return { kind: 'quote', symbol, bid, ask: [num(p.a), num(p.A)], seq: p.u ?? -1, venueMs: num(p.E) };
}

function expectedTicker(p: Payload, symbol: string): Said {
  return {
    kind: 'ticker',
    symbol,
    lastPx: num(p.c),
    openPx: num(p.o),
    highPx: num(p.h),
    lowPx: num(p.l),
    changeFrac: p.P === undefined ? num(p.c) / num(p.o) - 1 : num(p.P) / 100,
    volumeQty: num(p.v),
    volumeQuote: num(p.q),
    venueMs: num(p.E),
  };
}

function expectedCandle(p: Payload, symbol: string): Said {
  const { k } = p;
  const prices = { open: num(k.o), high: num(k.h), low: num(k.l), close: num(k.c) };
  const volumes = { volumeQty: num(k.v), volumeQuote: num(k.q) };
  return { kind: 'candle', symbol, openMs: k.t, ...prices, ...volumes, isClosed: k.x === true };
}

function expectedLiquidation(p: Payload): Said {
  const { o } = p;
  return {
    kind: 'liquidation',
    symbol: o.s,
    liquidatedSide: o.S === 'SELL' ? 'LONG' : 'SHORT',
    px: num(o.ap),
    orderPx: num(o.p),
    qty: num(o.z),
    isLowerBound: true,
    venueMs: num(o.T),
  };
}
