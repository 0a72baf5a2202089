import type { ServerSocket } from '../server/venue-server.ts';
import type { KucoinPrivateTopics } from './private/kucoin-private-topics.ts';
import type { KucoinTokens } from './kucoin-tokens.ts';
import type { KucoinTopics } from './kucoin-topics.ts';

/** Limits of one connection (websocket guide); tests lower them. */
interface KucoinSocketLimits {
  /** A client whose last ping is older is closed: ping interval plus ping timeout. */
  readonly silenceMs: number;
  readonly topicsPerMessage: number;
  readonly topicsPerConnection: number;
  readonly messagesPer10s: number;
}

export interface KucoinSocketsDeps {
  readonly topics: KucoinTopics;
  readonly tokens: KucoinTokens;
  readonly limits: KucoinSocketLimits;
  /** Topics of accounts; null where there are none. */
  readonly signed: KucoinPrivateTopics | null;
  nowMs(): number;
}

interface Connection {
  pingedMs: number;
  windowMs: number;
  messages: number;
}

interface ClientMessage {
  readonly id?: unknown;
  readonly type?: unknown;
  readonly topic?: unknown;
  readonly privateChannel?: unknown;
  readonly response?: unknown;
}

const WINDOW_MS = 10_000;
const CLOSE_POLICY = 1008;

/** The dialogue of the sockets of one product: welcome, ping, subscribe, errors, the ping rule. */
export class KucoinSockets {
  private readonly connections = new Map<ServerSocket, Connection>();
  private readonly deps: KucoinSocketsDeps;

  constructor(deps: KucoinSocketsDeps) {
    this.deps = deps;
  }

  /** Welcomes a client with a good token; tells and closes any other. */
  open(socket: ServerSocket): void {
    const nowMs = this.deps.nowMs();
    const connectId = socket.query.get('connectId') ?? String(socket.id);
    if (!this.deps.tokens.isGood(socket.query.get('token'), nowMs)) {
      socket.send(errorText(connectId, 401, 'token is invalid'), '');
      socket.close(CLOSE_POLICY, 'token is invalid');
      return;
    }
    this.connections.set(socket, { pingedMs: nowMs, windowMs: nowMs, messages: 0 });
    const accountId = this.deps.tokens.accountOf(socket.query.get('token'));
    if (accountId !== null) this.deps.signed?.open(socket, accountId);
    socket.send(JSON.stringify({ id: connectId, type: 'welcome' }), '');
  }

  close(socket: ServerSocket): void {
    this.deps.topics.leaveAll(socket);
    this.deps.signed?.close(socket);
    this.connections.delete(socket);
  }

  /** Handles one text frame of a client. */
  receive(socket: ServerSocket, text: string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    const message = parseMessage(text);
    if (message === null) {
      socket.send(errorText('', 400, 'bad request'), '');
      return;
    }
    const id = typeof message.id === 'string' || typeof message.id === 'number' ? message.id : '';
    if (!this.takeMessage(connection)) {
      socket.send(errorText(id, 509, 'exceed max message limitation of 100 per 10s'), '');
      return;
    }
    switch (message.type) {
      case 'ping':
        connection.pingedMs = this.deps.nowMs();
        socket.send(JSON.stringify({ id, type: 'pong', timestamp: this.deps.nowMs() * 1_000 }), '');
        break;
      case 'subscribe':
      case 'unsubscribe':
        this.change(socket, { id, type: message.type, message });
        break;
      default:
        socket.send(errorText(id, 415, 'type is not supported'), '');
    }
  }

  /** Closes clients that stopped pinging. */
  closeSilent(): void {
    const nowMs = this.deps.nowMs();
    for (const [socket, connection] of this.connections) {
      if (nowMs - connection.pingedMs <= this.deps.limits.silenceMs) continue;
      this.connections.delete(socket);
      socket.send(errorText('', 400, 'ping timeout'), '');
      socket.close(CLOSE_POLICY, 'ping timeout');
    }
  }

  private change(
    socket: ServerSocket,
    asked: {
      readonly id: string | number;
      readonly type: 'subscribe' | 'unsubscribe';
      readonly message: ClientMessage;
    },
  ): void {
    const { id, message, type } = asked;
    if (this.deps.signed !== null && typeof message.topic === 'string' && this.deps.signed.isPrivate(message.topic)) {
      const wrong = this.deps.signed.change(socket, type, message.topic);
      if (wrong !== null) socket.send(errorText(id, wrong.code, wrong.data), '');
      else if (message.response === true) socket.send(JSON.stringify({ id, type: 'ack' }), '');
      return;
    }
    const refusal = this.refusal(socket, type, message);
    if (refusal !== null) {
      socket.send(errorText(id, refusal.code, refusal.data), '');
      return;
    }
    for (const topic of this.deps.topics.find(String(message.topic)) ?? []) {
      if (type === 'subscribe') {
        topic.sockets.add(socket);
        socket.subscriptions.add(topic.name);
      } else {
        topic.sockets.delete(socket);
        socket.subscriptions.delete(topic.name);
      }
    }
    if (message.response === true) socket.send(JSON.stringify({ id, type: 'ack' }), '');
  }

  private refusal(socket: ServerSocket, type: string, message: ClientMessage): { code: number; data: string } | null {
    if (typeof message.topic !== 'string' || message.topic === '') return { code: 406, data: 'topic is required' };
    if (message.privateChannel === true) return { code: 403, data: 'login is required' };
    const { topicsPerConnection, topicsPerMessage } = this.deps.limits;
    // Counted before they are looked up, so that a huge list costs nothing.
    if (message.topic.split(',').length > topicsPerMessage) {
      return { code: 509, data: `exceed max subscription count limitation of ${topicsPerMessage} per time` };
    }
    const topics = this.deps.topics.find(message.topic);
    if (topics === null) return { code: 404, data: `topic ${message.topic} is not found` };
    const added = topics.filter((topic) => !socket.subscriptions.has(topic.name)).length;
    if (type === 'subscribe' && socket.subscriptions.size + added > topicsPerConnection) {
      return { code: 509, data: `exceed max subscription count limitation of ${topicsPerConnection} per session` };
    }
    return null;
  }

  private takeMessage(connection: Connection): boolean {
    const nowMs = this.deps.nowMs();
    if (nowMs - connection.windowMs >= WINDOW_MS) {
      connection.windowMs = nowMs;
      connection.messages = 0;
    }
    connection.messages += 1;
    return connection.messages <= this.deps.limits.messagesPer10s;
  }
}

function errorText(id: string | number, code: number, data: string): string {
  return JSON.stringify({ id, type: 'error', code, data });
}

function parseMessage(text: string): ClientMessage | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' ? parsed : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
