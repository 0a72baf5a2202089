import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Recorded {
  readonly event: string;
  readonly item: { kind: string; ts: number; payload: unknown };
}

const RECORD_MS = 10_000;
const WARM_UP_MS = 20_000;
const TICK_MS = 10;
/** Above every id that a product has written. */
const FIRST_AUDIT_ID = 9_000_000;

type AuditRow = Readonly<Record<string, unknown>> & { readonly kind: 'trade' | 'event' };

/**
 * Stands before the product: everything goes through, and its streams where no rate is asked for. With a rate the stream is the product's own,
 * recorded before: the snapshots, then the updates over and over, evenly spread, with the time of now. The stream of the audit is alike: rows that
 * the product has written, over and over, each with an id of its own.
 */
export class ReplayProxy {
  perSecond = 0;
  /** Rows of the audit a second; 0: the product's own stream. */
  auditPerSecond = 0;
  ownRate = Number.NaN;
  readonly #server: Server;
  readonly #target: URL;
  readonly #snapshots: Recorded[] = [];
  readonly #updates: Recorded[] = [];
  readonly #auditRows: AuditRow[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => this.#serve(asked, answer));
  }

  static async start(target: string, cookie: string): Promise<ReplayProxy> {
    const proxy = new ReplayProxy(target);
    await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
    await proxy.#record(cookie);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Takes the newest rows of the product's audit for its stream. */
  async recordAudit(cookie: string): Promise<void> {
    for (const [kind, path] of [
      ['event', '/api/audit/events?limit=50'],
      ['trade', '/api/audit/trades?limit=50'],
    ] as const) {
      const answer = await fetch(`${this.#target.origin}${path}`, { headers: { cookie } });
      const { rows } = (await answer.json()) as { rows: readonly Record<string, unknown>[] };
      this.#auditRows.push(...rows.map((row) => ({ ...row, kind })));
    }
    if (this.#auditRows.length === 0) throw new Error('the audit of the product holds no row');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #record(cookie: string): Promise<void> {
    const topics =
      'opportunities,arbitrage,health,prices,positions,orders,balances,engine,liquidations,executions,notifications';
    const end = AbortSignal.timeout(RECORD_MS);
    const response = await fetch(`${this.#target.origin}/api/stream?topics=${topics}`, {
      headers: { cookie },
      signal: end,
    });
    let rest = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#keep(block);
      }
    } catch (e) {
      if (!end.aborted) throw e;
    }
    if (this.#updates.length === 0) throw new Error('the stream of the product carried no update');
    this.ownRate = this.#updates.length / (RECORD_MS / 1000);
  }

  #keep(block: string): void {
    const event = /^event: (.+)$/m.exec(block)?.[1];
    const data = /^data: (.+)$/m.exec(block)?.[1];
    if (event === undefined || data === undefined) return;
    const item = JSON.parse(data) as Recorded['item'];
    (item.kind === 'snapshot' ? this.#snapshots : this.#updates).push({ event, item });
  }

  #serve(asked: IncomingMessage, answer: ServerResponse): void {
    if (this.perSecond > 0 && asked.url?.startsWith('/api/stream') === true) {
      this.#replay(answer);
      return;
    }
    if (this.auditPerSecond > 0 && asked.url?.startsWith('/api/audit/stream') === true) {
      this.#replayAudit(answer);
      return;
    }
    const { hostname, port } = this.#target;
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  #replay(answer: ServerResponse): void {
    open(answer);
    let id = 1;
    const write = ({ event, item }: Recorded): void => {
      answer.write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify({ ...item, ts: Date.now() / 1000 })}\n\n`);
      id += 1;
    };
    this.#snapshots.forEach(write);
    pace(answer, this.perSecond, (nth) => write(this.#updates[nth % this.#updates.length]!));
  }

  #replayAudit(answer: ServerResponse): void {
    open(answer);
    const rows = this.#auditRows;
    pace(answer, this.auditPerSecond, (nth) => {
      const id = FIRST_AUDIT_ID + nth;
      const row = { ...rows[nth % rows.length]!, id, created_ts: Date.now() / 1000 };
      answer.write(`event: ${row.kind}\nid: e${id}\ndata: ${JSON.stringify(row)}\n\n`);
    });
  }
}

function open(answer: ServerResponse): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
}

/** Writes so many a second, evenly spread, for as long as somebody listens. */
function pace(answer: ServerResponse, perSecond: number, write: (nth: number) => void): void {
  const startedMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedMs) / 1000) * perSecond);
    for (; sent < due; sent += 1) write(sent);
  }, TICK_MS);
  answer.on('close', () => clearInterval(timer));
}
