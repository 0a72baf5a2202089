import type { CaseEvent } from '../case-event.ts';
import type { Json } from '../case-row.ts';

/**
 * What a frame says by JSON.parse and Number alone. `control`: an acknowledgement, a pong and the like. `private`: an account's own
 * channel. `fragment`: a frame that was cut, `no-frame`: nothing the venue would send, both with the reason. `other`: a channel this reading does not know.
 */
export type FrameReading =
  | { readonly kind: 'events'; readonly events: readonly CaseEvent[] }
  | { readonly kind: 'control' }
  | { readonly kind: 'private'; readonly channel: string }
  | { readonly kind: 'fragment' | 'no-frame'; readonly reason: string }
  | { readonly kind: 'other'; readonly channel: string };

/** Returns a number from what a venue writes; NaN for nothing. */
export function num(value: Json): number {
  return value === undefined || value === null || value === '' ? Number.NaN : Number(value);
}

/** Returns levels as numbers. */
export function levels(rows: Json): readonly (readonly number[])[] {
  return (rows ?? []).map((row: Json) => [num(row[0]), num(row[1])]);
}

export function events(...list: readonly CaseEvent[]): FrameReading {
  return { kind: 'events', events: list };
}

/** Returns epoch ms from a time in ms, µs or ns. */
export function ms(value: Json): number {
  return value === undefined || value === null ? Number.NaN : Number(String(value).slice(0, 13));
}
