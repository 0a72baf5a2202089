import type { CaseEvent } from '../case-event.ts';
import type { Json } from '../case-row.ts';
import { events, levels, num, type FrameReading } from './reading.ts';

const PRIVATE_CHANNEL =
  /^(account|account-greeks|positions|balance_and_position|orders|orders-algo|algo-\w+|fills|liquidation-warning|deposit-info|withdrawal-info|grid-.*|sprd-orders|sprd-trades|rfqs|quotes|struc-block-trades|copytrading-.*|economic-calendar)$/;
const CANDLE_FIELDS_MIN = 6;

/** Reads an OKX v5 frame. */
export function readOkx(frame: Json): FrameReading {
  if (frame.event === 'login' || frame.op !== undefined)
    return { kind: 'private', channel: String(frame.event ?? frame.op) };
  if (frame.event !== undefined) {
    const channel = String(frame.arg?.channel ?? '');
    return PRIVATE_CHANNEL.test(channel) ? { kind: 'private', channel } : { kind: 'control' };
  }
  if (frame.arg === undefined || !Array.isArray(frame.data))
    return { kind: 'no-frame', reason: 'no arg: a part of a frame' };
  const { channel, instId } = frame.arg;
  if (channel === undefined) return { kind: 'no-frame', reason: 'an arg without a channel' };
  if (PRIVATE_CHANNEL.test(channel)) return { kind: 'private', channel };
  const rows: Json[] = frame.data;
  const each = (of: (row: Json) => CaseEvent | readonly CaseEvent[]): FrameReading => events(...rows.flatMap(of));
  if (String(channel).startsWith('candle')) {
    if (rows.some((row) => row.length < CANDLE_FIELDS_MIN))
      return { kind: 'fragment', reason: 'candles cut to their time' };
    return each((row) => candle(instId, row));
  }
  if (/^(books|books5|books-l2-tbt|books50-l2-tbt|books-rpi)$/.test(channel))
    return each((row) => book(instId, row, frame.action));
  switch (channel) {
    case 'bbo-tbt':
      return each((row) => bbo(instId, row));
    case 'trades':
    case 'trades-all':
      return each((row) => trade(row));
    case 'tickers':
      return each((row) => ticker(row));
    case 'mark-price':
      return each((row) => ({ kind: 'mark', symbol: row.instId, markPx: num(row.markPx), venueMs: num(row.ts) }));
    case 'index-tickers':
      return each((row) => ({ kind: 'mark', symbol: row.instId, indexPx: num(row.idxPx), venueMs: num(row.ts) }));
    case 'funding-rate':
      return each((row) => funding(row));
    case 'liquidation-orders':
    case 'liquidations':
      return each((row) => (row.details ?? [row]).map((detail: Json) => liquidation(row.instId ?? instId, detail)));
    default:
      return { kind: 'other', channel };
  }
}

function book(symbol: string, row: Json, action: Json): CaseEvent {
  const numbers = { lastSeq: row.seqId ?? -1, prevSeq: row.prevSeqId ?? -1, checksum: row.checksum ?? Number.NaN };
  const sides = { bids: levels(row.bids), asks: levels(row.asks) };
  return { kind: 'depth', symbol, isSnapshot: action !== 'update', ...sides, ...numbers, venueMs: num(row.ts) };
}

/** An empty side is told as price and size 0. */
function bbo(symbol: string, row: Json): CaseEvent {
  const [bidPx, bidQty] = levels(row.bids)[0] ?? [0, 0];
  const [askPx, askQty] = levels(row.asks)[0] ?? [0, 0];
  return { kind: 'quote', symbol, bidPx, bidQty, askPx, askQty, seq: row.seqId ?? -1, venueMs: num(row.ts) };
}

function trade(row: Json): CaseEvent {
  const takerSide = String(row.side).toUpperCase();
  return {
    kind: 'trade',
    symbol: row.instId,
    px: num(row.px),
    qty: num(row.sz),
    takerSide,
    tradeId: row.tradeId,
    venueMs: num(row.ts),
  };
}

function ticker(row: Json): readonly CaseEvent[] {
  const symbol = String(row.instId);
  const prices = { lastPx: num(row.last), openPx: num(row.open24h), highPx: num(row.high24h), lowPx: num(row.low24h) };
  const summary: CaseEvent = { kind: 'ticker', symbol, ...prices, volumeQty: num(row.vol24h), venueMs: num(row.ts) };
  if (row.askPx === '' || row.bidPx === '' || row.askPx === undefined) return [summary];
  const quote = { bidPx: num(row.bidPx), bidQty: num(row.bidSz), askPx: num(row.askPx), askQty: num(row.askSz) };
  return [summary, { kind: 'quote', symbol, ...quote, venueMs: num(row.ts) }];
}

function funding(row: Json): CaseEvent {
  const rates = { fundingRateFrac: num(row.fundingRate), followingFundingRateFrac: num(row.nextFundingRate) };
  return { kind: 'mark', symbol: row.instId, ...rates, nextFundingMs: num(row.fundingTime) };
}

function liquidation(symbol: string, detail: Json): CaseEvent {
  const liquidatedSide = detail.side === 'sell' ? 'LONG' : 'SHORT';
  return {
    kind: 'liquidation',
    symbol,
    liquidatedSide,
    px: num(detail.bkPx),
    qty: num(detail.sz),
    venueMs: num(detail.ts),
  };
}

function candle(symbol: string, row: Json): CaseEvent {
  const [openMs, open, high, low, close, volumeQty] = row.map(num);
  return { kind: 'candle', symbol, openMs, open, high, low, close, volumeQty, isClosed: row[8] === '1' };
}
