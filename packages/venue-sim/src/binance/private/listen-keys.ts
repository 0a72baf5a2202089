import type { Random } from '@riptide/core/kernel';
import type { ServerSocket } from '../../server/venue-server.ts';
import type { BinanceSocketPath } from '../binance-sockets.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import type { BinanceCaller, BinancePrivateCall, BinancePrivateCalls } from './private-call.ts';

interface ListenKey {
  readonly accountId: number;
  readonly listenKey: string;
  expiresMs: number;
}

interface Listener {
  readonly listenKey: string;
  /** Null: all events. */
  readonly events: ReadonlySet<string> | null;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const KEY_CHARS = 64;
const NO_KEY = new BinanceRefusal(-1125, 'This listenKey does not exist.');

/** The listen keys of futures and the sockets that listen with them. A key nobody made gets silence. */
export class ListenKeys {
  private readonly byKey = new Map<string, ListenKey>();
  private readonly made = new Map<number, string>();
  private readonly sockets = new Map<ServerSocket, { readonly isCombined: boolean; readonly listeners: Listener[] }>();
  private readonly nowMs: () => number;
  private readonly random: Random;
  private readonly lifeMs: number;

  constructor(deps: { readonly nowMs: () => number; readonly random: Random; readonly lifeMs: number }) {
    this.nowMs = deps.nowMs;
    this.random = deps.random;
    this.lifeMs = deps.lifeMs;
  }

  calls(): BinancePrivateCalls {
    const keyed = (answer: BinancePrivateCall['answer']): BinancePrivateCall => {
      return { security: 'key', trades: false, name: 'other', weight: () => 1, orders: () => 0, answer };
    };
    return {
      'POST /fapi/v1/listenKey': keyed((caller) => ({ listenKey: this.make(caller) })),
      'PUT /fapi/v1/listenKey': keyed((caller) => this.extend(caller)),
      'DELETE /fapi/v1/listenKey': keyed((caller) => this.forget(caller)),
    };
  }

  open(socket: ServerSocket, path: BinanceSocketPath): void {
    const listeners: Listener[] = path.streams.map((listenKey) => ({ listenKey, events: null }));
    // `events` belongs to the listen key before it.
    for (const [name, value] of socket.query) {
      if (name === 'listenKey') listeners.push({ listenKey: value, events: null });
      const last = listeners.at(-1);
      if (name !== 'events' || last === undefined) continue;
      listeners[listeners.length - 1] = { ...last, events: new Set(value.split('/')) };
    }
    this.sockets.set(socket, { isCombined: path.combined, listeners });
  }

  close(socket: ServerSocket): void {
    this.sockets.delete(socket);
  }

  /** Sends an event to whoever listens for the account. */
  tell(accountId: number, event: Record<string, unknown>, topic: string): void {
    for (const [socket, { isCombined, listeners }] of this.sockets) {
      for (const { listenKey, events } of listeners) {
        if (this.alive(listenKey)?.accountId !== accountId) continue;
        if (events !== null && !events.has(String(event['e']))) continue;
        socket.send(JSON.stringify(isCombined ? { stream: listenKey, data: event } : event), topic);
      }
    }
  }

  /** Ends keys that nobody kept alive and says so on their sockets. */
  patrol(): void {
    const nowMs = this.nowMs();
    for (const { accountId, listenKey, expiresMs } of this.byKey.values()) {
      if (nowMs < expiresMs) continue;
      const event = { e: 'listenKeyExpired', E: nowMs, listenKey };
      for (const [socket, { isCombined, listeners }] of this.sockets) {
        if (!listeners.some((listener) => listener.listenKey === listenKey)) continue;
        socket.send(JSON.stringify(isCombined ? { stream: listenKey, data: event } : event), 'listenKeyExpired:');
      }
      this.byKey.delete(listenKey);
      this.made.delete(accountId);
    }
  }

  private alive(listenKey: string): ListenKey | null {
    const found = this.byKey.get(listenKey);
    return found === undefined || this.nowMs() >= found.expiresMs ? null : found;
  }

  private of(accountId: number): ListenKey | null {
    return this.alive(this.made.get(accountId) ?? '');
  }

  private make({ accountId }: BinanceCaller): string {
    const expiresMs = this.nowMs() + this.lifeMs;
    const known = this.of(accountId);
    if (known !== null) {
      known.expiresMs = expiresMs;
      return known.listenKey;
    }
    let listenKey = '';
    while (listenKey.length < KEY_CHARS) listenKey += ALPHABET[Math.floor(this.random() * ALPHABET.length)] ?? '';
    this.byKey.set(listenKey, { accountId, listenKey, expiresMs });
    this.made.set(accountId, listenKey);
    return listenKey;
  }

  private extend({ accountId }: BinanceCaller): unknown {
    const known = this.of(accountId);
    if (known === null) return NO_KEY;
    known.expiresMs = this.nowMs() + this.lifeMs;
    return { listenKey: known.listenKey };
  }

  private forget({ accountId }: BinanceCaller): unknown {
    const known = this.of(accountId);
    if (known === null) return NO_KEY;
    this.byKey.delete(known.listenKey);
    this.made.delete(accountId);
    return {};
  }
}
