import {
  decimal,
  domainError,
  err,
  ok,
  parseDecimal,
  toDecimalString,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type Result,
} from '@riptide/core/domain';
import { isRecord, listOf, numberOf } from './json-values.ts';

/** Names of the fields of a venue's funding rows. */
export interface FundingFields {
  readonly time: string;
  readonly rate: string;
  /** Absent where the venue's rows have no mark. */
  readonly mark?: string;
}

/** Returns the settlements that a list of funding rows tells, in the order of the rows; null when one can't be read. */
export function readFundingRows(
  body: unknown,
  fields: FundingFields,
  { pxDivisor }: Pick<Instrument, 'pxDivisor'>,
): readonly FundingSettlement[] | null {
  const rows = listOf(body);
  if (rows === null) return null;
  const settlements: FundingSettlement[] = [];
  for (const row of rows) {
    if (!isRecord(row)) return null;
    const venueMs = numberOf(row[fields.time]);
    const rate = parseDecimal(row[fields.rate]);
    if (!Number.isSafeInteger(venueMs) || rate === null) return null;
    const mark = fields.mark === undefined ? null : parseDecimal(row[fields.mark]);
    const markPx = mark === null || mark.lte(0) ? null : toDecimalString(mark.div(decimal(pxDivisor)));
    settlements.push({ venueMs, rateFrac: toDecimalString(rate), markPx });
  }
  return settlements;
}

/** One page: settlements from `fromMs` to `toMs`, both included, in any order. */
export type FundingPage = (fromMs: number, toMs: number) => Promise<Result<readonly FundingSettlement[], DomainError>>;

/** Pages one read takes at most; more is an error, never a shortened list. */
const PAGES_MAX = 20;

/**
 * Reads settlements page by page, oldest first. Venues cut a page at either end, so what is before and behind the rows of a page is
 * asked for until a page is not full.
 *
 * @errors INPUT_INVALID for what pays no funding or for too many pages; those of a page.
 */
export async function readFundingPages(
  instrument: Instrument,
  span: { readonly sinceMs: number; readonly nowMs: number; readonly pageRows: number },
  page: FundingPage,
): Promise<Result<readonly FundingSettlement[], DomainError>> {
  if (instrument.kind !== 'perp') return err(domainError('INPUT_INVALID', `${instrument.id} pays no funding`));
  const found = new Map<number, FundingSettlement>();
  const gaps: { readonly fromMs: number; readonly toMs: number }[] = [{ fromMs: span.sinceMs, toMs: span.nowMs }];
  for (let pages = 0; gaps.length > 0; pages += 1) {
    if (pages >= PAGES_MAX) {
      const detail = `${instrument.id} has more than ${PAGES_MAX} pages of settlements since ${span.sinceMs}`;
      return err(domainError('INPUT_INVALID', detail));
    }
    const gap = gaps.pop();
    if (gap === undefined || gap.fromMs > gap.toMs) continue;
    const rows = await page(gap.fromMs, gap.toMs);
    if (!rows.ok) return rows;
    const times = rows.value.map(({ venueMs }) => venueMs);
    const fresh = rows.value.filter(({ venueMs }) => venueMs >= gap.fromMs && venueMs <= gap.toMs);
    for (const row of fresh) found.set(row.venueMs, row);
    if (rows.value.length < span.pageRows || fresh.length === 0) continue;
    gaps.push({ fromMs: gap.fromMs, toMs: Math.min(...times) - 1 }, { fromMs: Math.max(...times) + 1, toMs: gap.toMs });
  }
  return ok([...found.values()].sort((a, b) => a.venueMs - b.venueMs));
}
