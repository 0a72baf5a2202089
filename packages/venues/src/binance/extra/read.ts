/** Returns the value as a record; null when it is none. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** Returns the value as a list; null when it is none. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** Returns the number a decimal text (or a number) says; NaN for anything else, empty text included. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
}

/** Returns the number, or null where there is none. */
export function numberOrNull(value: unknown): number | null {
  const number = numberOf(value);
  return Number.isNaN(number) ? null : number;
}
