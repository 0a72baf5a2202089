import type { AuditStreamItem } from '@riptide/contracts/calls';
import type { BrowserClock } from '../../../../lib/browser-clock.ts';
import type { ReadEvents } from '../../../../lib/read-events.ts';
import type { SseEvent } from '../../../../lib/sse-parser.ts';
import { TailRate } from './tail-rate.ts';
import { TailRows, type TailGap, type TailItem, type TailRow } from './tail-rows.ts';
import { streamPath, type TailTaste } from './tail-search.ts';

export interface TailState {
  readonly phase: 'stopped' | 'connecting' | 'open' | 'waiting' | 'paused';
  /** Epoch ms of the next attempt while waiting. */
  readonly retryAtMs: number | null;
  /** Why the connection was lost; kept until it stands again. */
  readonly problem: unknown;
  /** Newest first. */
  readonly rows: readonly TailRow[];
  /** Rows put on top so far: tells how far what is looked at moved down. */
  readonly prepended: number;
  readonly pausedAtMs: number | null;
  /** What the last resume or reconnect filled in. */
  readonly filled: TailFill | null;
  /** Why the rows that were written before could not be loaded. */
  readonly firstLoadProblem: unknown;
  readonly unreadable: number;
}

export interface TailFill {
  readonly after: 'pause' | 'loss';
  readonly missed: number;
  /** More was missed than the server fills in. */
  readonly hasGap: boolean;
}

export interface AuditTailPorts {
  readonly readEvents: ReadEvents;
  readonly clock: BrowserClock;
  /** Loads the newest rows that were written already, so that the list does not begin empty. */
  readonly loadNewest: (taste: TailTaste, signal: AbortSignal) => Promise<readonly TailItem[]>;
}

const BACKOFF_MS = [1000, 2000, 4000, 8000, 15_000];
/** The server sends a ping each 10 s; after two and a half of them without a byte the connection is dead. */
const SILENT_MS = 25_000;

const START: TailState = {
  phase: 'stopped',
  retryAtMs: null,
  problem: null,
  rows: [],
  prepended: 0,
  pausedAtMs: null,
  filled: null,
  firstLoadProblem: null,
  unreadable: 0,
};

/**
 * Follows the audit: a connection of its own that pause closes. Resume and reconnect say where they were and are filled in, or a gap is
 * marked. Rows are shown once per animation frame.
 */
export class AuditTail {
  readonly #ports: AuditTailPorts;
  readonly #rows: TailRows;
  readonly #rate: TailRate;
  readonly #listeners = new Set<() => void>();
  #taste: TailTaste;
  #state: TailState = START;
  #lastId: string | null = null;
  #abort: AbortController | null = null;
  #loadAbort: AbortController | null = null;
  #cancelRetry: (() => void) | null = null;
  #failures = 0;
  #fill: { after: TailFill['after']; missed: number; hasGap: boolean } | null = null;
  #frameAsked = false;

  constructor(ports: AuditTailPorts, taste: TailTaste, cap: number) {
    this.#ports = ports;
    this.#taste = taste;
    this.#rows = new TailRows(cap);
    this.#rate = new TailRate(ports.clock.nowMs);
  }

  getState = (): TailState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Rows per second over the last ten seconds. */
  ratePerS(nowMs: number): number {
    return this.#rate.perS(nowMs);
  }

  start(): void {
    if (this.#state.phase !== 'stopped') return;
    this.#open();
  }

  stop(): void {
    this.#close();
    this.#loadAbort?.abort();
    this.#set({ phase: 'stopped', retryAtMs: null });
  }

  /** Shows other rows: the list begins anew, for a narrower one would lack what it was not sent. */
  setTaste(taste: TailTaste): void {
    this.#taste = taste;
    this.#rows.clear();
    this.#lastId = null;
    this.#set({ rows: [], filled: null, prepended: 0 });
    if (this.#state.phase === 'stopped') return;
    if (this.#state.phase === 'paused') return this.loadFirst();
    this.#close();
    this.#open();
  }

  setCap(cap: number): void {
    this.#rows.setCap(cap);
    this.#flush();
  }

  clear(): void {
    this.#rows.clear();
    this.#flush();
  }

  /** Closes the stream; nothing is received until resume. */
  pause(): void {
    if (this.#state.phase === 'paused' || this.#state.phase === 'stopped') return;
    this.#close();
    this.#set({ phase: 'paused', retryAtMs: null, problem: null, pausedAtMs: this.#ports.clock.nowMs(), filled: null });
  }

  resume(): void {
    if (this.#state.phase !== 'paused') return;
    this.#set({ pausedAtMs: null });
    this.#open('pause');
  }

  /** Tries again now instead of waiting for the next attempt. */
  retryNow(): void {
    if (this.#state.phase !== 'waiting') return;
    this.#cancelRetry?.();
    this.#open('loss');
  }

  dismissFill(): void {
    this.#set({ filled: null });
  }

  /** Loads the rows that were written before the connection stood. */
  loadFirst(): void {
    this.#loadAbort?.abort();
    const abort = new AbortController();
    this.#loadAbort = abort;
    this.#set({ firstLoadProblem: null });
    this.#ports.loadNewest(this.#taste, abort.signal).then(
      (items) => {
        if (abort.signal.aborted) return;
        this.#rows.merge(items);
        this.#askFrame();
      },
      (e: unknown) => {
        if (!abort.signal.aborted) this.#set({ firstLoadProblem: e });
      },
    );
  }

  #open(after: TailFill['after'] | null = null): void {
    const abort = new AbortController();
    this.#abort = abort;
    this.#fill = after === null || this.#lastId === null ? null : { after, missed: 0, hasGap: false };
    this.#set({ phase: 'connecting', retryAtMs: null });
    const reading = this.#ports.readEvents({
      path: streamPath(this.#taste),
      lastEventId: this.#lastId,
      signal: abort.signal,
      silentMs: SILENT_MS,
      onOpen: () => {
        this.#set({ phase: 'open', problem: null });
        // Nothing can be filled in without a place to begin from: the newest rows are loaded, now that no row can be missed any more.
        if (this.#lastId === null) this.loadFirst();
      },
      onEvents: (events) => {
        if (!abort.signal.aborted) this.#take(events);
      },
    });
    reading.then(
      () => this.#lost(abort, null),
      (e: unknown) => this.#lost(abort, e),
    );
  }

  #close(): void {
    this.#cancelRetry?.();
    this.#abort?.abort();
    this.#abort = null;
  }

  #lost(abort: AbortController, problem: unknown): void {
    if (this.#abort !== abort || abort.signal.aborted) return;
    const delayMs = BACKOFF_MS[Math.min(this.#failures, BACKOFF_MS.length - 1)] ?? 0;
    this.#failures += 1;
    this.#set({ phase: 'waiting', retryAtMs: this.#ports.clock.nowMs() + delayMs, problem });
    this.#cancelRetry = this.#ports.clock.after(delayMs, () => this.#open('loss'));
  }

  #take(events: readonly SseEvent[]): void {
    this.#failures = 0;
    for (const { event, data, id } of events) {
      if (id !== null) this.#lastId = id;
      const item = parseItem(event, data);
      if (item === null) this.#set({ unreadable: this.#state.unreadable + 1 });
      else if (item.kind === 'ping') this.#endFill();
      else if (item.kind === 'gap') this.#mark({ kind: 'gap', ts: item.ts, afterTs: item.after_ts });
      else this.#add(item);
    }
    this.#askFrame();
  }

  #add(item: TailItem): void {
    this.#rows.add(item);
    if (this.#fill === null) this.#rate.count();
    else this.#fill.missed += 1;
  }

  #mark(gap: TailGap): void {
    this.#rows.add(gap);
    this.#fill ??= { after: 'loss', missed: 0, hasGap: true };
    this.#fill.hasGap = true;
  }

  /** The server sends a ping as soon as everything that was missed is sent. */
  #endFill(): void {
    const fill = this.#fill;
    this.#fill = null;
    if (fill !== null) this.#set({ filled: fill });
  }

  #askFrame(): void {
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#ports.clock.nextFrame(() => this.#flush());
  }

  #flush(): void {
    this.#frameAsked = false;
    const { rows, prepended } = this.#rows.take();
    this.#set({ rows, prepended: this.#state.prepended + prepended });
  }

  #set(change: Partial<TailState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

const KINDS: ReadonlySet<unknown> = new Set(['trade', 'event', 'ping', 'gap']);

function parseItem(event: string, data: string): AuditStreamItem | null {
  try {
    const item = JSON.parse(data) as AuditStreamItem | null;
    return KINDS.has(item?.kind) && item?.kind === event ? item : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
