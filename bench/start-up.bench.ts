import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Start-up of the product as it is built, over the simulated market and a data folder of its own: once with an empty folder, then again
 * with what the first run left. From the command to the page, to `/readyz` 200, and to four venues with their keys checked and their
 * private streams connected. Without the look of `npm start` at whether something has to be built.
 */
const ENTRY = 'apps/server/dist/supervisor.js';
const STARTS = Number(process.env['STARTS'] ?? 3);
const WITHIN_MS = 120_000;
const ASK_EVERY_MS = 100;
const PASSWORD = 'start-up of the product';

interface Connection {
  readonly connected: boolean;
  readonly is_connecting?: boolean;
  readonly reason: string | null;
}

interface Times {
  readonly addressMs: number;
  readonly readyMs: number;
  readonly connectedMs: number;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Starts the product, waits until all of it is there, and ends it. */
async function startOnce(dataDir: string): Promise<Times> {
  const from = performance.now();
  const since = (): number => performance.now() - from;
  let printed = '';
  const product = spawn(process.execPath, [ENTRY], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      MARKET: 'sim',
      DATA_DIR: dataDir,
      GATE_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [product.stdout, product.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<void>((resolve) => product.once('exit', () => resolve()));
  const until = async <T>(what: string, look: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const found = await look().catch(() => null);
      if (found !== null) return found;
      if (since() > WITHIN_MS || product.exitCode !== null)
        throw new Error(`no ${what} after ${since().toFixed(0)} ms:\n${printed.slice(-2_000)}`);
      await sleep(ASK_EVERY_MS);
    }
  };
  try {
    const url = await until('address', async () => /Open\s+(http\S+)/.exec(printed)?.[1] ?? null);
    const addressMs = since();
    await until('readiness', async () => ((await fetch(`${url}/readyz`)).ok ? true : null));
    const readyMs = since();
    const unlocked = await fetch(`${url}/api/gate/unlock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: PASSWORD }),
    });
    const cookie = unlocked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const told = new Map<string, string>();
    await until('four connected venues', async () => {
      const answer = await fetch(`${url}/api/admin/connections/status`, { headers: { cookie } });
      const { venues } = (await answer.json()) as { readonly venues: Readonly<Record<string, Connection>> };
      const rows = Object.entries(venues);
      for (const [venue, { reason }] of rows) {
        const text = reason ?? 'connected';
        if (told.get(venue) !== text && process.env['START_UP_TRACE'] === '1')
          say(`${since().toFixed(0)} ms ${venue} ${text}`);
        told.set(venue, text);
      }
      const isThere = rows.length === 4 && rows.every(([, row]) => row.connected && row.is_connecting !== true);
      return isThere ? true : null;
    });
    return { addressMs, readyMs, connectedMs: since() };
  } finally {
    product.kill('SIGTERM');
    await ended;
  }
}

if (!existsSync(ENTRY)) throw new Error('build the product first: npm run build');
const dataDir = mkdtempSync(join(tmpdir(), 'riptide-start-'));
const rows: Times[] = [];
try {
  for (let n = 0; n < STARTS; n += 1) rows.push(await startOnce(dataDir));
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
say('| start | address printed ms | ready ms | four venues connected ms |\n|---|---:|---:|---:|');
for (const [n, row] of rows.entries())
  say(
    `| ${n === 0 ? 'first, empty folder' : `again ${n}`} | ${row.addressMs.toFixed(0)} | ${row.readyMs.toFixed(0)} | ${row.connectedMs.toFixed(0)} |`,
  );
say(JSON.stringify({ title: 'start-up', node: process.version, rows }));
