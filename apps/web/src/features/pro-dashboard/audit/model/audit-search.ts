import { SEVERITY_NAMES, type SeverityName } from '@riptide/contracts/calls';
import type { SearchChange } from '../../frame/pro-address.ts';
import type { AuditTab } from './audit-link.ts';

export const PAGE_SIZES = [25, 50, 100, 200] as const;
const SIZE_DEFAULT = 50;
const TEXT_MAX = 60;
/** To each side of the row that a link names. */
export const WINDOW_S = 120;

/** What of the audit log stands in the address. */
export interface AuditSearch {
  readonly tab: AuditTab;
  /** As it stands there; null: no row is named. */
  readonly id: string | null;
  readonly symbol: string;
  readonly venues: string;
  /** Epoch seconds. */
  readonly from: number | null;
  readonly to: number | null;
  readonly severity: SeverityName | null;
  readonly size: (typeof PAGE_SIZES)[number];
  /** From 1 on. */
  readonly page: number;
}

export type AuditFilter = Pick<AuditSearch, 'symbol' | 'venues' | 'from' | 'to' | 'severity' | 'size'>;

/** Reads the audit log's part of the address; whatever is unknown takes its default. */
export function parseAuditSearch(raw: Readonly<Record<string, string>>): AuditSearch {
  const text = (name: string): string => (raw[name] ?? '').trim().toUpperCase().slice(0, TEXT_MAX);
  const page = Number(raw['auditPage']);
  return {
    tab: raw['auditTab'] === 'events' ? 'events' : 'trades',
    id: raw['auditId'] ?? null,
    symbol: text('auditSymbol'),
    venues: text('auditVenues'),
    from: secondsOf(raw['auditFrom']),
    to: secondsOf(raw['auditTo']),
    severity: SEVERITY_NAMES.find((each) => each === raw['auditSeverity']) ?? null,
    size: PAGE_SIZES.find((each) => String(each) === raw['auditSize']) ?? SIZE_DEFAULT,
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  };
}

function secondsOf(text: string | undefined): number | null {
  const seconds = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= 100_000_000_000 ? seconds : null;
}

/** Writes a change of the filter: another filter begins at its first page. */
export function filterFields(change: Partial<AuditFilter>): SearchChange {
  const { symbol, venues, from, to, severity, size } = change;
  return {
    auditPage: undefined,
    ...(symbol === undefined ? {} : { auditSymbol: symbol }),
    ...(venues === undefined ? {} : { auditVenues: venues }),
    ...(from === undefined ? {} : { auditFrom: from ?? undefined }),
    ...(to === undefined ? {} : { auditTo: to ?? undefined }),
    ...(severity === undefined ? {} : { auditSeverity: severity ?? undefined }),
    ...(size === undefined ? {} : { auditSize: size === SIZE_DEFAULT ? undefined : size }),
  };
}

export const NO_FILTER = { symbol: '', venues: '', from: null, to: null, severity: null } as const;

/** Goes to one row as a link to it does: nothing is filtered but the time around it, which is set once the row is known. */
export function openRow(tab: AuditTab, id: number): SearchChange {
  return { ...filterFields(NO_FILTER), auditTab: tab, auditId: id, panel: 'audit' };
}

/** Gives what the calls are asked with. */
export function queryOf({ tab, symbol, venues, from, to, severity }: AuditSearch) {
  return {
    ...(from === null ? {} : { since: from }),
    ...(to === null ? {} : { until: to }),
    ...(symbol === '' ? {} : { symbol }),
    ...(venues === '' ? {} : { venues }),
    ...(severity === null || tab === 'trades' ? {} : { severity_min: severity }),
  };
}

/** Gives the id as a number; null where none could be one. */
export function idNumber(id: string | null): number | null {
  return id !== null && /^\d{1,15}$/.test(id) && Number(id) >= 1 ? Number(id) : null;
}
