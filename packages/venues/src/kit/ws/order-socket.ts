import { ok, type DomainError, type Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import type { VenueDeps } from '../deps.ts';
import type { LineExchange, LineOutcome } from '../http/order-line.ts';
import type { VenueCall } from '../http/signed-client.ts';
import { FeedConnection, type FeedProtocol } from './feed-connection.ts';

/** What came on a socket for orders. */
export type OrderFrame =
  | { readonly kind: 'login'; readonly isOk: boolean; readonly detail: string }
  | { readonly kind: 'pong' }
  /** `headers` and `text` as the same call's answer would have them over HTTP, so that one table of errors reads both. */
  | {
      readonly kind: 'answer';
      readonly id: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly text: string;
      /** The venue wants a new connection. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'other'; readonly what: string };

/** How a venue takes orders on a socket. Pure. */
export interface OrderDialogue {
  readonly url: string;
  readonly heartbeat: FeedProtocol['heartbeat'];
  login(): string;
  /** The message of a call; null for one that this socket does not take. */
  encode(call: VenueCall, id: string): string | null;
  read(text: string): OrderFrame;
}

const LOGIN_WITHIN_MS = 5_000;
/** More open at once than any venue's pace lets through in an order's time. */
const OPEN_MAX = 64;

/**
 * Orders on a socket that is logged in once: no signature, no head, no connect for an order. Whoever finds it not ready takes the way of
 * requests. Nothing is ever sent a second time: a connection that breaks ends what is open on it as unknown, to be asked about by the
 * client order id.
 */
export class OrderSocket {
  private readonly deps: VenueDeps;
  private readonly dialogue: OrderDialogue;
  private readonly connection: FeedConnection;
  private readonly open = new Map<string, (outcome: LineOutcome) => void>();
  private isReady = false;
  private loginTimer: TimerHandle | null = null;
  private nextId = 1;
  private connects = 0;

  constructor(name: string, dialogue: OrderDialogue, deps: VenueDeps) {
    this.deps = deps;
    this.dialogue = dialogue;
    this.connection = new FeedConnection({
      name,
      deps,
      protocol: protocolOf(dialogue),
      // Nothing comes on it that was not asked for: life is an answered ping.
      dataSilenceMs: Number.POSITIVE_INFINITY,
      events: {
        onFrame: (bytes, start, end, recvMs) => this.onText(bytes.toString('utf8', start, end), recvMs),
        onUp: () => this.onUp(),
        onDown: () => this.onDown(),
      },
    });
  }

  get ready(): boolean {
    return this.isReady;
  }

  start(): void {
    this.connection.start();
  }

  /** Ends what is on its way as unknown. */
  stop(): void {
    this.connection.stop();
    this.onDown();
  }

  /** Writes a call, before this returns; null, with nothing written, when the socket is not ready for it. `giveUp` drops the connection. */
  send(call: VenueCall): LineExchange | null {
    if (!this.isReady || this.open.size >= OPEN_MAX) return null;
    const id = `${this.connects}-${this.nextId}`;
    const text = this.dialogue.encode(call, id);
    if (text === null) return null;
    this.nextId += 1;
    let settle: (outcome: LineOutcome) => void = () => undefined;
    const outcome = new Promise<LineOutcome>((resolve) => (settle = resolve));
    this.open.set(id, settle);
    if (!this.connection.send(text)) {
      this.open.delete(id);
      return null;
    }
    return { outcome, giveUp: () => this.connection.drop('order-timeout', 'an order was not answered') };
  }

  private onUp(): void {
    this.connects += 1;
    this.connection.send(this.dialogue.login());
    this.loginTimer = this.deps.clock.after(LOGIN_WITHIN_MS, () =>
      this.connection.drop('login-timeout', 'no answer to the login'),
    );
  }

  private onDown(): void {
    this.isReady = false;
    this.loginTimer?.cancel();
    for (const settle of this.open.values()) settle({ failure: 'ECONNRESET' });
    this.open.clear();
  }

  private onText(text: string, recvMs: number): void {
    this.connection.dataSeen(recvMs);
    const frame = this.dialogue.read(text);
    switch (frame.kind) {
      case 'login':
        this.loginTimer?.cancel();
        this.isReady = frame.isOk;
        if (!frame.isOk) this.connection.drop('login-refused', frame.detail);
        return;
      case 'pong':
        this.connection.pongSeen();
        return;
      case 'answer':
        this.answer(frame);
        return;
      case 'other':
        this.deps.log.warn('frame of the order socket not read', { what: frame.what });
    }
  }

  private answer({ id, headers, text, isLast }: Extract<OrderFrame, { kind: 'answer' }>): void {
    const settle = this.open.get(id);
    this.open.delete(id);
    settle?.({ answer: { status: 200, headers, text, isReusable: !isLast } });
    if (isLast) this.connection.drop('venue-restarts', 'the venue asked for a new connection');
  }
}

function protocolOf({ url, heartbeat }: OrderDialogue): FeedProtocol {
  const none = (): never => {
    throw new Error('Invariant: a socket for orders has no topics');
  };
  return {
    resolveUrl: (): Promise<Result<string, DomainError>> => Promise.resolve(ok(url)),
    encodeSubscribe: none,
    encodeUnsubscribe: none,
    topicsPerMessage: 1,
    messagesPerSecond: 1,
    heartbeat,
    waitsForWelcome: true,
  };
}
