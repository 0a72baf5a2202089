import type { Venue } from '@riptide/core/domain';

/**
 * Everything that may differ without being a difference, with the reason. Each entry covers a kind of request, never a row. What a
 * table does not name must be equal.
 */

interface Rule {
  readonly venue: Venue;
  /** Our path. */
  readonly path: RegExp;
  /** Absent: of any method. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly reason: string;
}

/** A parameter that only we send. */
export interface Addition extends Rule {
  readonly keys: readonly string[];
  /** Absent: any value. */
  readonly value?: string;
  /** True for the size of a page that our builder fixes: a row may state another one. */
  readonly isPageOfOurs?: boolean;
}

/** A parameter that only they send. */
export interface Omission extends Rule {
  readonly keys: readonly string[];
  readonly value?: string;
  /** True when the value must name the instrument that is asked about. */
  readonly isInstrument?: boolean;
}

/** A narrowing of a read that ours is without: the row asks for less than we ever do. */
export interface Filter extends Rule {
  readonly keys: readonly string[];
}

/** Another path for the same request. */
export interface PathRule {
  readonly venue: Venue;
  readonly theirs: RegExp;
  /** With the groups of `theirs`. */
  readonly ours: string;
  /** Absent: of any method. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** They wrap the only order in a list. */
  readonly isList?: boolean;
  readonly reason: string;
}

export const PAGING = 'size and number of a page, and the span of a read, are our own choice';
