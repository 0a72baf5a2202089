interface Asked {
  readonly response: Promise<Response>;
  readonly askedMs: number;
  /** From asking to the head of the answer; null until then. */
  tookMs: number | null;
}

/** What was asked before even this code was there, by `first.js`, which tells when it came. */
export type FirstQuestion = Asked & { readonly path: string };

interface EarlyPorts {
  readonly fetch: typeof fetch;
  /** Monotonic milliseconds. */
  readonly ticksMs: () => number;
  /** Left out where the page asked nothing by itself. */
  readonly first?: FirstQuestion | undefined;
}

/** An answer that nobody took until then is too old to be shown as one of now. */
const LIFE_MS = 5000;
const TIMEOUT_MS = 8000;

/**
 * Asks for the first answers of a page while its code is still on the way, and hands each to the first call for the same address.
 *
 * Only plain calls get one: what carries a token of an account, a body, or comes a second time goes to the server. A failure is handed out
 * like an answer, so that whoever asked tells it as usual.
 */
export class EarlyAnswers {
  readonly #ports: EarlyPorts;
  readonly #asked = new Map<string, Asked>();

  constructor(ports: EarlyPorts) {
    this.#ports = ports;
    const { first } = ports;
    if (first) this.#asked.set(first.path, first);
  }

  /** Asks now, unless it was asked already; `path` as the call will write it, with its query. Who reads the answer, too, reads a clone of it. */
  ask(path: string): Promise<Response> {
    const before = this.#asked.get(path);
    if (before !== undefined) return before.response;
    const { fetch, ticksMs } = this.#ports;
    const response = fetch(path, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const asked: Asked = { response, askedMs: ticksMs(), tookMs: null };
    this.#asked.set(path, asked);
    // A failure is told by whoever takes it; nobody may.
    response.then(() => (asked.tookMs = ticksMs() - asked.askedMs)).catch(() => {});
    return response;
  }

  /** The tick from which an early answer counts for whoever measures it: the waiting of one that is there is left out; null where none waits. */
  startedMs(path: string): number | null {
    const asked = this.#asked.get(path);
    if (asked === undefined) return null;
    return asked.tookMs === null ? asked.askedMs : this.#ports.ticksMs() - asked.tookMs;
  }

  /** Takes the place of `fetch`. */
  readonly fetch: typeof fetch = (input, init) => {
    const early = typeof input === 'string' && isPlain(init) ? this.#take(input) : null;
    return early === null ? this.#ports.fetch(input, init) : orAborted(early, init?.signal ?? null);
  };

  #take(path: string): Promise<Response> | null {
    const asked = this.#asked.get(path);
    if (asked === undefined) return null;
    this.#asked.delete(path);
    return this.#ports.ticksMs() - asked.askedMs > LIFE_MS ? null : asked.response;
  }
}

function isPlain(init: RequestInit | undefined): boolean {
  return (init?.method ?? 'GET') === 'GET' && !new Headers(init?.headers).has('authorization');
}

function orAborted(response: Promise<Response>, signal: AbortSignal | null): Promise<Response> {
  if (signal === null) return response;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    response.then(resolve, reject);
  });
}
