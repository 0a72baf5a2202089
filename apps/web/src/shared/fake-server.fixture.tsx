import type { RouteRef, RouteOutput, StreamItem, StreamTopic } from '@riptide/contracts/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createApiCall, createApiDownload } from '../lib/api-client.ts';
import { contractCheck } from '../lib/contract-check.ts';
import { EventStream } from '../lib/event-stream.ts';
import { FakeClock } from '../lib/fake-clock.ts';
import type { EventsWish } from '../lib/read-events.ts';
import { readRequest } from '../lib/read-request.ts';
import { RuntimeProvider, type Runtime } from '../lib/runtime.tsx';
import { ServerClock } from '../lib/server-clock.ts';
import { Ticker } from '../lib/ticker.ts';
import { loadFormChecks } from './form/route-schemas.ts';

// A form of a test is checked at once.
await loadFormChecks();

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly error: string;
  readonly fields?: Readonly<Record<string, string>>;
}

type Answer = { readonly ok: boolean } | Refusal | 'network' | 'never';

/** A server of a test: answers what it was given for a method and path, refuses the rest with 404, and remembers what it was asked. */
export class FakeServer {
  readonly asked: Asked[] = [];
  readonly #answers = new Map<string, (asked: Asked) => Answer>();

  /** Answers a route from now on; `path` where the route's has parts to fill in. */
  on<R extends RouteRef>(
    route: R,
    answer: RouteOutput<R> | Refusal | 'network' | 'never' | ((asked: Asked) => RouteOutput<R> | Refusal),
    path: string = route.path,
  ): this {
    const give = typeof answer === 'function' ? (answer as (asked: Asked) => Answer) : () => answer as Answer;
    if (typeof answer !== 'function') mustBeAllowed(route, answer as Answer);
    this.#answers.set(`${route.method} ${path}`, (asked) => mustBeAllowed(route, give(asked)));
    return this;
  }

  /** What was asked of a route, oldest first. */
  of(route: RouteRef): Asked[] {
    return this.asked.filter((asked) => asked.method === route.method && asked.path === route.path);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { path, query, body } = readRequest(input, init);
    const asked = { method: init?.method ?? 'GET', path, query, body };
    this.asked.push(asked);
    const answer = this.#answers.get(`${asked.method} ${path}`)?.(asked) ?? notFound(path);
    if (answer === 'network') throw new TypeError('refused');
    if (answer === 'never') return new Promise(() => {});
    if (isRefusal(answer)) return refuse(answer);
    return new Response(JSON.stringify(answer), { status: 200 });
  };
}

/** An answer that the contract does not allow is a fault of the test. */
function mustBeAllowed(route: RouteRef, answer: Answer): Answer {
  const isAnswer = typeof answer === 'object' && !isRefusal(answer);
  const fault = isAnswer ? contractCheck.answer(route, JSON.parse(JSON.stringify(answer))) : null;
  if (fault !== null) throw new Error(`Invariant: ${route.method} ${route.path} never answers that (${fault})`);
  return answer;
}

/** Answers of some routes have a status of their own, which is no number. */
function isRefusal(answer: object): answer is Refusal {
  return 'status' in answer && typeof answer.status === 'number';
}

function notFound(path: string): Refusal {
  return { status: 404, code: 'not_found', error: `The test has no answer for ${path}` };
}

function refuse({ status, code, error, fields }: Refusal): Response {
  const body = { ok: false, code, error, message: error, detail: '', request_id: 'r1', ...(fields ? { fields } : {}) };
  return new Response(JSON.stringify(body), { status });
}

/** A stream of a test: items are pushed by hand. */
class FakeStream extends EventStream {
  readonly #handlers = new Map<StreamTopic, Set<(item: StreamItem) => void>>();

  constructor(clock: FakeClock) {
    super({ fetch: async () => new Promise(() => {}), clock, onGateLocked: () => {} }, []);
  }

  override on<T extends StreamTopic>(topic: T, handler: (item: StreamItem<T>) => void): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set();
    this.#handlers.set(topic, handlers);
    handlers.add(handler as (item: StreamItem) => void);
    return () => handlers.delete(handler as (item: StreamItem) => void);
  }

  /** Hands an item to everybody who follows its topic. */
  push<T extends StreamTopic>(topic: T, item: StreamItem<T>): void {
    const fault = contractCheck.item(topic, item.payload);
    if (fault !== null) throw new Error(`Invariant: the topic ${topic} never carries that (${fault})`);
    act(() => this.#handlers.get(topic)?.forEach((handler) => handler(item)));
  }
}

/** A stream that was asked for: events are sent by hand, and it is ended or broken by hand. */
export interface AskedEvents extends EventsWish {
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

export interface Stage {
  readonly server: FakeServer;
  readonly clock: FakeClock;
  readonly stream: FakeStream;
  /** Streams of their own that were asked for, oldest first. */
  readonly streams: readonly AskedEvents[];
  readonly lockedCount: () => number;
  /** Draws something else in the same place. */
  readonly redraw: (children: ReactNode) => void;
}

/** Draws a part of the app on a fake server, stream and clock. */
export function renderOn(server: FakeServer, children: ReactNode): Stage {
  const clock = new FakeClock();
  const stream = new FakeStream(clock);
  const streams: AskedEvents[] = [];
  let locked = 0;
  const runtime: Runtime = {
    clock,
    stream,
    readEvents: (wish) =>
      new Promise((resolve, reject) => {
        wish.signal.addEventListener('abort', () => resolve());
        streams.push({ ...wish, end: resolve, fail: reject });
      }),
    serverClock: new ServerClock(clock.nowMs),
    ticker: new Ticker(clock),
    call: createApiCall({ fetch: server.fetch, onGateLocked: () => (locked += 1) }),
    download: createApiDownload({ fetch: server.fetch, onGateLocked: () => (locked += 1) }),
  };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const wrap = (inside: ReactNode) => (
    <QueryClientProvider client={client}>
      <RuntimeProvider runtime={runtime}>{inside}</RuntimeProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(wrap(children));
  return { server, clock, stream, streams, lockedCount: () => locked, redraw: (inside) => rerender(wrap(inside)) };
}
