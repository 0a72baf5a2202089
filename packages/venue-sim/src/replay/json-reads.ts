import type { Json } from './frame-facts-types.ts';

/** Returns the value as an object, or null. */
export function objectOf(value: unknown): Json | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
}

/** Returns the rows of a list of lists; anything else is left out. */
export function rowsOf(value: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(value) ? value.filter((row: unknown): row is unknown[] => Array.isArray(row)) : [];
}

/** Returns a number from a number or from decimal text, or null. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns text, or null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
