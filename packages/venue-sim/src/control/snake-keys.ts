import type { Json } from './control-answer.ts';

/** The few names that answers have, as they were written once. */
const written = new Map<string, string>();
const WRITTEN_MAX = 1_000;

/** Returns plain data with every name in snake_case, as the product's answers have them. */
export function snakeKeys(value: unknown): Json {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (value !== null && typeof value === 'object') {
    const out: Record<string, Json> = {};
    for (const [name, inner] of Object.entries(value)) out[snakeName(name)] = snakeKeys(inner);
    return out;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  throw new Error(`Invariant: ${typeof value} is no plain data`);
}

function snakeName(name: string): string {
  const known = written.get(name);
  if (known !== undefined) return known;
  const made = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (written.size < WRITTEN_MAX) written.set(name, made);
  return made;
}
