import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import type {
  BalanceReport,
  ExecutionClient,
  Fill,
  Income,
  OrderReport,
  PositionReport,
  PrivateSink,
  PrivateStreamState,
} from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import type { JsonRecord } from '../../kit/index.ts';
import { createOkxExecution } from '../venue.ts';
import { okxFixture, OKX_LISTED } from './private.fixture.ts';

/** One request as it arrived. */
interface SeenCall {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly headers: IncomingMessage['headers'];
}

/** What an endpoint does next: answers with a body (and a status), cuts the connection, or never answers. */
type Scripted = { readonly body: unknown; readonly status?: number } | 'cut' | 'silence';

/** A loopback server that answers what a test says; it knows no rule of the venue. */
class ScriptedOkx {
  readonly calls: SeenCall[] = [];
  readonly frames: JsonRecord[] = [];
  readonly sockets: { readonly socket: WebSocket; readonly path: string }[] = [];
  /** How a socket answers a message. */
  onFrame: (frame: JsonRecord, socket: WebSocket) => void = acceptAll;
  /** Answers of an endpoint in turn; the last one stays. */
  private readonly answers = new Map<string, Scripted[]>();
  private readonly http = createServer((request, response) => void this.answer(request, response));
  private readonly ws = new WebSocketServer({ server: this.http });

  async start(): Promise<string> {
    this.ws.on('connection', (socket, request) => {
      this.sockets.push({ socket, path: request.url ?? '' });
      socket.on('message', (data) => this.onMessage((data as Buffer).toString('utf8'), socket));
    });
    await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const { socket } of this.sockets) socket.terminate();
    this.http.closeAllConnections();
    await new Promise<void>((resolve) => this.http.close(() => resolve()));
  }

  /** Scripts what an endpoint does, call after call. */
  script(path: string, ...answers: readonly Scripted[]): void {
    this.answers.set(`/api/v5${path}`, [...answers]);
  }

  /** Scripts an endpoint to answer with these rows. */
  rows(path: string, ...rows: readonly unknown[]): void {
    this.script(path, { body: { code: '0', msg: '', data: rows } });
  }

  callsOf(path: string): readonly SeenCall[] {
    return this.calls.filter((call) => call.path === `/api/v5${path}`);
  }

  /** Sends a frame to the sockets of a path. */
  push(path: 'private' | 'business', frame: unknown): void {
    for (const one of this.sockets) if (one.path.endsWith(path)) one.socket.send(JSON.stringify(frame));
  }

  private onMessage(text: string, socket: WebSocket): void {
    if (text === 'ping') {
      socket.send('pong');
      return;
    }
    const frame = JSON.parse(text) as JsonRecord;
    this.frames.push(frame);
    this.onFrame(frame, socket);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', 'http://okx');
    const body: unknown = text === '' ? null : JSON.parse(text);
    this.calls.push({ path: url.pathname, query: url.searchParams, body, headers: request.headers });
    const queue = this.answers.get(url.pathname) ?? [];
    const scripted = queue.length > 1 ? queue.shift() : queue[0];
    if (scripted === 'cut') {
      request.socket.destroy();
      return;
    }
    if (scripted === 'silence') return;
    const { body: answer, status = 200 } = scripted ?? { body: { code: '50014', msg: 'not scripted', data: [] } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }
}

/** Logs everybody in and acknowledges every argument by itself, as the venue does. */
function acceptAll(frame: JsonRecord, socket: WebSocket): void {
  if (frame['op'] === 'login') socket.send(JSON.stringify(okxFixture('ws_private_login')));
  for (const arg of frame['op'] === 'subscribe' ? (frame['args'] as readonly unknown[]) : []) {
    socket.send(JSON.stringify({ id: frame['id'], event: 'subscribe', arg, connId: 'c-1' }));
  }
}

/** Everything a client said, in order. */
interface SeenEvents {
  readonly orders: OrderReport[];
  readonly fills: Fill[];
  readonly positions: PositionReport[];
  readonly balances: BalanceReport[];
  readonly incomes: Income[];
  readonly streams: PrivateStreamState[];
}

export interface ScriptedScene {
  readonly venue: ScriptedOkx;
  readonly client: ExecutionClient;
  readonly seen: SeenEvents;
  readonly sink: PrivateSink;
}

/** Builds a client of a scripted venue; the account is in futures mode and net mode. */
export async function startScripted(): Promise<ScriptedScene> {
  const venue = new ScriptedOkx();
  const baseUrl = await venue.start();
  venue.script('/account/config', { body: okxFixture('rest_get_account_config') });
  const client = createOkxExecution(
    { target: { kind: 'simulator', baseUrl } },
    {
      clock: systemClock(),
      random: seededRandom(7),
      log: silentLog(),
      key: { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: 'sim-pass' },
      offsetMs: () => 0,
    },
  );
  client.setInstruments(OKX_LISTED);
  const seen: SeenEvents = { orders: [], fills: [], positions: [], balances: [], incomes: [], streams: [] };
  const sink: PrivateSink = {
    onOrder: (report) => void seen.orders.push(report),
    onFill: (fill) => void seen.fills.push(fill),
    onPosition: (position) => void seen.positions.push(position),
    onBalances: (balances) => void seen.balances.push(...balances),
    onIncome: (income) => void seen.incomes.push(income),
    onStream: (state) => void seen.streams.push(state),
  };
  return { venue, client, seen, sink };
}
