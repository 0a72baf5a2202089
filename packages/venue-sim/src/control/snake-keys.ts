import type { Json } from './control-answer.ts';

/** Returns plain data with every name in snake_case, as the product's answers have them. */
export function snakeKeys(value: unknown): Json {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snakeName(name), snakeKeys(inner)]));
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  throw new Error(`Invariant: ${typeof value} is no plain data`);
}

function snakeName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
