import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ExecutionClient } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock, type Clock } from '@riptide/core/kernel';
import { VENUE_CONFIG_DEFAULTS } from '../../kit/index.ts';
import { createBybitExecution } from '../venue.ts';
import { buildListed } from './listed.fixture.ts';

/** One request as it arrived. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly headers: IncomingMessage['headers'];
}

/** What a scripted endpoint does: a body (with status), or a cut connection. */
export type Scripted =
  { readonly body: unknown; readonly status?: number; readonly headers?: Record<string, string> } | 'cut';

/** A loopback server that answers what a test says; nothing in it knows a rule of the venue. */
export class ScriptedVenue {
  readonly calls: SeenCall[] = [];
  readonly sockets: WebSocket[] = [];
  readonly frames: Readonly<Record<string, unknown>>[] = [];
  /** Answers of an endpoint, one after the other; the last one stays. */
  readonly answers = new Map<string, Scripted[]>();
  /** How the socket answers one operation. */
  onFrame = (frame: Readonly<Record<string, unknown>>, socket: WebSocket): void => {
    const op = frame['op'] === 'ping' ? 'pong' : frame['op'];
    socket.send(JSON.stringify({ success: true, ret_msg: '', op, conn_id: 'c-1' }));
  };
  private readonly clock = systemClock();
  private readonly http = createServer((request, response) => void this.answer(request, response));
  private readonly ws = new WebSocketServer({ server: this.http, path: '/v5/private' });

  async start(): Promise<string> {
    this.ws.on('connection', (socket) => {
      this.sockets.push(socket);
      socket.on('message', (data) => {
        const frame = JSON.parse((data as Buffer).toString('utf8')) as Readonly<Record<string, unknown>>;
        this.frames.push(frame);
        this.onFrame(frame, socket);
      });
    });
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.terminate();
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
  }

  /** Scripts what an endpoint answers with `result`. */
  script(path: string, ...results: readonly unknown[]): void {
    this.answers.set(
      path,
      results.map((result) => ({
        body: { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: this.clock.nowMs() },
      })),
    );
  }

  /** Scripts a refusal of an endpoint. */
  refuse(path: string, retCode: number, headers: Record<string, string> = {}): void {
    this.answers.set(path, [
      { body: { retCode, retMsg: 'no', result: {}, retExtInfo: {}, time: this.clock.nowMs() }, headers },
    ]);
  }

  callsOf(path: string): readonly SeenCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** Sends a frame to every socket. */
  push(frame: unknown): void {
    for (const socket of this.sockets) socket.send(JSON.stringify(frame));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://venue');
    this.calls.push({
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text === '' ? null : (JSON.parse(text) as Readonly<Record<string, unknown>>),
      headers: request.headers,
    });
    const queue = this.answers.get(url.pathname) ?? [];
    const scripted = queue.length > 1 ? queue.shift() : queue[0];
    if (scripted === 'cut') return void request.socket.destroy();
    const { body, status = 200, headers = {} } = scripted ?? { body: { retCode: 10_017, retMsg: 'no route' } };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }
}

/** Builds a client of a scripted venue, with the time of `clock`. */
export async function startScripted(clock: Clock = systemClock()): Promise<{
  readonly venue: ScriptedVenue;
  readonly client: ExecutionClient;
}> {
  const venue = new ScriptedVenue();
  const baseUrl = await venue.start();
  const client = createBybitExecution(
    { ...VENUE_CONFIG_DEFAULTS, target: { kind: 'simulator', baseUrl } },
    {
      clock,
      random: seededRandom(7),
      log: silentLog(),
      key: { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: null },
      offsetMs: () => 0,
    },
  );
  client.setInstruments(buildListed().instruments);
  return { venue, client };
}
