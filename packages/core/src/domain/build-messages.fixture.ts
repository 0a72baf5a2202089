import { DepthMessage, NO_SEQ, QuoteMessage } from './market-messages.ts';

export type TickLevel = readonly [ticks: number, qty: number];

/** Builds a depth message for tests. */
export function buildDepth(
  bids: readonly TickLevel[],
  asks: readonly TickLevel[],
  over: { readonly seq?: number; readonly venueMs?: number } = {},
): DepthMessage {
  const depth = new DepthMessage();
  for (const [ticks, qty] of bids) depth.pushBid(ticks, qty);
  for (const [ticks, qty] of asks) depth.pushAsk(ticks, qty);
  depth.lastSeq = over.seq ?? NO_SEQ;
  depth.venueMs = over.venueMs ?? Number.NaN;
  return depth;
}

/** Builds a best quote for tests. */
export function buildQuote(
  bid: TickLevel,
  ask: TickLevel,
  over: { readonly seq?: number; readonly venueMs?: number } = {},
): QuoteMessage {
  const quote = new QuoteMessage();
  [quote.bidTicks, quote.bidQty] = bid;
  [quote.askTicks, quote.askQty] = ask;
  quote.seq = over.seq ?? NO_SEQ;
  quote.venueMs = over.venueMs ?? Number.NaN;
  return quote;
}
