import { spawn, type ChildProcess } from 'node:child_process';
import { vi } from 'vitest';
import { productEntry } from '../compose/product-entry.fixture.ts';

const READY_WITHIN_MS = 240_000;
const ANSWER_WITHIN_MS = 60_000;

type Json = Record<string, unknown>;

/** The whole product in a data folder, on the simulator, as one command starts it. */
export class TestProduct {
  private readonly child: ChildProcess;
  private output = '';
  cookie = '';

  constructor(dataDir: string, password: string) {
    const { path, nodeOptions } = productEntry('supervisor');
    this.child = spawn(process.execPath, [path], {
      env: {
        ...process.env,
        NODE_OPTIONS: nodeOptions,
        PORT: '0',
        DATA_DIR: dataDir,
        GATE_PASSWORD: password,
        MARKET: 'sim',
        EXECUTION: 'paper',
        LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-100_000)));
  }

  private get url(): string {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(this.output.slice(this.output.indexOf('is ready')))?.[0];
    if (url === undefined) throw new Error(`the product is not ready: ${this.output.slice(-2_000)}`);
    return url;
  }

  async ready(): Promise<void> {
    await vi.waitFor(() => this.url, { timeout: READY_WITHIN_MS, interval: 100 });
    await vi.waitFor(
      async () => {
        const response = await fetch(`${this.url}/readyz`);
        if (!response.ok) throw new Error(`not ready: ${await response.text()}`);
      },
      { timeout: READY_WITHIN_MS, interval: 200 },
    );
  }

  async unlock(password: string): Promise<number> {
    const response = await this.call('/api/gate/unlock', { method: 'POST', body: { password } });
    this.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return response.status;
  }

  call(path: string, { method = 'GET', body }: { method?: string; body?: Json } = {}): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: { cookie: this.cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async json<T = Json>(path: string, options: { method?: string; body?: Json } = {}): Promise<T> {
    const response = await this.call(path, options);
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** Runs `npm run backup -- …`. */
export function runBackup(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const { path, nodeOptions } = productEntry('backup-cli');
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, NODE_OPTIONS: nodeOptions, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code: code ?? 1, text })));
}
