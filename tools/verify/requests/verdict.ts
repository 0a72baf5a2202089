export type Verdict = 'agree' | 'differ' | 'unsupported' | 'unreadable';

/** What came of one row. */
export interface RowVerdict {
  readonly verdict: Verdict;
  /** The first difference, or why there is nothing to compare; empty for agreement. */
  readonly reason: string;
  /** Names of the documented equivalences the comparison needed. */
  readonly equivalences: readonly string[];
}

export function agree(equivalences: readonly string[] = []): RowVerdict {
  return { verdict: 'agree', reason: '', equivalences };
}

export function differ(reason: string): RowVerdict {
  return { verdict: 'differ', reason, equivalences: [] };
}

export function unsupported(reason: string): RowVerdict {
  return { verdict: 'unsupported', reason, equivalences: [] };
}

export function unreadable(reason: string): RowVerdict {
  return { verdict: 'unreadable', reason, equivalences: [] };
}

/** Returns the verdict of a check; one that throws is a difference of that row alone. */
export function judged(check: () => RowVerdict): RowVerdict {
  try {
    return check();
  } catch (cause) {
    return differ(`the check failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}
