import type { StreamState } from '../../lib/event-stream.ts';
import type { DotTone } from '../../ui/dot.tsx';

export interface ConnectionFacts {
  readonly stream: StreamState;
  /** Last measured round trip; null while the server does not answer. */
  readonly roundTripMs: number | null;
  readonly serverAnswers: boolean | null;
  readonly nowMs: number;
}

export interface ConnectionWords {
  readonly tone: DotTone;
  readonly word: string;
  readonly detail: string;
}

/** Words the browser-to-server state: pushed, on the way back (polling meanwhile), or offline. */
export function wordConnection({ stream, roundTripMs, serverAnswers, nowMs }: ConnectionFacts): ConnectionWords {
  const detail = roundTripMs === null ? '' : `${Math.max(1, Math.round(roundTripMs))} ms`;
  if (stream.phase === 'open') return { tone: 'ok', word: 'Connected', detail };
  if (serverAnswers === false) return { tone: 'danger', word: 'Offline', detail: retryIn(stream, nowMs) };
  if (stream.phase === 'waiting') return { tone: 'warn', word: 'Reconnecting', detail: retryIn(stream, nowMs) };
  return { tone: 'off', word: 'Connecting', detail };
}

function retryIn(stream: StreamState, nowMs: number): string {
  if (stream.retryAtMs === null) return 'now';
  return `${Math.max(0, Math.ceil((stream.retryAtMs - nowMs) / 1000))} s`;
}
