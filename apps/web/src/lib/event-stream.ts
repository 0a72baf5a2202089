import type { StreamItem, StreamTopic } from '@riptide/contracts/calls';
import { STREAM_TOPICS } from '@riptide/contracts/calls';
import type { ContractCheck } from './api-client.ts';
import type { BrowserClock } from './browser-clock.ts';
import { SseParser, type SseEvent } from './sse-parser.ts';

export interface StreamState {
  readonly phase: 'connecting' | 'open' | 'waiting' | 'stopped';
  /** Epoch ms of the next attempt while waiting. */
  readonly retryAtMs: number | null;
  /** Items that could not be read, updates without their snapshot, and connections lost. Never silent. */
  readonly unreadable: number;
  readonly gaps: number;
  readonly reconnects: number;
  /** How long no byte came, whatever the socket says: fresh under 3 s, quiet from 3 s, lost from 6 s. */
  readonly silence: 'fresh' | 'quiet' | 'lost';
  /** Epoch ms of the last byte before this state was told, or of the start; null while stopped. */
  readonly lastByteAtMs: number | null;
}

export interface EventStreamPorts {
  readonly fetch: typeof fetch;
  readonly clock: BrowserClock;
  readonly onGateLocked: () => void;
  /** Of development and tests. */
  readonly check?: ContractCheck['item'];
  /** Hands the items out together, when it is time to draw; without it each at once. */
  readonly nextFlush?: (call: () => void) => void;
}

type ItemHandler<T extends StreamTopic> = (item: StreamItem<T>) => void;

const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000];
/** A healthy server sends several items a second; after this time without a byte the connection is dead though it looks open. */
const QUIET_MS = 3000;
const LOST_MS = 6000;
const WATCH_EVERY_MS = 500;

/** Each item of these says everything: of those that wait only the newest is handed out. */
const WHOLE_TOPICS: ReadonlySet<StreamTopic> = new Set([
  'arbitrage',
  'health',
  'positions',
  'orders',
  'balances',
  'engine',
]);
/** More items than this do not wait: they are handed out at once. */
const MOST_WAITING = 2000;

const STOPPED: StreamState = {
  phase: 'stopped',
  retryAtMs: null,
  unreadable: 0,
  gaps: 0,
  reconnects: 0,
  silence: 'fresh',
  lastByteAtMs: null,
};

/**
 * Keeps one connection to `/api/stream` for all topics and hands their items to subscribers.
 *
 * After a loss it resumes from the last id with 1, 2, 4, 8, 15 s between attempts. A watchdog of its own counts the time without
 * a byte: neither an open socket nor an answer that never comes can pass for a connection. An update whose topic had no
 * snapshot, or ids that ran backwards, mean a gap: the connection is made anew without the id, so that snapshots come.
 */
export class EventStream {
  readonly #ports: EventStreamPorts;
  readonly #topics: readonly StreamTopic[];
  readonly #handlers = new Map<StreamTopic, Set<ItemHandler<StreamTopic>>>();
  readonly #listeners = new Set<() => void>();
  readonly #withSnapshot = new Set<StreamTopic>();
  #isFlushAsked = false;
  #waiting: { readonly topic: StreamTopic; readonly item: StreamItem }[] = [];
  #state: StreamState = STOPPED;
  #lastItemAtS: number | null = null;
  #lastByte = { ticksMs: 0, atMs: 0 };
  #lastId: string | null = null;
  #failures = 0;
  #items = 0;
  #abort: AbortController | null = null;
  #cancelTimer: (() => void) | null = null;
  #cancelWatch: (() => void) | null = null;

  constructor(ports: EventStreamPorts, topics: readonly StreamTopic[]) {
    this.#ports = ports;
    this.#topics = topics;
  }

  /** Items received since the start; for the updates-per-second figure. */
  get itemCount(): number {
    return this.#items;
  }

  /** Epoch seconds the server wrote on the last item of any topic; null before the first. */
  get lastItemAtS(): number | null {
    return this.#lastItemAtS;
  }

  getState = (): StreamState => this.#state;

  subscribeState = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls with each item of a topic; the returned function ends it. */
  on<T extends StreamTopic>(topic: T, handler: ItemHandler<T>): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set();
    this.#handlers.set(topic, handlers);
    handlers.add(handler);
    return () => handlers.delete(handler);
  }

  start(): void {
    if (this.#state.phase !== 'stopped') return;
    this.#noteByte();
    this.#watch();
    void this.#run();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelWatch?.();
    this.#abort?.abort();
    this.#abort = null;
    this.#state = { ...this.#state, phase: 'stopped', retryAtMs: null, silence: 'fresh', lastByteAtMs: null };
    this.#announce();
  }

  /** Tries again now instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.#state.phase !== 'waiting') return;
    this.#cancelTimer?.();
    void this.#run();
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ phase: 'connecting', retryAtMs: null });
    const cancelTimeout = this.#ports.clock.after(QUIET_MS, () => abort.abort());
    try {
      const response = await this.#ports
        .fetch(`/api/stream?topics=${this.#topics.join(',')}`, {
          credentials: 'same-origin',
          headers: { accept: 'text/event-stream', ...(this.#lastId === null ? {} : { 'last-event-id': this.#lastId }) },
          signal: abort.signal,
        })
        .finally(cancelTimeout);
      if (response.status === 401) {
        this.stop();
        this.#ports.onGateLocked();
        return;
      }
      if (response.ok && response.body) await this.#read(response.body, abort);
    } catch (e) {
      // Any network failure ends here; it is visible as the state `waiting` and the reconnect count.
      if (!(e instanceof TypeError) && !(e instanceof DOMException)) console.warn('Stream ended', e);
    }
    if (this.#abort === abort) this.#wait();
  }

  async #read(body: ReadableStream<Uint8Array>, abort: AbortController): Promise<void> {
    const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    const parser = new SseParser();
    this.#set({ phase: 'open' });
    for (;;) {
      const cancel = this.#ports.clock.after(QUIET_MS, () => abort.abort());
      const { done, value } = await reader.read().finally(cancel);
      if (done || abort.signal.aborted) return;
      this.#failures = 0;
      this.#noteByte();
      for (const event of parser.push(value)) {
        if (this.#accept(event)) continue;
        this.#lastId = null;
        this.#withSnapshot.clear();
        this.#set({ gaps: this.#state.gaps + 1 });
        abort.abort();
        return;
      }
    }
  }

  /** False on a gap. */
  #accept(event: SseEvent): boolean {
    const topic = event.event as StreamTopic;
    if (!STREAM_TOPICS.includes(topic)) return true;
    const item = this.#parse(topic, event.data);
    if (!item) return true;
    if (item.kind === 'snapshot') this.#withSnapshot.add(topic);
    else if (!this.#withSnapshot.has(topic) || ranBackwards(this.#lastId, event.id)) return false;
    if (event.id !== null) this.#lastId = event.id;
    this.#items += 1;
    this.#lastItemAtS = item.ts;
    this.#deliver(topic, item);
    return true;
  }

  #deliver(topic: StreamTopic, item: StreamItem): void {
    if (WHOLE_TOPICS.has(topic)) this.#waiting = this.#waiting.filter((each) => each.topic !== topic);
    this.#waiting.push({ topic, item });
    if (this.#ports.nextFlush === undefined || this.#waiting.length > MOST_WAITING) this.#handOut();
    else this.#askFlush();
  }

  #askFlush(): void {
    if (this.#isFlushAsked) return;
    this.#isFlushAsked = true;
    this.#ports.nextFlush?.(() => {
      this.#isFlushAsked = false;
      this.#handOut();
    });
  }

  #handOut(): void {
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        for (const handler of this.#handlers.get(next.topic) ?? []) handler(next.item);
    } finally {
      // One that threw keeps the others waiting for the next flush, not for ever.
      if (this.#waiting.length > 0) this.#askFlush();
    }
  }

  #parse(topic: StreamTopic, data: string): StreamItem | null {
    let raw: { kind?: unknown; ts?: unknown; payload?: unknown } | null;
    try {
      raw = JSON.parse(data) as typeof raw;
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
      raw = null;
    }
    const { kind, ts, payload } = raw ?? {};
    const isItem = typeof payload === 'object' && payload !== null && (kind === 'snapshot' || kind === 'update');
    const fault = isItem ? (this.#ports.check?.(topic, payload) ?? null) : 'no item';
    if (!isItem || typeof ts !== 'number' || fault !== null) {
      this.#set({ unreadable: this.#state.unreadable + 1 });
      return null;
    }
    return { kind, ts, payload: payload as StreamItem['payload'] };
  }

  #wait(): void {
    const delayMs = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#set({
      phase: 'waiting',
      retryAtMs: this.#ports.clock.nowMs() + delayMs,
      reconnects: this.#state.reconnects + 1,
    });
    this.#cancelTimer = this.#ports.clock.after(delayMs, () => void this.#run());
  }

  #noteByte(): void {
    const { clock } = this.#ports;
    this.#lastByte = { ticksMs: clock.ticksMs(), atMs: clock.nowMs() };
    if (this.#state.silence !== 'fresh') this.#set({ silence: 'fresh' });
  }

  #watch(): void {
    const { clock } = this.#ports;
    this.#cancelWatch = clock.after(WATCH_EVERY_MS, () => {
      this.#watch();
      const silentMs = clock.ticksMs() - this.#lastByte.ticksMs;
      const silence = silentMs < QUIET_MS ? 'fresh' : silentMs < LOST_MS ? 'quiet' : 'lost';
      if (silence !== this.#state.silence) this.#set({ silence });
    });
  }

  #set(change: Partial<StreamState>): void {
    this.#state = { ...this.#state, ...change, lastByteAtMs: this.#lastByte.atMs };
    this.#announce();
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Ids that are numbers only ever rise on one server; a fall means another life of it. */
function ranBackwards(last: string | null, next: string | null): boolean {
  if (last === null || next === null || !/^\d+$/.test(last) || !/^\d+$/.test(next)) return false;
  return Number(next) < Number(last);
}
