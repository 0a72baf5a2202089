import type { StreamState } from '../../lib/event-stream.ts';
import type { DotTone } from '../../ui/dot.tsx';

export interface ConnectionFacts {
  readonly stream: StreamState;
  /** Last measured round trip; null while the server does not answer. */
  readonly roundTripMs: number | null;
  readonly serverAnswers: boolean | null;
  /** Why the last round trip has no figure; null while it has one. */
  readonly probeProblem: string | null;
  readonly nowMs: number;
}

export interface ConnectionWords {
  readonly tone: DotTone;
  readonly word: 'Connected' | 'Reconnecting' | 'Offline' | 'Connecting';
  readonly detail: string;
  /** Until the next attempt, in words. */
  readonly retryIn: string;
}

/**
 * Words the browser-to-server state from what arrived, not from what the socket claims: pushed, on the way back, or offline.
 *
 * The seconds beside `Reconnecting` and `Offline` are those without a byte.
 */
export function wordConnection(facts: ConnectionFacts): ConnectionWords {
  const { stream, roundTripMs, serverAnswers, probeProblem, nowMs } = facts;
  const retryIn = wordRetry(stream, nowMs);
  const silent = wordSilence(stream, nowMs);
  if (stream.silence === 'lost' || (serverAnswers === false && stream.phase !== 'open'))
    return { tone: 'danger', word: 'Offline', detail: silent, retryIn };
  if (stream.silence === 'quiet' || stream.phase === 'waiting')
    return { tone: 'warn', word: 'Reconnecting', detail: silent, retryIn };
  const trip = roundTripMs === null ? (probeProblem ?? '') : `${Math.max(1, Math.round(roundTripMs))} ms`;
  if (stream.phase !== 'open') return { tone: 'off', word: 'Connecting', detail: trip, retryIn };
  return { tone: probeProblem === null ? 'ok' : 'warn', word: 'Connected', detail: trip, retryIn };
}

function wordSilence(stream: StreamState, nowMs: number): string {
  if (stream.lastByteAtMs === null) return '';
  return `(${Math.max(0, Math.floor((nowMs - stream.lastByteAtMs) / 1000))} s)`;
}

function wordRetry(stream: StreamState, nowMs: number): string {
  if (stream.retryAtMs === null) return 'now';
  return `${Math.max(0, Math.ceil((stream.retryAtMs - nowMs) / 1000))} s`;
}
