import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReplay, type ReplayOutcome } from '../jobs/run-replay.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const DATA = join(process.env['REAL_DATA_DIR'] ?? join(ROOT, '../shared/data'), 'replay');
const isThere = existsSync(DATA);
if (!isThere) process.stdout.write(`${DATA} is absent: the lab is not tested on recordings of real venues\n`);

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lab-real-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function play(folder: string, settings: Readonly<Record<string, unknown>> = {}): Promise<ReplayOutcome> {
  return runReplay(
    { folders: [folder], dataDir, strategy: 'all', settings, warmUpMinutes: 0, rules: {}, seed: 1 },
    { nowMs: () => 0, onProgress: () => true },
  );
}

const told = ({ messages, booksInSync, books, decisions, report }: ReplayOutcome) => ({
  messages,
  booksInSync,
  books,
  decisions,
  gaps: Object.values(report?.venues ?? {}).reduce((sum, { gaps }) => sum + gaps, 0),
  malformed: Object.values(report?.venues ?? {}).reduce((sum, { malformed }) => sum + malformed, 0),
});

/** No recording holds a forced order, so that no engine has anything to decide. */
const QUIET = { decisions: 0, gaps: 0, malformed: 0 };

describe.skipIf(!isThere)('the lab on recordings of real venues', () => {
  // Of the spot book of 2023-04-04 there is no snapshot.
  it.each([
    ['binance-2024-07-18', { messages: 141_898, booksInSync: 2, books: 2 }],
    ['binance-2023-04-04', { messages: 88_854, booksInSync: 1, books: 2 }],
  ])(
    'plays %s with all strategies on, its books in sync',
    async (name, wanted) => {
      expect(told(await play(join(DATA, name)))).toEqual({ ...wanted, ...QUIET });
    },
    120_000,
  );

  it.each([
    ['okx-2021-07', { messages: 1_587, booksInSync: 7, books: 7 }],
    ['okx-2022-05', { messages: 393, booksInSync: 2, books: 2 }],
    ['kucoin-spot-2021-04', { messages: 3_302, booksInSync: 5, books: 5 }],
    ['bybit-linear-2024-12-01', { messages: 27, booksInSync: 1, books: 1 }],
  ])(
    'plays %s twice the same with all strategies on, its books in sync',
    async (name, wanted) => {
      const first = await play(join(DATA, name));
      const second = await play(join(DATA, name));
      expect(told(first)).toEqual({ ...wanted, ...QUIET });
      expect({ ...second, wallS: 0, cpuS: 0 }).toEqual({ ...first, wallS: 0, cpuS: 0 });
    },
    120_000,
  );

  it('decides on real books, twice the same, when forced orders are put between their frames', async () => {
    const folder = await withForcedOrders(importedFolder('binance-2024-07-18'));
    const settings = { symbols: ['BTCUSDT'], floorUsd: 50_000, minVwapMinutes: 1 };
    const first = await play(folder, settings);
    const second = await play(folder, settings);
    expect(first.decisions).toBe(DECISIONS);
    expect(second.decisionsHash).toBe(first.decisionsHash);
    expect(second.trialsHash).toBe(first.trialsHash);
  }, 120_000);
});

/** One for each of the cascades below: what is decided within a second of it again says the same. */
const DECISIONS = 6;
const CASCADES = 6;
const EVERY_LINES = 8_000;
const ORDERS = 8;

function importedFolder(name: string): string {
  const imported = join(dataDir, 'lab/imported');
  const found = readdirSync(imported).find((one) => one.startsWith(name));
  if (found === undefined) throw new Error(`Invariant: ${name} was not imported`);
  return join(imported, found);
}

/** Copies the beginning of a segment with bursts of made-up forced sales of BTCUSDT between its frames. */
async function withForcedOrders(from: string): Promise<string> {
  const [name] = readdirSync(join(from, 'binance'));
  if (name === undefined) throw new Error('Invariant: no segment');
  const lines: string[] = [];
  const text = createReadStream(join(from, 'binance', name)).pipe(createGunzip());
  for await (const line of createInterface({ input: text })) {
    lines.push(line);
    const nth = lines.length / EVERY_LINES;
    if (nth > CASCADES + 1) break;
    if (!Number.isInteger(nth) || nth > CASCADES) continue;
    const atMs = Number(line.slice(0, line.indexOf(' ')));
    for (let order = 0; order < ORDERS; order += 1) lines.push(syntheticForcedOrder(atMs, order));
  }
  const to = join(dataDir, 'synthetic_forced-orders');
  mkdirSync(join(to, 'binance'), { recursive: true });
  writeFileSync(join(to, 'binance', name), gzipSync(`${lines.join('\n')}\n`, { level: 1 }));
  return to;
}

function syntheticForcedOrder(atMs: number, order: number): string {
  const o = {
    s: 'BTCUSDT',
    S: 'SELL',
    o: 'LIMIT',
    f: 'IOC',
    q: `2.${order}`,
    p: '63000.00',
    ap: '63100.00',
    X: 'FILLED',
    l: `2.${order}`,
    z: `2.${order}`,
    T: atMs + order,
  };
  const frame = { stream: 'btcusdt@forceOrder', data: { e: 'forceOrder', E: atMs + order, o } };
  return `${atMs} binance-perp ${JSON.stringify(frame)}`;
}
