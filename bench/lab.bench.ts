import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playTapes, runLab, type PlantedSubject } from '@riptide/core/lab';
import { subjectOf } from '../apps/server/src/lab/jobs/lab-strategies.ts';
import { openTape } from '../apps/server/src/lab/tape/open-tape.ts';
import { findSegments, type RecordedTape } from '../apps/server/src/lab/tape/recorded-tape.ts';
import { quantile } from './harness.ts';
import { BooksOnly } from './lab/books-only.ts';
import { playPlainly } from './lab/plain-replay.ts';

/**
 * A replay of recorded frames, from the packed file to the last decision, against the same file played as a simple backtester does:
 * `JSON.parse` of every frame and a book of two maps, without any strategy. In turn within each round; all books are compared first.
 */
const RECORDING = 'binance-2024-07-18';
const ROUNDS = 11;
const WARM_UPS = 2;
const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../shared/data');
const folder = join(DATA, 'replay', RECORDING);

if (existsSync(folder)) await main();
else process.stdout.write(`${folder} is absent: nothing to play\n`);

interface Way {
  readonly name: string;
  readonly cpuNs: number[];
  readonly wallNs: number[];
  /** Returns the messages played. */
  play(): Promise<number>;
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-lab-'));
  try {
    const { tape } = await openTape(folder, dataDir);
    const imported = join(dataDir, 'lab/imported');
    const [segment] = await findSegments(join(imported, readdirSync(imported)[0] ?? ''));
    if (segment === undefined) throw new Error('Invariant: nothing was imported');
    await verify(tape, segment.path);
    await measure(tape, segment.path);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Compares every book at the end of the tape. @throws Error when one differs. */
async function verify(tape: RecordedTape, path: string): Promise<void> {
  const plain = playPlainly(path);
  const made: BooksOnly[] = [];
  const run = await runLab({
    tape,
    seed: 1,
    createStrategy: (world) => {
      const strategy = new BooksOnly(world);
      made.push(strategy);
      return strategy;
    },
  });
  const [own] = made;
  if (own === undefined || run.messages !== plain.messages)
    throw new Error(`Invariant: ${run.messages} messages played, the plain way read ${plain.messages} lines`);
  let levels = 0;
  for (const [ix, { wireSymbol, id }] of own.world.engine.instruments.entries()) {
    const wanted = plain.levels(wireSymbol);
    levels += wanted.bids.length + wanted.asks.length;
    if (JSON.stringify(own.levels(ix)) !== JSON.stringify(wanted)) throw new Error(`Invariant: books of ${id} differ`);
  }
  process.stdout.write(`${tape.name}: ${run.booksInSync} books equal at the end, ${levels} levels\n`);
}

async function measure(tape: RecordedTape, path: string): Promise<void> {
  const all = subjectOf('all', { settings: {} });
  const ways: readonly Way[] = [
    way('plain: JSON.parse and maps, no strategy', () => Promise.resolve(playPlainly(path).messages)),
    way('lab: decoders, sequence, books', async () => {
      const run = await runLab({ tape, seed: 1, createStrategy: (world) => new BooksOnly(world) });
      return run.messages;
    }),
    way('lab: all strategies on', () => playAll(tape, all)),
  ];
  let messages = 0;
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    for (let nth = 0; nth < ways.length; nth += 1) {
      const one = ways[(nth + round + WARM_UPS) % ways.length] as Way;
      const startedNs = process.hrtime.bigint();
      const before = process.cpuUsage();
      messages = await one.play();
      const { user, system } = process.cpuUsage(before);
      if (round < 0) continue;
      one.cpuNs.push(((user + system) * 1_000) / messages);
      one.wallNs.push(Number(process.hrtime.bigint() - startedNs) / messages);
    }
  }
  print(`lab: replay of ${tape.name}, ${messages} messages, unpacking included`, ways);
}

function way(name: string, play: Way['play']): Way {
  return { name, play, cpuNs: [], wallNs: [] };
}

async function playAll(tape: RecordedTape, { subject: _subject, settingsHash: _hash, ...how }: PlantedSubject) {
  const { runs } = await playTapes({ tapes: [tape], seed: 1, ...how });
  return runs[0]?.messages ?? 0;
}

function print(title: string, ways: readonly Way[]): void {
  const [plain] = ways;
  if (plain === undefined) throw new Error('Invariant: nothing was measured');
  process.stdout.write(`\n${title} (${ROUNDS} rounds, ratio to the plain way within the round)\n`);
  process.stdout.write(
    '| way | CPU ns/message | messages/s of CPU | messages/s by the clock | CPU ratio | min..max |\n',
  );
  process.stdout.write('|---|---:|---:|---:|---:|---:|\n');
  const rows = ways.map(({ name, cpuNs, wallNs }) => {
    const ratios = cpuNs.map((ns, at) => ns / (plain.cpuNs[at] as number));
    return {
      name,
      cpuNs: quantile(cpuNs, 0.5),
      wallNs: quantile(wallNs, 0.5),
      ratio: quantile(ratios, 0.5),
      ratioMin: Math.min(...ratios),
      ratioMax: Math.max(...ratios),
    };
  });
  for (const { name, cpuNs, wallNs, ratio, ratioMin, ratioMax } of rows) {
    const rate = (ns: number): string => Math.round(1e9 / ns).toLocaleString('en');
    process.stdout.write(
      `| ${name} | ${cpuNs.toFixed(0)} | ${rate(cpuNs)} | ${rate(wallNs)} | ${ratio.toFixed(3)} | ${ratioMin.toFixed(3)}..${ratioMax.toFixed(3)} |\n`,
    );
  }
  process.stdout.write(`${JSON.stringify({ title, rounds: ROUNDS, node: process.version, rows })}\n`);
}
