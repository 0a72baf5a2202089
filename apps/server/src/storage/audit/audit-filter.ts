import { ALL_SYMBOLS } from './audit-tables.ts';

/** What a list of audit rows is narrowed by. Texts are literal. */
export interface AuditFilter {
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly symbol: string | null;
  /** Each contained in the venues. */
  readonly venues: readonly string[] | null;
  /** Severities that are shown; null: all. Trades have none. */
  readonly severities: readonly string[] | null;
}

export type AuditKind = 'trade' | 'event';
/** Where rows are: what the engine wrote, what the server wrote. */
export type AuditSide = 'trading' | 'main';

export interface AuditTradeRow {
  readonly id: number;
  readonly created_ms: number;
  readonly intent_id: string;
  readonly symbol: string;
  readonly venues: string;
  readonly payload: string;
  readonly result: string;
}

export interface AuditEventRow {
  readonly id: number;
  readonly created_ms: number;
  readonly event: string;
  readonly severity: string;
  readonly symbol: string | null;
  readonly venues: string;
  readonly payload: string;
}

/** Bound values of a filter, as the statements below name them; `venue0`, `venue1` and so on are beside these. */
export interface FilterValues extends Readonly<Record<string, string | number>> {
  readonly since: number;
  readonly until: number;
  readonly symbol: string;
  readonly severities: string;
}

/** Returns what the statements are bound to. */
export function valuesOf({ sinceMs, untilMs, symbol, venues, severities }: AuditFilter): FilterValues {
  return {
    since: sinceMs ?? 0,
    until: untilMs ?? Number.MAX_SAFE_INTEGER,
    symbol: symbol ?? '',
    severities: severities?.join(',') ?? '',
    ...Object.fromEntries((venues ?? []).map((venue, at) => [`venue${at}`, venue])),
  };
}

function venuesSql({ venues }: AuditFilter): readonly string[] {
  return (venues ?? []).map((_venue, at) => `instr(venues, @venue${at}) > 0`);
}

/** Returns the conditions of a filter: a range of times that an index is entered by, then what the index itself can tell. */
function filterSql(kind: AuditKind, filter: AuditFilter): string {
  const { symbol, severities } = filter;
  const parts = ['created_ms between @since and @until'];
  if (symbol !== null) parts.push('symbol = @symbol');
  parts.push(...venuesSql(filter));
  if (severities !== null && kind === 'event') parts.push('instr(@severities, severity) > 0');
  return parts.join(' and ');
}

/** Returns the counts of whole days that a filter lets through, newest day first. */
export function tallySql(side: AuditSide, filter: AuditFilter, kind: AuditKind): string {
  const symbol = filter.symbol === null ? `'${ALL_SYMBOLS}'` : '@symbol';
  const parts = ['kind = @kind', `symbol = ${symbol}`, 'day between @firstDay and @lastDay'];
  parts.push(...venuesSql(filter));
  if (filter.severities !== null && kind === 'event') parts.push('instr(@severities, severity) > 0');
  return `select day, sum(count) as count from ${side}.audit_tally where ${parts.join(' and ')} group by day order by day desc`;
}

/** Returns the ids of a page, newest first, out of the indexes alone. */
export function pageSql(sides: readonly AuditSide[], kind: AuditKind, filter: AuditFilter): string {
  const where = filterSql(kind, filter);
  const selects = sides.map((side) => `select id, created_ms from ${side}.audit_${kind} where ${where}`);
  return `${selects.join(' union all ')} order by created_ms desc, id desc limit @limit offset @offset`;
}

/** Returns the ids that follow a row, newest first: for going through all of them. */
export function followingSql(sides: readonly AuditSide[], kind: AuditKind, filter: AuditFilter): string {
  const where = `${filterSql(kind, filter)} and (created_ms, id) < (@lastMs, @lastId)`;
  const selects = sides.map((side) => `select id, created_ms from ${side}.audit_${kind} where ${where}`);
  return `${selects.join(' union all ')} order by created_ms desc, id desc limit @limit`;
}

/** Returns how many rows of a part of a day a filter lets through. */
export function countSql(side: AuditSide, kind: AuditKind, filter: AuditFilter): string {
  return `select count(*) as count from ${side}.audit_${kind} where ${filterSql(kind, filter)}`;
}
