import { PROBLEM_CODES, type Problem } from '@riptide/contracts/calls';
import { ApiProblem } from './api-problem.ts';
import type { BrowserClock } from './browser-clock.ts';
import { SseParser, type SseEvent } from './sse-parser.ts';

/** A stream of events that somebody wants to read. */
export interface EventsWish {
  /** With its query. */
  readonly path: string;
  /** The last id that was read before; the server fills in what came after it. */
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  /** The longest time without a byte; beyond it the connection is dead though it looks open. */
  readonly silentMs: number;
  readonly onOpen: () => void;
  readonly onEvents: (events: readonly SseEvent[]) => void;
}

/** Reads a stream to its end. @errors gate-locked on 401, network, timeout, else the server's own code. */
export type ReadEvents = (wish: EventsWish) => Promise<void>;

export interface ReadEventsPorts {
  readonly fetch: typeof fetch;
  readonly clock: BrowserClock;
  readonly onGateLocked: () => void;
}

/** Makes the function that reads streams of their own, beside the one of all topics. It ends with its signal without an error. */
export function createReadEvents(ports: ReadEventsPorts): ReadEvents {
  return async (wish) => {
    const abort = new AbortController();
    const signal = AbortSignal.any([wish.signal, abort.signal]);
    const watch = <T>(step: Promise<T>): Promise<T> =>
      step.finally(ports.clock.after(wish.silentMs, () => abort.abort()));
    try {
      const response = await watch(ports.fetch(wish.path, { ...initOf(wish), signal }));
      if (!response.ok) throw await refusal(ports, response, wish.path);
      if (response.body === null) return;
      wish.onOpen();
      await readBody(response.body, wish, watch);
    } catch (e) {
      if (wish.signal.aborted) return;
      if (e instanceof ApiProblem) throw e;
      throw abort.signal.aborted
        ? new ApiProblem({ code: 'timeout', text: 'Server fell silent', status: null, path: wish.path })
        : new ApiProblem({ code: 'network', text: 'Server can not be reached', status: null, path: wish.path });
    }
  };
}

function initOf({ lastEventId }: EventsWish): RequestInit {
  return {
    credentials: 'same-origin',
    headers: { accept: 'text/event-stream', ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
  };
}

async function readBody(
  body: ReadableStream<Uint8Array>,
  wish: EventsWish,
  watch: <T>(step: Promise<T>) => Promise<T>,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  const parser = new SseParser();
  for (;;) {
    const { done, value } = await watch(reader.read());
    if (done || wish.signal.aborted) return;
    const events = parser.push(value);
    if (events.length > 0) wish.onEvents(events);
  }
}

async function refusal(ports: ReadEventsPorts, response: Response, path: string): Promise<ApiProblem> {
  const { status } = response;
  if (status === 401) {
    ports.onGateLocked();
    return new ApiProblem({ code: 'gate-locked', text: 'The gate is locked', status, path });
  }
  const said = problemIn(await response.text());
  return new ApiProblem({
    code: said?.code ?? 'internal_error',
    text: said?.error ?? `Server refused the stream (${status})`,
    status,
    path,
    requestId: said?.request_id,
  });
}

function problemIn(text: string): Problem | null {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null;
    return (PROBLEM_CODES as readonly unknown[]).includes(body?.code) ? (body as Problem) : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
