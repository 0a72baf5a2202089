import type { WebSocket } from 'ws';
import type { FrameFaultPlan } from './frame-faults.ts';
import type { ServerSocket } from './venue-server.ts';

/** What a socket needs from its server. */
export interface LoopbackSocketDeps {
  readonly frameFaults: FrameFaultPlan;
  readonly maxBufferedBytes: number;
  /** Address of the client. */
  readonly remote: string;
  /** True while data frames are held off. */
  isSilent(): boolean;
  /** False while heartbeats go unanswered too. */
  answersPings(): boolean;
  onFrame(bytes: number): void;
  onOverflow(): void;
}

/** One accepted WebSocket of a loopback venue. A client that does not read is disconnected, never waited for. */
export class LoopbackSocket implements ServerSocket {
  readonly id: number;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly remote: string;
  readonly subscriptions = new Set<string>();
  private readonly ws: WebSocket;
  private readonly deps: LoopbackSocketDeps;

  constructor(id: number, url: URL, ws: WebSocket, deps: LoopbackSocketDeps) {
    this.id = id;
    this.path = url.pathname;
    this.query = url.searchParams;
    this.remote = deps.remote;
    this.ws = ws;
    this.deps = deps;
  }

  get bufferedBytes(): number {
    return this.ws.bufferedAmount;
  }

  send(text: string, topic: string): void {
    if (topic === '') {
      if (this.deps.answersPings()) this.write(text);
      return;
    }
    if (this.deps.isSilent()) return;
    for (const out of this.deps.frameFaults.apply(this, text, topic)) this.write(out);
  }

  ping(): void {
    if (this.ws.readyState === this.ws.OPEN && this.deps.answersPings()) this.ws.ping();
  }

  close(code: number, reason: string): void {
    this.ws.close(code, reason);
  }

  /** Cuts the connection without a close frame. */
  drop(): void {
    this.ws.terminate();
  }

  private write(text: string): void {
    if (this.ws.readyState !== this.ws.OPEN) return;
    if (this.ws.bufferedAmount > this.deps.maxBufferedBytes) {
      this.deps.onOverflow();
      this.ws.terminate();
      return;
    }
    this.ws.send(text);
    this.deps.onFrame(text.length);
  }
}
