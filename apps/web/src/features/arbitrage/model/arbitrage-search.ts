import { STATUS_FILTERS, type EdgeKind, type StatusFilter } from '../../../shared/opportunities/opportunity-view.ts';

/** What of the page stands in its address; absent is the default. */
export interface ArbitrageSearch {
  readonly status?: Exclude<StatusFilter, 'all'>;
  readonly edge?: 'entry';
  /** Column id, with a minus for falling order. */
  readonly sort?: string;
  /** Id of the opportunity whose drawer is open. */
  readonly row?: string;
  /** Id of the execution whose drawer is open. */
  readonly trade?: string;
  /** Which of the lower panels is shown. */
  readonly tab?: Exclude<LowerTab, 'executions'>;
}

/** The panels below the scanner. */
const LOWER_TABS = ['executions', 'carry', 'triangular', 'learner', 'settings'] as const;
export type LowerTab = (typeof LOWER_TABS)[number];

const SORTABLE = ['asset', 'gross', 'edge', 'volume', 'age', 'capacity', 'status'] as const;
export type SortColumn = (typeof SORTABLE)[number];

export interface SortState {
  readonly column: SortColumn;
  readonly isFalling: boolean;
}

export const DEFAULT_SORT: SortState = { column: 'edge', isFalling: true };

/** Reads the page's part of an address; whatever is unknown falls back to its default. */
export function parseArbitrageSearch(raw: Readonly<Record<string, unknown>>): ArbitrageSearch {
  const status = STATUS_FILTERS.find((filter) => filter === raw['status']);
  const sort = typeof raw['sort'] === 'string' && readSort(raw['sort']) ? raw['sort'] : undefined;
  const row = raw['row'];
  const trade = raw['trade'];
  const tab = LOWER_TABS.find((name) => name === raw['tab']);
  return {
    ...(status === undefined || status === 'all' ? {} : { status }),
    ...(raw['edge'] === 'entry' ? { edge: 'entry' as const } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(typeof row === 'string' && row.length > 0 && row.length <= 200 ? { row } : {}),
    ...(typeof trade === 'string' && /^a[0-9a-z]{11}$/.test(trade) ? { trade } : {}),
    ...(tab === undefined || tab === 'executions' ? {} : { tab }),
  };
}

/** Tells whether an address says nothing but what was read from it. */
export function isCleanSearch(raw: Readonly<Record<string, unknown>>, search: ArbitrageSearch): boolean {
  const kept: Readonly<Record<string, unknown>> = { ...search };
  return Object.keys(raw).every((key) => raw[key] === kept[key]);
}

function readSort(text: string): SortState | null {
  const column = SORTABLE.find((name) => name === text.replace(/^-/, ''));
  return column === undefined ? null : { column, isFalling: text.startsWith('-') };
}

/** Gives the order asked for, by default the best edge first. */
export function sortOf(search: ArbitrageSearch): SortState {
  return (search.sort === undefined ? null : readSort(search.sort)) ?? DEFAULT_SORT;
}

/** Writes an order for the address; the default writes nothing. */
export function writeSort(sort: SortState): string | undefined {
  if (sort.column === DEFAULT_SORT.column && sort.isFalling === DEFAULT_SORT.isFalling) return undefined;
  return `${sort.isFalling ? '-' : ''}${sort.column}`;
}

/** Gives the edge to show: round trip unless the address says entry. */
export function edgeOf(search: ArbitrageSearch): EdgeKind {
  return search.edge ?? 'round';
}
