import type { PasSettings } from './pas-settings.ts';

/** What changes who acts and not what would be earned: a verdict outlives it. */
const LEFT_OUT: ReadonlySet<string> = new Set(['mode']);

/**
 * Returns 16 hex digits that are equal for equal settings, whatever the order of their fields; `mode` is left out.
 *
 * Two runs of FNV-1a with 32 bits, forwards and backwards: enough to notice a change, no protection against a forger.
 */
export function settingsHash(settings: PasSettings): string {
  const fields = Object.entries(settings)
    .filter(([name]) => !LEFT_OUT.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(fields);
  return `${fnv1a(text, 1)}${fnv1a(text, -1)}`;
}

/** Source: Fowler, Noll and Vo, FNV-1a with 32 bits: offset basis 2166136261, prime 16777619; over UTF-16 units. */
function fnv1a(text: string, step: 1 | -1): string {
  let hash = 2_166_136_261;
  for (let at = step === 1 ? 0 : text.length - 1; at >= 0 && at < text.length; at += step) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
