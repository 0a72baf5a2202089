import type { z } from 'zod';
import {
  SEVERITY_NAMES,
  type AuditEvent,
  type AuditTrade,
  type SeverityName,
  type VenueName,
} from '@riptide/contracts';
import { isVenue } from '@riptide/core/domain';
import type { AuditReader, TailRow } from '../../audit/audit-reader.ts';
import type { AuditEventRow, AuditFilter, AuditTradeRow } from '../../storage/audit/audit-filter.ts';

type Query = {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly symbol?: string | undefined;
  readonly venues?: string | undefined;
  readonly severity_min?: SeverityName | undefined;
};

/** Returns what a query asks for, in the terms of the tables. An empty text filters nothing. */
export function auditFilterOf({ since, until, symbol, venues, severity_min: least }: Query): AuditFilter {
  return {
    sinceMs: since === undefined ? null : Math.round(since * 1_000),
    untilMs: until === undefined ? null : Math.round(until * 1_000),
    symbol: symbol === undefined || symbol === '' ? null : symbol,
    venues: partsOf(venues),
    severities: least === undefined ? null : severitiesFrom(least),
  };
}

/** Returns the texts of a list that commas separate; null where it names none. */
function partsOf(list: string | undefined): readonly string[] | null {
  const parts = (list ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 0 ? null : parts;
}

/** Returns a severity and those above it. */
function severitiesFrom(least: SeverityName): readonly SeverityName[] {
  return SEVERITY_NAMES.slice(SEVERITY_NAMES.indexOf(least));
}

export function presentAuditTrade(row: AuditTradeRow): z.input<typeof AuditTrade> {
  return {
    id: row.id,
    created_ts: row.created_ms / 1_000,
    symbol: row.symbol,
    venues: venuesOf(row.venues),
    payload: objectOf(row.payload),
    result: objectOf(row.result),
  };
}

export function presentAuditEvent(row: AuditEventRow): z.input<typeof AuditEvent> {
  return {
    id: row.id,
    created_ts: row.created_ms / 1_000,
    event: row.event,
    severity: row.severity as SeverityName,
    symbol: row.symbol,
    venues: venuesOf(row.venues),
    payload: objectOf(row.payload),
  };
}

export type AuditItem =
  ({ readonly kind: 'trade' } & z.input<typeof AuditTrade>) | ({ readonly kind: 'event' } & z.input<typeof AuditEvent>);

/** Returns a row as the streams send it. */
export function presentTailRow(tail: TailRow): AuditItem {
  return tail.kind === 'trade'
    ? { kind: 'trade', ...presentAuditTrade(tail.row) }
    : { kind: 'event', ...presentAuditEvent(tail.row) };
}

const NEWEST_ROWS = 50;
const EVERYTHING: AuditFilter = { sinceMs: null, untilMs: null, symbol: null, venues: null, severities: null };

/** Returns the newest rows of both kinds, the last one written last; none while they can't be read. */
export function presentNewestAudit(reader: AuditReader): AuditItem[] {
  const step = { after: null, limit: NEWEST_ROWS };
  const trades = reader.following('trade', EVERYTHING, step);
  const events = reader.following('event', EVERYTHING, step);
  const rows: TailRow[] = [
    ...(trades.ok ? trades.value.map((row): TailRow => ({ kind: 'trade', row })) : []),
    ...(events.ok ? events.value.map((row): TailRow => ({ kind: 'event', row })) : []),
  ];
  return rows
    .sort((a, b) => a.row.created_ms - b.row.created_ms || a.row.id - b.row.id)
    .slice(-NEWEST_ROWS)
    .map(presentTailRow);
}

function venuesOf(text: string): VenueName[] {
  return text.split(',').filter(isVenue);
}

function objectOf(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}
