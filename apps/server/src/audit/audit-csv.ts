import type { AuditEventRow, AuditTradeRow } from '../storage/audit/audit-filter.ts';

/** A text that begins so is taken for a formula by the programs that open CSV files. */
const FORMULA_START = /^[=+\-@\t\r\n]/;

const TRADE_COLUMNS = ['id', 'created_ts', 'symbol', 'venues', 'payload', 'result'] as const;
const EVENT_COLUMNS = ['id', 'created_ts', 'event', 'severity', 'symbol', 'venues', 'payload'] as const;

export const TRADES_HEADER = `${TRADE_COLUMNS.join(',')}\r\n`;
export const EVENTS_HEADER = `${EVENT_COLUMNS.join(',')}\r\n`;

/** Returns a trade as a line of CSV; payload and result as they are stored. */
export function tradeLine(row: AuditTradeRow): string {
  return line([row.id, row.created_ms / 1_000], [row.symbol, row.venues, row.payload, row.result]);
}

/** Returns an event as a line of CSV; the payload as it is stored. */
export function eventLine(row: AuditEventRow): string {
  return line([row.id, row.created_ms / 1_000], [row.event, row.severity, row.symbol ?? '', row.venues, row.payload]);
}

function line(numbers: readonly number[], texts: readonly string[]): string {
  return `${[...numbers, ...texts.map(cell)].join(',')}\r\n`;
}

/** Quotes a text where it must be, and takes the power from one that looks like a formula. */
function cell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
