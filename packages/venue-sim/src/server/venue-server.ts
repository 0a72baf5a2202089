import type { Venue } from '@riptide/core/domain';

/**
 * The shape of a wire server and of what it stands on. `loopback-server.ts` implements `ServerSocket` and the HTTP side once;
 * binance/, bybit/, okx/ and kucoin/ only say what the bytes are.
 */

/** One request as a wire server sees it. `path` is without the query. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The query exactly as it was sent, without `?`: what a signature covers. Absent in requests made by hand. */
  readonly rawQuery?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly remote: string;
}

export interface WireResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Already JSON text. */
  readonly body: string;
}

/** One accepted WebSocket. */
export interface ServerSocket {
  readonly id: number;
  /** Path and query of the upgrade request. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Address of the client. */
  readonly remote?: string;
  /** Free for the wire server: its subscriptions and login state. */
  readonly subscriptions: Set<string>;
  /**
   * Sends one text frame. `topic` is what faults select by: the fault plan may drop, double, delay, cut or replace a data frame.
   * Acks, errors and pongs carry the topic `''`: frame faults leave them alone, and only `silence(false)` stops them.
   */
  send(text: string, topic: string): void;
  ping(): void;
  close(code: number, reason: string): void;
  /** Bytes written and not yet taken by the kernel; the server disconnects a client over 16 MiB. */
  readonly bufferedBytes: number;
}

/** What one venue's protocol does with requests and sockets. */
export interface VenueProtocol {
  readonly venue: Venue;
  handleRequest(request: WireRequest): WireResponse | Promise<WireResponse>;
  /** Returns a refusal, or null to accept the upgrade. */
  refuseSocket(path: string, query: URLSearchParams): WireResponse | null;
  onSocketOpen(socket: ServerSocket): void;
  onSocketText(socket: ServerSocket, text: string): void;
  onSocketPong(socket: ServerSocket): void;
  onSocketClose(socket: ServerSocket): void;
  /** Starts timers and listens to the market. */
  start(): void;
  stop(): void;
}

/** What one loopback server has done so far. */
export interface LoopbackCounters {
  requests: number;
  requestsFailed: number;
  socketsOpened: number;
  socketsRefused: number;
  socketsOverflowed: number;
  framesIn: number;
  framesOut: number;
  bytesOut: number;
}
