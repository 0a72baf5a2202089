import { isSame, shown } from '../case-event.ts';
import { agree, disagree, type RowVerdict } from '../verdict.ts';

/** One thing another project states: what it calls it, what it says, and what we read; undefined when we have no such reading. */
export interface Fact {
  readonly what: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Judges a list of facts by the first that differs; those without a reading are counted by name. */
export function judgeFacts(facts: readonly Fact[]): RowVerdict {
  const missing: string[] = [];
  for (const { expected, found, what } of facts) {
    if (found === undefined) missing.push(what);
    else if (!isSame(expected, found)) return disagree(`${what}: expected ${shown(expected)}, read ${shown(found)}`);
  }
  return agree(missing);
}
