import { SEVERITY_NAMES, type SeverityName } from '@riptide/contracts/calls';

export const TAIL_KINDS = ['both', 'trades', 'events'] as const;
export const TAIL_CAPS = [100, 200, 300, 500, 1000] as const;
const CAP_DEFAULT = 300;
const SEVERITY_DEFAULT: SeverityName = 'INFO';
const SYMBOL_MAX = 60;

/** What the stream is asked for. */
export interface TailTaste {
  readonly kind: (typeof TAIL_KINDS)[number];
  /** Empty: every symbol. */
  readonly symbol: string;
  readonly severity: SeverityName;
}

export interface TailSearch extends TailTaste {
  readonly cap: (typeof TAIL_CAPS)[number];
}

/** Reads the tail's part of the address; whatever is unknown takes its default. */
export function parseTailSearch(raw: Readonly<Record<string, string>>): TailSearch {
  return {
    kind: TAIL_KINDS.find((each) => each === raw['tailKind']) ?? 'both',
    symbol: (raw['tailSymbol'] ?? '').trim().toUpperCase().slice(0, SYMBOL_MAX),
    severity: SEVERITY_NAMES.find((each) => each === raw['tailSeverity']) ?? SEVERITY_DEFAULT,
    cap: TAIL_CAPS.find((each) => String(each) === raw['tailCap']) ?? CAP_DEFAULT,
  };
}

/** Writes a change of it; defaults are left out of the address. */
export function tailFields(change: Partial<TailSearch>): Record<string, string | number | undefined> {
  const { kind, symbol, severity, cap } = change;
  return {
    ...(kind === undefined ? {} : { tailKind: kind === 'both' ? undefined : kind }),
    ...(symbol === undefined ? {} : { tailSymbol: symbol }),
    ...(severity === undefined ? {} : { tailSeverity: severity === SEVERITY_DEFAULT ? undefined : severity }),
    ...(cap === undefined ? {} : { tailCap: cap === CAP_DEFAULT ? undefined : cap }),
  };
}

/** Gives the address of the stream. */
export function streamPath({ kind, symbol, severity }: TailTaste): string {
  const query = new URLSearchParams({ kind, severity_min: severity, ...(symbol === '' ? {} : { symbol }) });
  return `/api/audit/stream?${query.toString()}`;
}
