import type { ArmOutcome, IntentSource } from '../../domain/index.ts';

const WORDS: Partial<Readonly<Record<IntentSource, string>>> = {
  operator: 'closed by an order of a person',
  trailing: 'closed by a trailing order',
};

/** Who sent the order that closed a trade; null where the order is not known as ours. */
export interface Closer {
  readonly exit: ArmOutcome['exit'];
  readonly source: IntentSource | null;
  /** Why the kill switch stands where it does; null while it is off. */
  readonly killReason: string | null;
}

/** Says in words by what a trade ended; what the trade did not do itself is named by who did. */
export function closedReason({ exit, source, killReason }: Closer): string {
  if (exit !== 'other') return `closed by ${exit}`;
  if (source === 'kill-switch') return `closed by the kill switch${killReason === null ? '' : `: ${killReason}`}`;
  const known = source === null ? undefined : WORDS[source];
  return known ?? (source === null ? 'closed by an order from outside' : `closed by an order of ${source}`);
}
