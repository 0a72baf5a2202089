import type { Random } from '@riptide/core/kernel';
import type { ServerSocket } from '../server/venue-server.ts';
import { isPrivateChannel, type OkxPrivateSockets } from './private/okx-private-sockets.ts';
import type { OkxArg, OkxPath, OkxTopic, OkxTopics } from './okx-topics.ts';

/** Limits of one connection (v5 websocket overview); tests lower them. */
interface OkxSocketLimits {
  /** A connection on which nothing moved for this long is closed. */
  readonly idleMs: number;
  /** Subscribe, unsubscribe and login messages per hour and connection. */
  readonly operationsPerHour: number;
  /** Total length of one message. */
  readonly messageBytesMax: number;
}

export interface OkxSocketsDeps {
  readonly topics: OkxTopics;
  readonly random: Random;
  readonly limits: OkxSocketLimits;
  /** Login, private channels and order entry; null where there are no accounts. */
  readonly signed: OkxPrivateSockets | null;
  nowMs(): number;
  greet(topic: OkxTopic, socket: ServerSocket): void;
}

interface Connection {
  readonly connId: string;
  readonly path: OkxPath;
  movedMs: number;
  operationsSinceMs: number;
  operations: number;
}

const HOUR_MS = 3_600_000;
const CLOSE_NO_DATA = 4004;

/** The dialogue of the public sockets: text ping, subscribe, unsubscribe, errors, the idle rule. */
export class OkxSockets {
  private readonly connections = new Map<ServerSocket, Connection>();
  private readonly deps: OkxSocketsDeps;

  constructor(deps: OkxSocketsDeps) {
    this.deps = deps;
    if (deps.signed !== null) deps.signed.onSent = (socket) => this.touched(socket);
  }

  open(socket: ServerSocket): void {
    const nowMs = this.deps.nowMs();
    const connId = Math.floor(this.deps.random() * 0xffff_ffff)
      .toString(16)
      .padStart(8, '0');
    const path = socket.path as OkxPath;
    this.connections.set(socket, { connId, path, movedMs: nowMs, operationsSinceMs: nowMs, operations: 0 });
  }

  close(socket: ServerSocket): void {
    this.deps.signed?.close(socket);
    this.deps.topics.leaveAll(socket);
    this.connections.delete(socket);
  }

  /** Handles one text frame of a client. */
  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    connection.movedMs = this.deps.nowMs();
    if (text === 'ping') {
      socket.send('pong', '');
      return;
    }
    const message = parseMessage(text);
    if (message !== null && text.length <= this.deps.limits.messageBytesMax) {
      if (this.deps.signed?.obey(socket, connection.connId, message) === true) return;
    }
    const request = requestOf(message);
    if (request === null || text.length > this.deps.limits.messageBytesMax) {
      this.refuse(socket, connection, { code: '60012', msg: `Invalid request: ${text.slice(0, 200)}` });
      return;
    }
    if (!this.takeOperation(connection)) {
      this.refuse(socket, connection, { code: '60014', msg: 'Requests too frequent', id: request.id });
      return;
    }
    for (const arg of request.args) {
      if (request.op === 'subscribe') this.subscribe(socket, connection, { arg, id: request.id });
      else this.unsubscribe(socket, connection, { arg, id: request.id });
    }
  }

  /** Notes that data left for a socket: it is not idle. */
  touched(socket: ServerSocket): void {
    const connection = this.connections.get(socket);
    if (connection !== undefined) connection.movedMs = this.deps.nowMs();
  }

  /** Closes connections on which nothing moved for too long. */
  closeIdle(): void {
    const nowMs = this.deps.nowMs();
    for (const [socket, connection] of this.connections) {
      if (nowMs - connection.movedMs < this.deps.limits.idleMs) continue;
      this.connections.delete(socket);
      socket.close(CLOSE_NO_DATA, 'No data received in 30s.');
    }
  }

  private subscribe(
    socket: ServerSocket,
    connection: Connection,
    asked: { arg: OkxArg; id: string | undefined },
  ): void {
    if (this.deps.signed !== null && isPrivateChannel(asked.arg.channel)) {
      const wrong = this.deps.signed.subscribe(socket, connection.connId, asked);
      if (wrong !== null) this.refuse(socket, connection, { ...wrong, id: asked.id });
      return;
    }
    const found = this.deps.topics.find(connection.path, asked.arg);
    if (found.kind === 'needs-vip') {
      const msg = "Your trading fee tier doesn't meet the requirement to access this channel.";
      this.refuse(socket, connection, { code: '64003', msg, id: asked.id });
      return;
    }
    if (found.kind === 'unknown') {
      this.refuse(socket, connection, { code: '60018', msg: unknownText(asked.arg), id: asked.id });
      return;
    }
    const { topic } = found;
    socket.send(this.ack('subscribe', topic, { connection, id: asked.id }), '');
    this.deps.greet(topic, socket);
    topic.sockets.add(socket);
    socket.subscriptions.add(topic.key);
  }

  private unsubscribe(
    socket: ServerSocket,
    connection: Connection,
    asked: { arg: OkxArg; id: string | undefined },
  ): void {
    if (this.deps.signed !== null && isPrivateChannel(asked.arg.channel)) {
      this.deps.signed.unsubscribe(socket, asked.arg);
      const id = asked.id === undefined ? {} : { id: asked.id };
      const body = { ...id, event: 'unsubscribe', arg: asked.arg, connId: connection.connId };
      socket.send(JSON.stringify(body), '');
      return;
    }
    const found = this.deps.topics.find(connection.path, asked.arg);
    if (found.kind !== 'topic') {
      this.refuse(socket, connection, { code: '60018', msg: unknownText(asked.arg), id: asked.id });
      return;
    }
    found.topic.sockets.delete(socket);
    socket.subscriptions.delete(found.topic.key);
    socket.send(this.ack('unsubscribe', found.topic, { connection, id: asked.id }), '');
  }

  private ack(event: string, topic: OkxTopic, to: { connection: Connection; id: string | undefined }): string {
    const id = to.id === undefined ? '' : `"id":${JSON.stringify(to.id)},`;
    return `{${id}"event":"${event}","arg":${topic.argText},"connId":"${to.connection.connId}"}`;
  }

  private refuse(
    socket: ServerSocket,
    connection: Connection,
    why: { code: string; msg: string; id?: string | undefined },
  ): void {
    const id = why.id === undefined ? {} : { id: why.id };
    socket.send(JSON.stringify({ ...id, event: 'error', code: why.code, msg: why.msg, connId: connection.connId }), '');
  }

  private takeOperation(connection: Connection): boolean {
    const nowMs = this.deps.nowMs();
    if (nowMs - connection.operationsSinceMs >= HOUR_MS) {
      connection.operationsSinceMs = nowMs;
      connection.operations = 0;
    }
    connection.operations += 1;
    return connection.operations <= this.deps.limits.operationsPerHour;
  }
}

function unknownText(arg: OkxArg): string {
  const target = arg.instId === undefined ? `instType:${arg.instType ?? ''}` : `instId:${arg.instId}`;
  return `Wrong URL or channel:${arg.channel},${target} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`;
}

interface OkxRequest {
  readonly id: string | undefined;
  readonly op: 'subscribe' | 'unsubscribe';
  readonly args: readonly OkxArg[];
}

/** Returns the message of a client, or null when it is no JSON object. */
function parseMessage(text: string): Readonly<Record<string, unknown>> | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
  return parsed !== null && typeof parsed === 'object' ? (parsed as Readonly<Record<string, unknown>>) : null;
}

/** Returns the request, or null for anything that is not one. */
function requestOf(message: Readonly<Record<string, unknown>> | null): OkxRequest | null {
  if (message === null) return null;
  const { id, op, args } = message;
  if ((op !== 'subscribe' && op !== 'unsubscribe') || !Array.isArray(args)) return null;
  const valid = args.every(
    (arg: unknown) => arg !== null && typeof arg === 'object' && typeof (arg as OkxArg).channel === 'string',
  );
  if (!valid || args.length === 0) return null;
  const idText = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  return { id: idText, op, args: args as OkxArg[] };
}
