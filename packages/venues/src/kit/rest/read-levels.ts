import type { WireLevels } from '../decoding.ts';
import { listOf, numberOf } from './json-values.ts';

/** Reads `[[price, size, …],…]`, text or numbers; null when a level can't be read. */
export function readLevels(value: unknown): WireLevels | null {
  const rows = listOf(value);
  if (rows === null) return null;
  const levels: (readonly [px: number, qty: number])[] = [];
  for (const row of rows) {
    const level = listOf(row);
    const px = numberOf(level?.[0]);
    const qty = numberOf(level?.[1]);
    if (!(px >= 0) || !(qty >= 0)) return null;
    levels.push([px, qty]);
  }
  return levels;
}
