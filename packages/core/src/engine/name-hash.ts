const HASH_CHARS = 11;

/** Returns 11 letters and digits for a name, equal for equal names. 53 bits of two hashes in base 36: two names in a million share one with a chance below 1 in 10,000. */
export function nameHash(parts: readonly (string | number)[]): string {
  const text = JSON.stringify(parts);
  const value = fnv1a(text, 1) * 2 ** 21 + (fnv1a(text, -1) >>> 11);
  return value.toString(36).padStart(HASH_CHARS, '0');
}

/** Returns a hash of 32 bits of a text, read forwards or backwards. Source: Fowler, Noll and Vo, FNV-1a with 32 bits: offset basis 2166136261, prime 16777619; over UTF-16 units. */
export function fnv1a(text: string, step: 1 | -1): number {
  let hash = 2_166_136_261;
  for (let at = step === 1 ? 0 : text.length - 1; at >= 0 && at < text.length; at += step) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  }
  return hash >>> 0;
}
