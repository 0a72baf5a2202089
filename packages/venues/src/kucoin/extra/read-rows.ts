import { domainError, err, ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import { listOf, recordOf, type JsonRecord } from '../../kit/index.ts';
import { PAGES_MAX } from '../limits.ts';
import type { InstrumentBook } from './instrument-book.ts';

/** How rows become reports: null says that a row can't be read, undefined that it is none of ours. */
export type RowReader<T> = (row: JsonRecord, instrument: Instrument) => T | null | undefined;

/**
 * Reads rows that name their symbol. Rows of unlisted instruments are counted and left out.
 *
 * @errors VENUE_ANSWER_MALFORMED when a row of a listed instrument can't be read: half a truth is none.
 */
export function readListedRows<T>(
  rows: readonly unknown[],
  book: InstrumentBook,
  read: RowReader<T>,
): Result<readonly T[], DomainError> {
  const found: T[] = [];
  for (const entry of rows) {
    const row = recordOf(entry);
    const instrument = book.find(row?.['symbol']);
    if (row === null || instrument === null) continue;
    const value = read(row, instrument);
    if (value === null) return malformed(`symbol=${instrument.wireSymbol} row can't be read`);
    if (value !== undefined) found.push(value);
  }
  return ok(found);
}

/** One page: its rows, and whether there is one more. */
export interface Page {
  readonly rows: readonly unknown[];
  readonly isLast: boolean;
}

/**
 * Collects pages until the last one.
 *
 * @errors those of `load`; VENUE_ANSWER_MALFORMED when there are more pages than are ever read.
 */
export async function collectPages(
  load: (page: number, before: Page | null) => Promise<Result<Page, DomainError>>,
): Promise<Result<readonly unknown[], DomainError>> {
  const rows: unknown[] = [];
  let before: Page | null = null;
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const page: Result<Page, DomainError> = await load(number, before);
    if (!page.ok) return page;
    rows.push(...page.value.rows);
    if (page.value.isLast) return ok(rows);
    before = page.value;
  }
  return malformed(`more than ${PAGES_MAX} pages`);
}

/** Reads `{items, currentPage, totalPage}`. @errors VENUE_ANSWER_MALFORMED. */
export function numberedPage(data: unknown): Result<Page, DomainError> {
  const record = recordOf(data);
  const rows = listOf(record?.['items']);
  if (rows === null) return malformed('page has no items');
  const { currentPage, totalPage } = record as JsonRecord;
  return ok({ rows, isLast: rows.length === 0 || !(Number(currentPage) < Number(totalPage)) });
}

/** Reads a page that ends where fewer rows than asked for come. @errors VENUE_ANSWER_MALFORMED. */
export function sizedPage(rows: readonly unknown[] | null, rowsMax: number): Result<Page, DomainError> {
  return rows === null ? malformed('page has no rows') : ok({ rows, isLast: rows.length < rowsMax });
}

/** Reads a list; the venue may say null where there is nothing. @errors VENUE_ANSWER_MALFORMED for anything else. */
export function listOrNone(value: unknown): Result<readonly unknown[], DomainError> {
  const rows = value === null ? [] : listOf(value);
  return rows === null ? malformed('answer is no list') : ok(rows);
}

/** Returns the text of a field of the last row of a page; undefined where there is none. */
export function lastOf(page: Page | null, field: string): string | undefined {
  const value = recordOf(page?.rows.at(-1))?.[field];
  return typeof value === 'string' ? value : undefined;
}

/** Builds the error of an answer that can't be read. */
export function malformed(detail: string): Result<never, DomainError> {
  return err(domainError('VENUE_ANSWER_MALFORMED', detail, { outcome: 'unknown' }));
}
