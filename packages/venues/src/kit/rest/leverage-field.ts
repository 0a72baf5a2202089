import type { Instrument } from '@riptide/core/domain';
import { numberOrNull } from './json-values.ts';

/** Returns the highest leverage of a perp as a venue's list tells it; nothing for other kinds and where it tells none. */
export function leverageField(kind: Instrument['kind'], told: unknown): Pick<Instrument, 'leverageMax'> {
  const max = numberOrNull(told);
  return kind === 'perp' && max !== null && max >= 1 ? { leverageMax: max } : {};
}
