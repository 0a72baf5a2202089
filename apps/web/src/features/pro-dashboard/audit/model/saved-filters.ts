import { parseAuditSearch, type AuditFilter } from './audit-search.ts';

/** A filter under a name, kept in this browser. */
export interface SavedFilter {
  readonly name: string;
  /** As the address writes it. */
  readonly fields: Readonly<Record<string, string>>;
}

const KEY = 'riptide.pro.audit-filters';
const FILTERS_MAX = 20;
export const NAME_MAX = 40;

/** Reads the saved filters; what is unreadable is left out. */
export function readFilters(text: string | null): readonly SavedFilter[] {
  if (text === null) return [];
  try {
    const saved: unknown = JSON.parse(text);
    return Array.isArray(saved) ? saved.flatMap(filterIn).slice(0, FILTERS_MAX) : [];
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    console.info('Saved filters are unreadable, none are shown.', e);
    return [];
  }
}

function filterIn(value: unknown): SavedFilter[] {
  const { name, fields } = (value ?? {}) as { name?: unknown; fields?: unknown };
  if (typeof name !== 'string' || name === '' || typeof fields !== 'object' || fields === null) return [];
  const texts = Object.entries(fields).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[0].startsWith('audit'),
  );
  return [{ name: name.slice(0, NAME_MAX), fields: Object.fromEntries(texts) }];
}

/** Gives the filters of this browser. */
export function savedFilters(): readonly SavedFilter[] {
  return readFilters(localStorage.getItem(KEY));
}

/** Keeps a filter under a name in place of another of that name; the oldest leaves when there are too many. */
export function saveFilter(filter: SavedFilter): readonly SavedFilter[] {
  return keep([...savedFilters().filter(({ name }) => name !== filter.name), filter].slice(-FILTERS_MAX));
}

/** Takes a filter away. */
export function dropFilter(gone: string): readonly SavedFilter[] {
  return keep(savedFilters().filter(({ name }) => name !== gone));
}

function keep(filters: readonly SavedFilter[]): readonly SavedFilter[] {
  localStorage.setItem(KEY, JSON.stringify(filters));
  return filters;
}

/** Gives the filter that was saved. */
export function filterOf({ fields }: SavedFilter): AuditFilter {
  const { symbol, venues, from, to, severity, size } = parseAuditSearch(fields);
  return { symbol, venues, from, to, severity, size };
}

/** Gives a filter as it is saved. */
export function fieldsOf({ symbol, venues, from, to, severity, size }: AuditFilter): Record<string, string> {
  return {
    auditSymbol: symbol,
    auditVenues: venues,
    auditFrom: from === null ? '' : String(from),
    auditTo: to === null ? '' : String(to),
    auditSeverity: severity ?? '',
    auditSize: String(size),
  };
}
