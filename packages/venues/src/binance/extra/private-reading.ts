import { parseDecimal, type Decimal, type Instrument, type InstrumentId } from '@riptide/core/domain';
import { isRecord, listOf, type JsonRecord } from '../../kit/index.ts';

/** Finds the instrument of a wire symbol; null for one that is not listed here. */
export type FindInstrument = (wireSymbol: string) => Instrument | null;

/** Finds our id of an order by the venue's number; null while unknown. */
export type FindClientId = (instrumentId: InstrumentId, venueOrderId: string) => string | null;

/** What reading one row gave. A row of an instrument that is not ours is left out, an unreadable one spoils the answer. */
export type RowReading<T> = T | 'unlisted' | 'malformed';

/** What reading a list of rows gave. */
export interface ListReading<T> {
  readonly rows: readonly T[];
  readonly unlisted: number;
}

/** Reads every row of a list; null when it is none or holds a row that can't be read. */
export function readRows<T extends object>(
  body: unknown,
  readRow: (row: JsonRecord) => RowReading<T>,
): ListReading<T> | null {
  const rows = listOf(body);
  if (rows === null) return null;
  const read: T[] = [];
  let unlisted = 0;
  for (const row of rows) {
    const reading = isRecord(row) ? readRow(row) : 'malformed';
    if (reading === 'malformed') return null;
    if (reading === 'unlisted') unlisted += 1;
    else read.push(reading);
  }
  return { rows: read, unlisted };
}

/** Returns a decimal that must be there; null when it is not. */
export function figure(value: unknown): Decimal | null {
  return parseDecimal(value);
}

/** Returns a decimal above zero; null for zero, for absent ones and for anything unreadable: the wire writes zero for "none". */
export function positiveFigure(value: unknown): Decimal | null {
  const read = parseDecimal(value);
  return read !== null && read.gt(0) ? read : null;
}

/** Returns an id, sent as number or text; null for absent, empty, zero and negative ones, which mean "none". */
export function idText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && value !== '' && value !== '0' && !value.startsWith('-') ? value : null;
}

/** Returns a text that is not empty; null otherwise. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns true for true, sent as boolean or text. */
export function flagOf(value: unknown): boolean {
  return value === true || value === 'true';
}

/** Returns a time in epoch ms; null when it is none. */
export function timeOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

/** Returns the side of an order; null for any other text. */
export function sideOf(value: unknown): 'BUY' | 'SELL' | null {
  return value === 'BUY' || value === 'SELL' ? value : null;
}
