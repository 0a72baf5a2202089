export type Verdict = 'agree' | 'disagree' | 'unsupported';

/** What came of one row. */
export interface RowVerdict {
  readonly verdict: Verdict;
  /** The first differing field, or why the row can't be checked; empty for agreement. */
  readonly reason: string;
  /** Facts another project states that the product has no reading of: counted, never taken for agreement. */
  readonly unsupportedFacts: readonly string[];
}

/** Returns the verdict of a check; one that throws is a disagreement of that row alone. */
export function judged(check: () => RowVerdict): RowVerdict {
  try {
    return check();
  } catch (cause) {
    return disagree(`the check failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

export function agree(unsupportedFacts: readonly string[] = []): RowVerdict {
  return { verdict: 'agree', reason: '', unsupportedFacts };
}

export function disagree(reason: string): RowVerdict {
  return { verdict: 'disagree', reason, unsupportedFacts: [] };
}

export function unsupported(reason: string): RowVerdict {
  return { verdict: 'unsupported', reason, unsupportedFacts: [] };
}
