import type { NotifyEvent, SeverityName } from '@riptide/contracts';
import type { Venue } from '@riptide/core/domain';

/** Something a person is told, before it is known by which ways. */
export interface Notice {
  readonly event: NotifyEvent;
  readonly severity: SeverityName;
  readonly atMs: number;
  readonly title: string;
  readonly body: string;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
  /** The engine's record it comes from; null without one. */
  readonly recordSeq: number | null;
  /** Within `dedupeMs` the same key is counted on the notification that stands; null: never the same. */
  readonly dedupeKey: string | null;
  readonly dedupeMs: number;
  /** Told only when the switch of that name changes; null: no switch. */
  readonly edge: { readonly key: string; readonly isOn: boolean } | null;
  /** A trade that waits for a person's word; null otherwise. */
  readonly proposal: { readonly decisionId: string; readonly expiresMs: number } | null;
}

const DEDUPE_MS = 60_000;

/** Builds a notice; what is left out is nothing. */
export function noticeOf(
  given: Pick<Notice, 'event' | 'severity' | 'atMs' | 'title' | 'body'> & Partial<Notice>,
): Notice {
  return {
    symbol: null,
    venues: [],
    recordSeq: null,
    dedupeKey: null,
    dedupeMs: DEDUPE_MS,
    edge: null,
    proposal: null,
    ...given,
  };
}
