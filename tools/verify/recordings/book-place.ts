import { NO_SEQ } from '@riptide/core/domain';

/** Where in a recording something happened to a book; null where the venue numbers or times nothing. */
export interface BookPlace {
  readonly seq: number | null;
  readonly venueMs: number | null;
}

/** Returns the place of a depth message. */
export function placeOf({ lastSeq, venueMs }: { readonly lastSeq: number; readonly venueMs: number }): BookPlace {
  return { seq: lastSeq === NO_SEQ ? null : lastSeq, venueMs: Number.isNaN(venueMs) ? null : venueMs };
}

/** Returns a place in words, the time in ISO 8601 (UTC). */
export function placeInWords(place: BookPlace | null): string {
  if (place === null) return 'no book message before it';
  const seq = place.seq === null ? 'sequence —' : `sequence ${place.seq}`;
  return `${seq} at ${place.venueMs === null ? '—' : new Date(place.venueMs).toISOString()}`;
}
