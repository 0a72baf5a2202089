export type EventKind = 'depth' | 'quote' | 'trade' | 'mark' | 'ticker' | 'candle' | 'liquidation' | 'rare' | 'control';

/** One thing a frame says, with prices and quantities as plain numbers in wire units; NaN and -1 are unknown. */
export interface CaseEvent {
  readonly kind: EventKind;
  readonly symbol: string;
  readonly [field: string]: unknown;
}

/** Returns the first field of `expected` in which `found` differs, in words; null when all agree. NaN equals NaN. */
export function firstDifference(expected: CaseEvent, found: CaseEvent): string | null {
  for (const [field, value] of Object.entries(expected)) {
    if (value === undefined || isSame(value, found[field])) continue;
    return `${expected.kind}.${field}: expected ${shown(value)}, read ${shown(found[field])}`;
  }
  return null;
}

/** Compares values deeply; numbers may differ by what one operation rounds. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= Math.abs(a) * 1e-12;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]));
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object' || Array.isArray(a)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

const SHOWN_MAX = 160;

/** Prints a value for a report. */
export function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}
