import { spawn, type ChildProcess } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { productEntry } from './product-entry.fixture.ts';

const READY_WITHIN_MS = 240_000;
const ANSWER_WITHIN_MS = 60_000;

/** The whole product on a data folder of its own, as one command starts it, with the simulator as its market. */
export class RunningProduct {
  readonly dataDir: string;
  /** Everything every process has printed. */
  printed = '';
  private readonly supervisor: ChildProcess;

  private constructor(variables: Readonly<Record<string, string>>) {
    this.dataDir = mkdtempSync(join(tmpdir(), 'riptide-whole-'));
    const { path, nodeOptions } = productEntry('supervisor');
    this.supervisor = spawn(process.execPath, [path], {
      cwd: this.dataDir,
      env: {
        PATH: process.env['PATH'],
        NODE_OPTIONS: nodeOptions,
        PORT: '0',
        MARKET: 'sim',
        DATA_DIR: this.dataDir,
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.supervisor.stdout, this.supervisor.stderr])
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
  }

  /** Resolves when the product says that it is ready. */
  static async start(variables: Readonly<Record<string, string>>): Promise<RunningProduct> {
    const product = new RunningProduct(variables);
    const options = { timeout: READY_WITHIN_MS, interval: 100 };
    await vi.waitFor(() => {
      if (!product.printed.includes('is ready')) throw new Error(`not ready:\n${product.printed.slice(-4_000)}`);
    }, options);
    return product;
  }

  get url(): string {
    return /Open\s+(http\S+)/.exec(this.printed)?.[1] ?? '';
  }

  call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** Every file of the data folder, its text byte by byte. */
  files(): readonly (readonly [path: string, text: string])[] {
    return readdirSync(this.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, 'latin1')] as const);
  }

  /** What others may read or write in the data folder. */
  openToOthers(): readonly string[] {
    const paths = ['.', ...readdirSync(this.dataDir, { recursive: true, encoding: 'utf8' })];
    return paths.filter((path) => {
      const stat = lstatSync(join(this.dataDir, path), { throwIfNoEntry: false });
      return stat !== undefined && (stat.mode & 0o077) !== 0;
    });
  }

  /** Ends every process; the data folder stays until `remove`. */
  async stop(): Promise<void> {
    if (this.supervisor.exitCode !== null) return;
    const ended = new Promise((resolve) => this.supervisor.once('exit', resolve));
    this.supervisor.kill('SIGTERM');
    await ended;
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
