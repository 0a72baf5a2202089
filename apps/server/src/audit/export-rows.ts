import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditFilter, AuditKind } from '../storage/audit/audit-filter.ts';
import { eventLine, EVENTS_HEADER, tradeLine, TRADES_HEADER } from './audit-csv.ts';
import type { AuditPlace, AuditReader } from './audit-reader.ts';

const STEP_ROWS = 500;

/**
 * Gives the rows a filter lets through as CSV, newest first, some hundred rows a step: the memory does not grow with them, and between
 * two steps everybody else has their turn. Rows that are written meanwhile are not in it.
 *
 * @throws Error when the database can't be read half way: the file then ends torn, and the connection with it.
 */
export async function* exportRows(reader: AuditReader, kind: AuditKind, filter: AuditFilter): AsyncGenerator<string> {
  yield kind === 'trade' ? TRADES_HEADER : EVENTS_HEADER;
  let after: AuditPlace | null = null;
  for (;;) {
    const step: Step = kind === 'trade' ? tradeStep(reader, filter, after) : eventStep(reader, filter, after);
    if (step.last === null) return;
    yield step.text;
    after = step.last;
    await nextTurn();
  }
}

interface Step {
  readonly text: string;
  readonly last: AuditPlace | null;
}

function tradeStep(reader: AuditReader, filter: AuditFilter, after: AuditPlace | null): Step {
  const rows = reader.following('trade', filter, { after, limit: STEP_ROWS });
  if (!rows.ok) throw new Error(rows.error.detail);
  return { text: rows.value.map(tradeLine).join(''), last: placeOf(rows.value.at(-1)) };
}

function eventStep(reader: AuditReader, filter: AuditFilter, after: AuditPlace | null): Step {
  const rows = reader.following('event', filter, { after, limit: STEP_ROWS });
  if (!rows.ok) throw new Error(rows.error.detail);
  return { text: rows.value.map(eventLine).join(''), last: placeOf(rows.value.at(-1)) };
}

function placeOf(row: { readonly created_ms: number; readonly id: number } | undefined): AuditPlace | null {
  return row === undefined ? null : { createdMs: row.created_ms, id: row.id };
}
