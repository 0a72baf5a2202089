/** A parsed JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as a record; null when it is none. */
export function recordOf(value: unknown): JsonRecord | null {
  return isRecord(value) ? value : null;
}

/** Returns the value as a list; null when it is none. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** Returns the number a decimal text (or a number) says; NaN for anything else, empty text included. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

/** Returns the number, or null where there is none. */
export function numberOrNull(value: unknown): number | null {
  const number = numberOf(value);
  return Number.isFinite(number) ? number : null;
}

/** Returns the number of an account, sent as number or text; null for anything else. */
export function accountIdOf(value: unknown): string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? String(value) : null;
  return typeof value === 'string' && value !== '' && value !== '0' ? value : null;
}

/** True for the text of a number above zero. */
export function isPositive(value: unknown): boolean {
  return typeof value === 'string' && Number(value) > 0;
}
