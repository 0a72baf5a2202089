import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../harness/until.ts';

const READY_WITHIN_MS = 90_000;
const ANSWER_WITHIN_MS = 25_000;
/** Password of its gate. */
export const PRODUCT_PASSWORD = 'open sesame for proofs';

export type Json = Readonly<Record<string, unknown>>;

/** An answer with everything that can be said about it; `json` is null where it is something else. */
export interface WholeAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly json: unknown;
}

/** The whole product as one command starts it, with the simulator as its market; orders go there unless they stay on paper. */
export class RunningProduct {
  readonly dataDir: string;
  readonly url: string;
  private readonly supervisor: ChildProcess;
  private output = '';
  private cookie = '';

  private constructor(port: number, execution: 'paper' | 'live', environment: NodeJS.ProcessEnv) {
    this.dataDir = mkdtempSync(join(tmpdir(), 'riptide-product-'));
    this.url = `http://127.0.0.1:${port}`;
    this.supervisor = spawn(process.execPath, ['--import', 'tsx', 'apps/server/src/supervisor.ts'], {
      env: {
        ...process.env,
        NODE_OPTIONS: '--conditions=@riptide/source',
        PORT: String(port),
        DATA_DIR: this.dataDir,
        GATE_PASSWORD: PRODUCT_PASSWORD,
        MARKET: 'sim',
        EXECUTION: execution,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.supervisor.stdout, this.supervisor.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-200_000)));
    }
  }

  /** `environment`: variables besides those of every run. */
  static async start(
    execution: 'paper' | 'live' = 'live',
    environment: NodeJS.ProcessEnv = {},
  ): Promise<RunningProduct> {
    const product = new RunningProduct(await freePort(), execution, environment);
    await until('the product to be ready', READY_WITHIN_MS, () => product.output.includes('is ready'));
    await product.unlock();
    return product;
  }

  /** Address of the simulator's control API. */
  get simUrl(): string {
    const found = /Sim control\s+(http:\/\/\S+)/.exec(this.output)?.[1];
    if (found === undefined) throw new Error('Invariant: the product printed no address of the simulator');
    return found;
  }

  /** The header by which the gate knows whoever unlocked it. */
  get session(): string {
    return this.cookie;
  }

  /** Process id of the child that runs an entry point. */
  pidOf(entry: 'engine' | 'server'): number {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const [command, parent] = processFacts(name);
      if (parent === this.supervisor.pid && command.includes(`/${entry}.`)) return Number(name);
    }
    throw new Error(`no ${entry} runs`);
  }

  /** Returns whether a process still is one of this run; a stopped one is. */
  isRunning(pid: number): boolean {
    return processFacts(String(pid))[1] === this.supervisor.pid;
  }

  async unlock(): Promise<void> {
    const response = await fetch(`${this.url}/api/gate/unlock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: PRODUCT_PASSWORD }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    this.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    if (!response.ok) throw new Error(`unlocking the gate: ${response.status}`);
  }

  /** Calls the API. Rejects when nobody answers. */
  async api(path: string, body?: Json): Promise<Json> {
    const response = await fetch(`${this.url}${path}`, {
      headers: { cookie: this.cookie, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as Json;
  }

  /** Sends any call and returns the whole answer, of which a stream only its first bytes. */
  async send(method: string, path: string, body?: unknown, bearer?: string): Promise<WholeAnswer> {
    const ended = new AbortController();
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    const text = type.startsWith('text/event-stream') ? await firstBytes(response) : await response.text();
    ended.abort();
    const json: unknown = type.startsWith('application/json') ? JSON.parse(text) : null;
    return { status: response.status, type, text, json };
  }

  /** Returns what a venue knows of its first account. */
  async truth(venue: string): Promise<Json> {
    const response = await fetch(`${this.simUrl}/truth?venue=${venue}`, {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const answer = (await response.json()) as { readonly accounts: readonly Json[] };
    return answer.accounts[0] ?? {};
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.supervisor.once('exit', resolve));
    this.supervisor.kill('SIGTERM');
    await ended;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

async function firstBytes(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  return value === undefined ? '' : new TextDecoder().decode(value);
}

function processFacts(pid: string): readonly [command: string, parent: number] {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return [command, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
  } catch (e) {
    // WHY: a process may end between the listing and the reading.
    if (e instanceof Error && 'code' in e) return ['', 0];
    throw e;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
