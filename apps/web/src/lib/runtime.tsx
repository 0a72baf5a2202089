import { createContext, useContext, type ReactNode } from 'react';
import type { ApiCall, ApiDownload } from './api-client.ts';
import type { BrowserClock } from './browser-clock.ts';
import type { EventStream } from './event-stream.ts';
import type { ReadEvents } from './read-events.ts';
import type { ServerClock } from './server-clock.ts';
import type { Ticker } from './ticker.ts';

/** What the running app shares: its calls, its stream and its clocks. */
export interface Runtime {
  readonly call: ApiCall;
  readonly download: ApiDownload;
  readonly stream: EventStream;
  /** Reads streams of their own, e.g. the audit's. */
  readonly readEvents: ReadEvents;
  readonly clock: BrowserClock;
  readonly serverClock: ServerClock;
  readonly ticker: Ticker;
  /** The tick from which an answer counts that was asked for before the app was there; null where none waits. */
  readonly earlyStartMs?: (path: string) => number | null;
}

const RuntimeContext = createContext<Runtime | null>(null);

/** Hands the runtime to everything below. */
export function RuntimeProvider({ runtime, children }: { runtime: Runtime; children: ReactNode }) {
  return <RuntimeContext value={runtime}>{children}</RuntimeContext>;
}

/** Gives the runtime of the app around. */
export function useRuntime(): Runtime {
  const runtime = useContext(RuntimeContext);
  if (!runtime) throw new Error('Invariant: no RuntimeProvider above');
  return runtime;
}
