import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, request, type APIRequestContext } from '@playwright/test';
import { gatePassword } from './passwords.ts';
import { signIn } from './settle.ts';
import { SimControl } from './sim-control.ts';

const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_MS = 10_000;

/** A second product beside the one of all journeys: its orders go to the simulated venues themselves, by the real adapters. */
export class LiveProduct {
  readonly url: string;
  readonly operator: APIRequestContext;
  readonly sim: SimControl;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(
    parts: Pick<LiveProduct, 'url' | 'operator' | 'sim'> & { process: ChildProcess; folder: string },
  ) {
    this.url = parts.url;
    this.operator = parts.operator;
    this.sim = parts.sim;
    this.#process = parts.process;
    this.#folder = parts.folder;
  }

  /** Starts it on free ports over a folder of its own, and signs in. */
  static async start(): Promise<LiveProduct> {
    const [port, controlPort] = await freePorts();
    const folder = mkdtempSync(join(tmpdir(), 'riptide-e2e-live-'));
    const supervisor = spawn(process.execPath, ['apps/server/dist/supervisor.js'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        PORT: String(port),
        SIM_CONTROL_PORT: String(controlPort),
        DATA_DIR: folder,
        GATE_PASSWORD: gatePassword(),
        MARKET: 'sim',
        EXECUTION: 'live',
        SIM_INTENSITY_PCT: '40',
      },
    });
    const url = `http://127.0.0.1:${port}`;
    const operator = await request.newContext({ baseURL: url });
    const sim = new SimControl(operator, controlPort);
    const product = new LiveProduct({ url, operator, sim, process: supervisor, folder });
    try {
      await expect(async () => expect((await operator.get('/readyz')).ok()).toBe(true)).toPass({
        timeout: READY_WITHIN_MS,
      });
      await signIn(operator);
      return product;
    } catch (e) {
      await product.stop();
      throw e;
    }
  }

  async stop(): Promise<void> {
    await this.operator.dispose();
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGTERM');
      const late = setTimeout(() => this.#process.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Two ports that were free at the same time. */
async function freePorts(): Promise<readonly number[]> {
  const servers = [createServer(), createServer()];
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports;
}
