import { WebSocket } from 'ws';
import { vi } from 'vitest';

export type Frame = Record<string, unknown>;

/** The smallest client that can tell what a server sent: no adapter code, so that a shared mistake can't hide. */
export interface TinyClient {
  readonly frames: Frame[];
  readonly texts: string[];
  readonly closed: { code: number; reason: string }[];
  readonly pings: number;
  send(message: unknown): void;
  sendText(text: string): void;
  /** Waits until a frame fits and returns it. */
  next(fits: (frame: Frame) => boolean): Promise<Frame>;
  close(): void;
}

/** Connects and waits until the server has accepted. */
export async function connect(url: string, options: { readonly autoPong?: boolean } = {}): Promise<TinyClient> {
  const socket = new WebSocket(url.replace('http://', 'ws://'), { autoPong: options.autoPong ?? true });
  const frames: Frame[] = [];
  const texts: string[] = [];
  const closed: { code: number; reason: string }[] = [];
  const count = { pings: 0 };
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    texts.push(text);
    try {
      frames.push(JSON.parse(text) as Frame);
    } catch {
      frames.push({ malformed: text });
    }
  });
  socket.on('ping', () => (count.pings += 1));
  socket.on('close', (code, reason) => closed.push({ code, reason: reason.toString() }));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('error', reject);
  });
  socket.on('error', (cause) => closed.push({ code: -1, reason: String(cause) }));
  return {
    frames,
    texts,
    closed,
    get pings() {
      return count.pings;
    },
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    next: (fits) =>
      vi.waitFor(() => {
        const found = frames.find(fits);
        if (found === undefined) throw new Error(`no such frame among ${frames.length}`);
        return found;
      }, 5_000),
    close: () => socket.terminate(),
  };
}

/** Fetches JSON; the caller says what shape it expects. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the one place where a test states a shape
export async function getJson<T>(
  url: string,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: T }> {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** A book rebuilt from text levels. */
export class TinyBook {
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();

  apply(bids: readonly (readonly string[])[], asks: readonly (readonly string[])[]): void {
    for (const [side, levels] of [
      [this.bids, bids],
      [this.asks, asks],
    ] as const) {
      for (const [px = '', qty = ''] of levels) {
        if (Number(qty) === 0) side.delete(px);
        else side.set(px, qty);
      }
    }
  }

  clear(): void {
    this.bids.clear();
    this.asks.clear();
  }

  /** Best first. */
  sorted(side: 'bids' | 'asks'): [string, string][] {
    const sign = side === 'bids' ? -1 : 1;
    return [...this[side]].sort(([one], [two]) => sign * (Number(one) - Number(two)));
  }
}
