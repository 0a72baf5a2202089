import { err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import { notSent } from './wire-amounts.ts';

/** A stretch of time that one history call may ask for. */
export interface HistorySpan {
  readonly startMs: number;
  readonly endMs: number;
}

/** Our idea of the venue's clock is not exact: what it stamps now must lie within. */
const AHEAD_MS = 1_000;

/**
 * Cuts the time from `sinceMs` to `nowMs` (venue time) into spans of at most seven days, oldest first.
 *
 * @errors INPUT_INVALID (`not-sent`) when it reaches back further than the venue's two years.
 */
export function historySpans(sinceMs: number, nowMs: number): Result<readonly HistorySpan[], DomainError> {
  const { historySpanMs, historySpansMax } = BYBIT_PRIVATE_LIMITS;
  const untilMs = Math.floor(nowMs) + AHEAD_MS;
  const spans: HistorySpan[] = [];
  for (let startMs = Math.floor(sinceMs); startMs < untilMs; startMs += historySpanMs) {
    if (spans.length >= historySpansMax)
      return err(notSent('INPUT_INVALID', `sinceMs=${sinceMs} is over two years ago`));
    spans.push({ startMs, endMs: Math.min(startMs + historySpanMs - 1, untilMs) });
  }
  return ok(spans);
}
