import {
  domainError,
  err,
  ok,
  type DomainError,
  type Fill,
  type Income,
  type Instrument,
  type Result,
} from '@riptide/core/domain';
import { listOf, recordOf } from '../../kit/index.ts';
import { FILLS_RANGE_MS, PAGE_ROWS } from '../limits.ts';
import {
  buildGetFuturesLedger,
  buildGetPositionsHistory,
  buildGetPrivateFundingHistory,
  buildGetTradeHfLedger,
} from '../rest/account.ts';
import { readFunding, readFuturesLedgerRow, readLiquidationCost, readSpotLedgerRow } from './parse-account.ts';
import { firstMs, nameOf, readFuturesFill, readSpotFill } from '../rest/parse-private.ts';
import { buildGetTradeHistory } from '../rest/trading-futures.ts';
import { buildGetHfTradeHistory } from '../rest/trading-spot.ts';
import type { InstrumentBook } from './instrument-book.ts';
import type { PrivateApi } from './private-api.ts';
import { collectPages, lastOf, malformed, numberedPage, readListedRows, sizedPage, type Page } from './read-rows.ts';

/** Ranges of a week read for one query: half a year. */
const RANGES_MAX = 26;

export interface HistoryDeps {
  readonly api: PrivateApi;
  readonly book: InstrumentBook;
}

/** From when to when, venue time in ms, both included. */
export interface Span {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Returns futures executions of one contract or of all, oldest first. @errors those of the calls; INPUT_INVALID over half a year. */
export async function fetchFuturesFills(
  { api, book }: HistoryDeps,
  instrument: Instrument | null,
  span: Span,
): Promise<Result<readonly Fill[], DomainError>> {
  const rows = await collectRanges(span, (startAtMs, endAtMs) =>
    collectPages(async (currentPage) => {
      const symbol = instrument?.wireSymbol;
      const data = await api.send(buildGetTradeHistory({ symbol, startAtMs, endAtMs, currentPage }), 'read');
      return data.ok ? numberedPage(data.value) : data;
    }),
  );
  return rows.ok ? finishFills(readListedRows(rows.value, book, readFuturesFill), span) : rows;
}

/** Returns spot executions of one pair, oldest first. @errors those of the calls; INPUT_INVALID over half a year. */
export async function fetchSpotFills(
  { api, book }: HistoryDeps,
  instrument: Instrument,
  span: Span,
): Promise<Result<readonly Fill[], DomainError>> {
  const rows = await collectRanges(span, (startAtMs, endAtMs) => {
    let lastId: string | undefined;
    return collectPages(async () => {
      const query = { symbol: instrument.wireSymbol, startAtMs, endAtMs, lastId };
      const data = await api.send(buildGetHfTradeHistory(query), 'read');
      if (!data.ok) return data;
      const record = recordOf(data.value);
      const page = sizedPage(listOf(record?.['items']), PAGE_ROWS.hf);
      lastId = nameOf(record?.['lastId']) ?? (page.ok ? lastOf(page.value, 'id') : undefined);
      return page;
    });
  });
  return rows.ok ? finishFills(readListedRows(rows.value, book, readSpotFill), span) : rows;
}

/** Returns funding of one contract, oldest first. @errors those of the calls. */
export async function fetchFunding(
  { api, book }: HistoryDeps,
  instrument: Instrument,
  span: Span,
): Promise<Result<readonly Income[], DomainError>> {
  const rows = await collectPages(async (_page, before) => {
    const call = buildGetPrivateFundingHistory({
      symbol: instrument.wireSymbol,
      startAtMs: span.sinceMs,
      endAtMs: span.untilMs,
      offset: lastOf(before, 'id'),
    });
    const data = await api.send(call, 'read');
    return data.ok ? markedPage(data.value) : data;
  });
  if (!rows.ok) return rows;
  const read = readListedRows(rows.value, book, readFunding);
  return read.ok ? ok(within(read.value, span)) : read;
}

/** Returns what liquidations took beside the fees of their trades, oldest first. @errors those of the calls; INPUT_INVALID over half a year. */
export async function fetchLiquidationCosts(
  { api, book }: HistoryDeps,
  span: Span,
): Promise<Result<readonly Income[], DomainError>> {
  const rows = await collectRanges(span, (startAtMs, endAtMs) =>
    collectPages(async (page) => {
      const data = await api.send(buildGetPositionsHistory({ startAtMs, endAtMs, page }), 'read');
      return data.ok ? numberedPage(data.value) : data;
    }),
  );
  if (!rows.ok) return rows;
  const read = readListedRows(rows.value, book, readLiquidationCost);
  return read.ok ? ok(within(read.value, span)) : read;
}

/** Returns what moved money into and out of the futures account, oldest first. @errors those of the calls. */
export async function fetchFuturesLedger(
  { api }: HistoryDeps,
  currency: string,
  span: Span,
): Promise<Result<readonly Income[], DomainError>> {
  const rows = await collectPages(async (_page, before) => {
    const data = await api.send(buildGetFuturesLedger(currency, lastOf(before, 'offset')), 'read');
    const page = data.ok ? markedPage(data.value) : data;
    if (!page.ok) return page;
    const oldestMs = firstMs(lastOf(page.value, 'time'));
    return ok(oldestMs !== null && oldestMs < span.sinceMs ? { ...page.value, isLast: true } : page.value);
  });
  return rows.ok ? readLedger(rows.value, readFuturesLedgerRow, span) : rows;
}

/** Returns what moved money into and out of the spot trading account, oldest first. @errors those of the calls. */
export async function fetchSpotLedger(
  { api }: HistoryDeps,
  span: Span,
): Promise<Result<readonly Income[], DomainError>> {
  const rows = await collectRanges(span, (startAtMs, endAtMs) =>
    collectPages(async (_page, before) => {
      const data = await api.send(buildGetTradeHfLedger({ startAtMs, endAtMs, lastId: lastOf(before, 'id') }), 'read');
      return data.ok ? sizedPage(listOf(data.value) ?? listOf(recordOf(data.value)?.['items']), PAGE_ROWS.hf) : data;
    }),
  );
  return rows.ok ? readLedger(rows.value, readSpotLedgerRow, span) : rows;
}

function readLedger(
  rows: readonly unknown[],
  read: typeof readSpotLedgerRow,
  span: Span,
): Result<readonly Income[], DomainError> {
  const incomes: Income[] = [];
  for (const entry of rows) {
    const row = recordOf(entry);
    const income = row === null ? null : read(row);
    if (income === null) return malformed("ledger row can't be read");
    if (income !== undefined) incomes.push(income);
  }
  return ok(within(incomes, span));
}

/** Reads `{dataList, hasMore}`. */
function markedPage(data: unknown): Result<Page, DomainError> {
  const record = recordOf(data);
  const rows = listOf(record?.['dataList']);
  if (rows === null) return malformed('page has no dataList');
  return ok({ rows, isLast: rows.length === 0 || record?.['hasMore'] !== true });
}

/** Walks a span in ranges the venue takes, oldest first. */
async function collectRanges(
  { sinceMs, untilMs }: Span,
  load: (startAtMs: number, endAtMs: number) => Promise<Result<readonly unknown[], DomainError>>,
): Promise<Result<readonly unknown[], DomainError>> {
  if (untilMs - sinceMs > RANGES_MAX * FILLS_RANGE_MS) {
    return err(domainError('INPUT_INVALID', `sinceMs=${sinceMs} is over half a year back`, { outcome: 'not-sent' }));
  }
  const rows: unknown[] = [];
  for (let startMs = sinceMs; startMs <= untilMs; startMs += FILLS_RANGE_MS) {
    const part = await load(startMs, Math.min(untilMs, startMs + FILLS_RANGE_MS - 1));
    if (!part.ok) return part;
    rows.push(...part.value);
  }
  return ok(rows);
}

function finishFills(fills: Result<readonly Fill[], DomainError>, span: Span): Result<readonly Fill[], DomainError> {
  return fills.ok ? ok(within(fills.value, span)) : fills;
}

function within<T extends { readonly venueMs: number }>(rows: readonly T[], { sinceMs }: Span): readonly T[] {
  return rows.filter(({ venueMs }) => venueMs >= sinceMs).sort((a, b) => a.venueMs - b.venueMs);
}
