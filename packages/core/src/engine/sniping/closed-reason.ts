import type { ExitKind, IntentSource } from '../../domain/index.ts';

const EXIT_BY_SOURCE: Partial<Readonly<Record<IntentSource, ExitKind>>> = {
  operator: 'operator',
  trailing: 'trailing-order',
  'kill-switch': 'kill-switch',
};

const WORDS: Partial<Readonly<Record<ExitKind, string>>> = {
  operator: 'closed by an order of a person',
  'trailing-order': 'closed by a trailing order',
  'break-even': 'closed by the stop at the entry',
  'trailing-stop': 'closed by the trailing stop',
  liquidation: 'liquidated by the venue',
  adl: 'closed by the auto-deleveraging of the venue',
};

/** Who sent the order that closed a trade; null where the order is not known as ours. */
export interface Closer {
  readonly exit: ExitKind;
  readonly source: IntentSource | null;
  /** Why the kill switch stands where it does; null while it is off. */
  readonly killReason: string | null;
}

/** Returns how a trade ended: what it did itself and what the venue did stays, the rest is told by who sent the order. */
export function exitOf(exit: ExitKind, source: IntentSource | null): ExitKind {
  return exit !== 'other' || source === null ? exit : (EXIT_BY_SOURCE[source] ?? exit);
}

/** Says in words by what a trade ended; what the trade did not do itself is named by who did. */
export function closedReason({ exit, source, killReason }: Closer): string {
  if (exit === 'kill-switch') return `closed by the kill switch${killReason === null ? '' : `: ${killReason}`}`;
  if (exit !== 'other') return WORDS[exit] ?? `closed by ${exit}`;
  return source === null ? 'closed by an order from outside' : `closed by an order of ${source}`;
}
