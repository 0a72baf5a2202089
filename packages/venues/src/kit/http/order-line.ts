import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import { AnswerReader, type WholeAnswer } from './answer-reader.ts';
import { transportCause } from './read-answer.ts';

/** How an exchange ended: with an answer, or with the code of why there is none. */
export type LineOutcome = { readonly answer: WholeAnswer } | { readonly failure: string };

/** A request on its way. */
export interface LineExchange {
  readonly outcome: Promise<LineOutcome>;
  /** Drops the connection: what became of the request is then unknown. */
  giveUp(): void;
}

export interface OrderLineOptions {
  /** Scheme, host and port. */
  readonly origin: URL;
  readonly clock: Clock;
  readonly bodyBytesMax: number;
}

/** Orders on their way at once on connections of their own; with more, the rest goes by the general client. */
const CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 3_000;
const RETRY_MS = 2_000;
/** How often idle connections are looked at. */
const CHECK_MS = 500;
/** Shorter than any idle limit of a venue that does not tell one. */
const IDLE_MAX_MS = 25_000;
/** An idle connection is replaced so long before the peer would close it, so that no order is written into a close. */
const IDLE_MARGIN_MS = 1_500;

interface Line {
  readonly socket: Socket;
  state: 'connecting' | 'idle' | 'busy' | 'closed';
  /** When it is replaced if nothing is sent. */
  expiresMs: number;
  reader: AnswerReader | null;
  settle: ((outcome: LineOutcome) => void) | null;
}

/**
 * A few connections to one host that stand open and idle, so that an order needs no connect, no pool and no stream: its bytes are one
 * write. Whoever finds none idle takes the general client. What was written is never written again.
 */
export class OrderLine {
  private readonly options: OrderLineOptions;
  private readonly lines = new Set<Line>();
  private readonly timer: TimerHandle;
  private retryMs = 0;
  private isClosed = false;

  constructor(options: OrderLineOptions) {
    this.options = options;
    this.fill();
    this.timer = options.clock.every(CHECK_MS, () => this.check());
  }

  /** Connections that could take an order now. */
  get idle(): number {
    return [...this.lines].filter(({ state }) => state === 'idle').length;
  }

  /**
   * Writes a request in one piece, before this returns, and resolves with its answer; null, with nothing written, when no connection is
   * idle.
   */
  send(text: string): LineExchange | null {
    const nowMs = this.options.clock.nowMs();
    for (const line of this.lines) {
      if (line.state !== 'idle' || nowMs >= line.expiresMs) continue;
      line.state = 'busy';
      line.reader = new AnswerReader(this.options.bodyBytesMax);
      const outcome = new Promise<LineOutcome>((settle) => (line.settle = settle));
      line.socket.write(text, 'utf8');
      return { outcome, giveUp: () => this.drop(line, 'GIVEN_UP') };
    }
    return null;
  }

  /** Ends what is on its way and opens nothing more. */
  close(): void {
    this.isClosed = true;
    this.timer.cancel();
    for (const line of this.lines) this.drop(line, 'CLOSED');
  }

  private fill(): void {
    if (this.isClosed || this.options.clock.nowMs() < this.retryMs) return;
    while (this.lines.size < CONNECTIONS) this.open();
  }

  private open(): void {
    const { origin, clock } = this.options;
    const isTls = origin.protocol === 'https:';
    const port = Number(origin.port) || (isTls ? 443 : 80);
    const host = origin.hostname.replace(/^\[|\]$/g, '');
    const socket = isTls
      ? connectTls({ host, port, servername: host, ALPNProtocols: ['http/1.1'] })
      : connectPlain({ host, port });
    socket.setNoDelay(true);
    const line: Line = {
      socket,
      state: 'connecting',
      expiresMs: clock.nowMs() + CONNECT_TIMEOUT_MS,
      reader: null,
      settle: null,
    };
    this.lines.add(line);
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (line.state === 'connecting') this.rest(line, IDLE_MAX_MS);
    });
    socket.on('data', (bytes: Buffer) => this.onBytes(line, bytes));
    socket.on('end', () => this.onEnd(line));
    socket.on('error', (e) => this.drop(line, transportCause(e)));
    socket.on('close', () => this.drop(line, 'ECONNRESET'));
  }

  private onBytes(line: Line, bytes: Buffer): void {
    // Nothing was asked: an answer to nothing.
    if (line.reader === null) return this.drop(line, 'UNASKED');
    try {
      const answer = line.reader.feed(bytes);
      if (answer !== null) this.finish(line, answer);
    } catch (e) {
      if (!(e instanceof RangeError)) throw e;
      this.drop(line, 'NO_HTTP');
    }
  }

  private onEnd(line: Line): void {
    const answer = line.reader?.end() ?? null;
    if (answer === null) this.drop(line, 'ECONNRESET');
    else this.finish(line, answer);
  }

  private finish(line: Line, answer: WholeAnswer): void {
    const { settle } = line;
    line.reader = null;
    line.settle = null;
    if (answer.isReusable) this.rest(line, idleMs(answer));
    else this.drop(line, 'CLOSED');
    settle?.({ answer });
  }

  private rest(line: Line, forMs: number): void {
    line.state = 'idle';
    line.expiresMs = this.options.clock.nowMs() + forMs;
  }

  /** Replaces what would soon be closed by the peer, and what did not connect. */
  private check(): void {
    const nowMs = this.options.clock.nowMs();
    for (const line of this.lines) {
      if (line.state === 'busy' || nowMs < line.expiresMs) continue;
      this.drop(line, 'IDLE', line.state === 'connecting');
    }
    this.fill();
  }

  private drop(line: Line, why: string, isFailure = line.state === 'connecting'): void {
    if (line.state === 'closed') return;
    line.state = 'closed';
    this.lines.delete(line);
    line.socket.destroy();
    // A host that can't be reached is asked again at a pace, not in a loop.
    if (isFailure) this.retryMs = this.options.clock.nowMs() + RETRY_MS;
    line.settle?.({ failure: why });
    line.settle = null;
  }
}

/** How long a connection may be idle: what the peer says of itself, with a margin. */
function idleMs({ headers }: WholeAnswer): number {
  const hint = /timeout=(\d{1,6})/i.exec(String(headers['keep-alive'] ?? ''))?.[1];
  if (hint === undefined) return IDLE_MAX_MS;
  return Math.max(0, Math.min(IDLE_MAX_MS, Number(hint) * 1_000 - IDLE_MARGIN_MS));
}
