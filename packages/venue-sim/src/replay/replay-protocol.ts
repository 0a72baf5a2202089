import type { Venue } from '@riptide/core/domain';
import type { ServerSocket, VenueProtocol, WireRequest, WireResponse } from '../server/venue-server.ts';
import type { ReplayDesk, ReplayReport } from './replay-desk.ts';

/** What a venue's replay says in its own language. */
export interface ReplayDialect {
  answer(request: WireRequest): WireResponse;
  refuse(path: string): WireResponse | null;
  opened(socket: ServerSocket): void;
  received(socket: ServerSocket, text: string): void;
}

/** A venue whose frames come from recordings. */
export interface ReplayProtocol extends VenueProtocol {
  /** The venue's clock: the recording's time. */
  nowMs(): number;
  shiftClock(byMs: number): void;
  /** Starts the playback without waiting for the subscriptions to settle. */
  go(): void;
  /** Calls `listener` once everything recorded has been sent; at once when that is so already. Sockets stay open. */
  onFinished(listener: () => void): void;
  /** What was recorded and what was sent, per instrument and channel. */
  report(): ReplayReport;
}

/** Joins a desk and a dialect. `GET /replay/state` reports, `POST /replay/go` starts. */
export function replayProtocol(venue: Venue, desk: ReplayDesk, dialect: ReplayDialect): ReplayProtocol {
  return {
    venue,
    handleRequest(request) {
      if (request.path === '/replay/state') return { status: 200, body: JSON.stringify(desk.report()) };
      if (request.path === '/replay/go' && request.method === 'POST') {
        desk.go();
        return { status: 202, body: JSON.stringify(desk.report()) };
      }
      return dialect.answer(request);
    },
    refuseSocket: (path) => dialect.refuse(path),
    onSocketOpen: (socket) => dialect.opened(socket),
    onSocketText: (socket, text) => dialect.received(socket, text),
    onSocketPong: () => undefined,
    onSocketClose: (socket) => desk.leaveAll(socket),
    start: () => undefined,
    stop: () => desk.stop(),
    nowMs: () => desk.nowMs(),
    shiftClock: (byMs) => desk.shiftClock(byMs),
    go: () => desk.go(),
    onFinished: (listener) => desk.onFinished(listener),
    report: () => desk.report(),
  };
}

/** Returns a parsed JSON object, or null for anything else. */
export function requestObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** Returns the texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item: unknown): item is string => typeof item === 'string') : [];
}

/** Prints a 200 answer. */
export function ok(body: unknown): WireResponse {
  return { status: 200, body: JSON.stringify(body) };
}
