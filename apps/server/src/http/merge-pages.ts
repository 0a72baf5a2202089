/** One thing of a list, by id and time. */
interface Dated<T> {
  readonly idOf: (each: T) => string;
  readonly msOf: (each: T) => number;
}

/**
 * Returns the newest of what the engine holds and what the database, a moment behind, has of all times: each once, the engine's word first.
 * A page ends behind all of one millisecond, so that the next one may begin before it: it can be a few longer than `limit`.
 */
export function mergePages<T>(
  recent: readonly T[],
  past: readonly T[],
  { limit, idOf, msOf }: Dated<T> & { readonly limit: number },
): readonly T[] {
  const byId = new Map([...past, ...recent].map((each) => [idOf(each), each]));
  const rows = [...byId.values()].sort((a, b) => msOf(b) - msOf(a) || (idOf(a) < idOf(b) ? 1 : -1));
  const last = rows[limit - 1];
  return last === undefined ? rows : rows.filter((each) => msOf(each) >= msOf(last));
}
