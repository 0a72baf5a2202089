/** A plan, or why there is none, in words for a person. */
export type Planned<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** Wraps a plan. */
export function planned<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Wraps the reason for none. */
export function declined(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
