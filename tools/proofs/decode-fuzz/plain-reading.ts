import { DepthMessage, QuoteMessage, type Venue } from '@riptide/core/domain';
import type { Told } from './told.ts';

// Frames hold anything here; what has another shape than expected shows as a difference or as nothing.
type Loose = ReturnType<typeof JSON.parse>;

const INT32_MAX = 2_147_483_647n;

/** What is known of the socket a frame came over. */
export interface PlainContext {
  ixOf(wireSymbol: string): number;
  decimalsOf(ix: number): number;
}

/** Thrown where the plain way does not say what a frame means: nothing is compared then. */
class NotPlain extends Error {}

/** The price as ticks, digit by digit; null when it lies beyond int32. */
function ticksOf(value: unknown, decimals: number): number | null {
  const match = /^(\d+)\.?(\d*)$/.exec(typeof value === 'number' ? String(value) : String(value));
  if (match === null) throw new NotPlain();
  const [, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(decimals))) throw new NotPlain();
  const ticks = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return ticks > INT32_MAX ? null : Number(ticks);
}

function pushLevels(depth: DepthMessage, isBid: boolean, rows: Loose, decimals: number): void {
  for (const [px, qty] of rows) {
    const ticks = ticksOf(px, decimals);
    if (ticks === null && isBid) throw new NotPlain();
    if (ticks === null) depth.farAskCount += 1;
    else if (isBid) depth.pushBid(ticks, Number(qty));
    else depth.pushAsk(ticks, Number(qty));
  }
}

/** Beyond 2^53 a number has no one meaning: readers may leave it unknown. */
function seqOf(value: unknown): number {
  if (value === undefined) return -1;
  if (typeof value !== 'number' && typeof value !== 'string') throw new NotPlain();
  if (value === '' || !Number.isSafeInteger(Number(value))) throw new NotPlain();
  return Number(value);
}

const msOf = (value: unknown): number => (value === undefined ? Number.NaN : Number(value));
/** KuCoin tells seconds, ms and ns. */
function anyMsOf(value: unknown): number {
  const text = String(value);
  if (!/^\d{13,19}$/.test(text)) throw new NotPlain();
  // A bare number beyond 2^53 is rounded, which may carry into its ms.
  if (!Number.isSafeInteger(Number(text)) && typeof value === 'number' && /^\d{13}(000|999)/.test(text))
    throw new NotPlain();
  return Number(text.slice(0, 13));
}

function quoteOf(bid: readonly unknown[], ask: readonly unknown[], decimals: number): QuoteMessage {
  const quote = new QuoteMessage();
  quote.bidTicks = ticksOf(bid[0], decimals) ?? Number.NaN;
  quote.bidQty = Number(bid[1]);
  quote.askTicks = ticksOf(ask[0], decimals) ?? Number.NaN;
  quote.askQty = Number(ask[1]);
  return quote;
}

/** Diffs and best quotes; a digit behind the word is a partial book. */
const STREAM = /^([a-z0-9_]+@(depth(@\d+ms)?|bookTicker))?$/;

function binance(frame: Loose, at: PlainContext, told: Told): void {
  const data = frame.data ?? frame;
  const stream = String(frame.stream ?? '');
  if (Array.isArray(data) || data.lastUpdateId !== undefined) throw new NotPlain();
  if (!STREAM.test(stream)) throw new NotPlain();
  const ix = at.ixOf(data.s);
  const decimals = at.decimalsOf(ix);
  if (data.e === 'depthUpdate') {
    const depth = new DepthMessage();
    pushLevels(depth, true, data.b, decimals);
    pushLevels(depth, false, data.a, decimals);
    depth.firstSeq = seqOf(data.U);
    depth.lastSeq = seqOf(data.u);
    depth.prevSeq = seqOf(data.pu);
    depth.venueMs = msOf(data.E);
    told.onDepth(ix, false, depth);
  } else if (data.e === 'bookTicker' || data.e === undefined) {
    const quote = quoteOf([data.b, data.B], [data.a, data.A], decimals);
    quote.seq = seqOf(data.u);
    quote.venueMs = msOf(data.E);
    told.onQuote(ix, quote);
  } else throw new NotPlain();
}

function bybit({ cts, data, topic, ts, type }: Loose, at: PlainContext, told: Told): void {
  const [, levels, symbol] = /^orderbook\.(\d+)\.([^.]+)$/.exec(topic) ?? [];
  if (symbol === undefined || levels === '1') throw new NotPlain();
  const ix = at.ixOf(symbol);
  const depth = new DepthMessage();
  pushLevels(depth, true, data.b, at.decimalsOf(ix));
  pushLevels(depth, false, data.a, at.decimalsOf(ix));
  depth.lastSeq = seqOf(data.u);
  depth.venueMs = msOf(cts ?? ts);
  told.onDepth(ix, String(type).startsWith('s'), depth);
}

function okx({ action, arg, data }: Loose, at: PlainContext, told: Told): void {
  const ix = at.ixOf(arg.instId);
  const decimals = at.decimalsOf(ix);
  const isQuote = arg.channel === 'bbo-tbt';
  if (!isQuote && !/^(books|books5|books-l2-tbt|books50-l2-tbt)$/.test(arg.channel)) throw new NotPlain();
  for (const row of data) {
    const depth = new DepthMessage();
    pushLevels(depth, false, row.asks, decimals);
    pushLevels(depth, true, row.bids, decimals);
    depth.venueMs = msOf(row.ts);
    depth.checksum = msOf(row.checksum);
    depth.lastSeq = seqOf(row.seqId);
    depth.prevSeq = seqOf(row.prevSeqId);
    if (!isQuote) {
      told.onDepth(ix, arg.channel === 'books5' || String(action).startsWith('s'), depth);
      continue;
    }
    const quote = quoteOf(['0', '0'], ['0', '0'], decimals);
    if (depth.farAskCount > 0) throw new NotPlain();
    if (depth.bidCount > 0) quote.bidTicks = depth.bidTicks[0] as number;
    if (depth.bidCount > 0) quote.bidQty = depth.bidQty[0] as number;
    if (depth.askCount > 0) quote.askTicks = depth.askTicks[0] as number;
    if (depth.askCount > 0) quote.askQty = depth.askQty[0] as number;
    quote.seq = depth.lastSeq;
    quote.venueMs = depth.venueMs;
    told.onQuote(ix, quote);
  }
}

function kucoin({ data, topic }: Loose, at: PlainContext, told: Told): void {
  const [, channel, symbol = ''] = /^\/([A-Za-z]+\/[A-Za-z0-9]+):(.*)$/.exec(topic) ?? [];
  const ix = at.ixOf(symbol);
  const decimals = at.decimalsOf(ix);
  const depth = new DepthMessage();
  if (channel === 'contractMarket/level2') {
    const [px, side, qty, ...more] = String(data.change).split(',');
    if (more.length > 0 || (side !== 'buy' && side !== 'sell')) throw new NotPlain();
    if (ticksOf(px, decimals) === 0) throw new NotPlain();
    pushLevels(depth, side === 'buy', [[px, qty]], decimals);
    depth.firstSeq = depth.lastSeq = seqOf(data.sequence);
    if (data.timestamp !== undefined) depth.venueMs = anyMsOf(data.timestamp);
    told.onDepth(ix, false, depth);
  } else if (channel === 'market/level2') {
    // Of two rows at one price the higher sequence counts: rows out of order are not compared.
    for (const rows of [data.changes.bids, data.changes.asks])
      for (let nth = 0; nth < rows.length; nth += 1)
        if (!(Number(rows[nth][2]) >= (nth === 0 ? 0 : Number(rows[nth - 1][2])))) throw new NotPlain();
    const standing = (rows: Loose): Loose => rows.filter((row: Loose) => ticksOf(row[0], decimals) !== 0);
    pushLevels(depth, true, standing(data.changes.bids), decimals);
    pushLevels(depth, false, standing(data.changes.asks), decimals);
    depth.firstSeq = seqOf(data.sequenceStart);
    depth.lastSeq = seqOf(data.sequenceEnd);
    if (data.time !== undefined) depth.venueMs = anyMsOf(data.time);
    told.onDepth(ix, false, depth);
  } else if (channel === 'market/ticker' || channel === 'contractMarket/tickerV2') {
    const bid = [data.bestBid ?? data.bestBidPrice, data.bestBidSize];
    const quote = quoteOf(bid, [data.bestAsk ?? data.bestAskPrice, data.bestAskSize], decimals);
    quote.seq = seqOf(data.sequence);
    const time = data.time ?? data.Time ?? data.ts;
    if (time !== undefined) quote.venueMs = anyMsOf(time);
    told.onQuote(ix, quote);
  } else throw new NotPlain();
}

const READINGS: Readonly<Record<Venue, (frame: Loose, at: PlainContext, told: Told) => void>> = {
  BINANCE: binance,
  BYBIT: bybit,
  OKX: okx,
  KUCOIN: kucoin,
};

/**
 * Tells books and quotes of a parsed frame the plainest way: objects, and prices as whole numbers of any size. False where the
 * frame is of another kind, or means different things to different readers.
 */
export function tellPlainly(venue: Venue, frame: unknown, at: PlainContext, told: Told): boolean {
  try {
    READINGS[venue](frame, at, told);
    return true;
  } catch (error) {
    if (error instanceof NotPlain || error instanceof TypeError) return false;
    throw error;
  }
}
