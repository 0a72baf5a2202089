import { domainError, err, ok, type DomainError, type Fill, type Instrument, type Result } from '@riptide/core/domain';
import type { BinanceProduct } from '../config.ts';
import { TRADES_PER_REQUEST } from '../limits.ts';
import { parseTradeRow } from '../rest/parse-private.ts';
import { buildUserTrades, FUTURES_TRADES_SPAN_MS } from '../rest/trading-futures.ts';
import { buildMyTrades, SPOT_TRADES_SPAN_MS } from '../rest/trading-spot.ts';
import type { BinanceCall } from './binance-call.ts';
import type { PrivateCalls } from './private-calls.ts';
import { readRows, type FindClientId } from './private-reading.ts';

export interface TradeHistoryQuery {
  readonly product: BinanceProduct;
  readonly instrument: Instrument;
  readonly sinceMs: number;
  /** The venue's time. */
  readonly nowMs: number;
  readonly calls: Pick<PrivateCalls, 'send'>;
  readonly clientIdOf: FindClientId;
}

/** Spans asked through at most: a month of spot, half a year of futures (which keep three months). */
const SPANS_MAX = 31;
/** Pages read behind the first trade at most: 100,000 trades. */
const PAGES_MAX = 100;

/**
 * Returns our trades of one instrument since a time, oldest first: spans of time until the first trade, then by trade id to the end.
 *
 * @errors INPUT_INVALID when the start lies further back than the spans reach; VENUE_ANSWER_MALFORMED; those of the requests.
 */
export async function readTrades(query: TradeHistoryQuery): Promise<Result<readonly Fill[], DomainError>> {
  const spanMs = query.product === 'spot' ? SPOT_TRADES_SPAN_MS : FUTURES_TRADES_SPAN_MS;
  if (query.nowMs - query.sinceMs > spanMs * SPANS_MAX) {
    const detail = `sinceMs=${query.sinceMs} spanMs=${spanMs * SPANS_MAX}`;
    return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
  }
  for (let startTime = query.sinceMs; startTime <= query.nowMs; startTime += spanMs) {
    const endTime = startTime + spanMs - 1;
    const first = await readPage(query, { startTime, endTime });
    if (!first.ok) return first;
    if (first.value.length === 0) continue;
    const isLast = endTime >= query.nowMs && first.value.length < TRADES_PER_REQUEST;
    return isLast ? first : readOn(query, first.value);
  }
  return ok([]);
}

async function readOn(query: TradeHistoryQuery, first: readonly Fill[]): Promise<Result<readonly Fill[], DomainError>> {
  const fills = [...first];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const last = fills.at(-1);
    if (last === undefined) break;
    const next = await readPage(query, { fromId: String(BigInt(last.fillId) + 1n) });
    if (!next.ok) return next;
    fills.push(...next.value);
    if (next.value.length < TRADES_PER_REQUEST) return ok(fills);
  }
  return err(domainError('VENUE_ANSWER_MALFORMED', `trades beyond ${PAGES_MAX} pages`));
}

async function readPage(
  query: TradeHistoryQuery,
  where: { readonly startTime: number; readonly endTime: number } | { readonly fromId: string },
): Promise<Result<readonly Fill[], DomainError>> {
  const { instrument, clientIdOf, calls } = query;
  const answer = await calls.send(buildTradePage(query.product, instrument.wireSymbol, where), 'read');
  if (!answer.ok) return answer;
  const reading = readRows(answer.value, (row) => parseTradeRow(row, () => instrument, clientIdOf));
  if (reading === null) return err(domainError('VENUE_ANSWER_MALFORMED', 'trades'));
  return ok(reading.rows.toSorted((a, b) => (BigInt(a.fillId) < BigInt(b.fillId) ? -1 : 1)));
}

function buildTradePage(
  product: BinanceProduct,
  symbol: string,
  where: { readonly startTime: number; readonly endTime: number } | { readonly fromId: string },
): BinanceCall {
  const query = { symbol, ...where, limit: TRADES_PER_REQUEST };
  return product === 'spot' ? buildMyTrades(query) : buildUserTrades(query);
}
