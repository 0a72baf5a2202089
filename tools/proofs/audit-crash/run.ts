import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { verifyChain } from '../../../apps/server/src/storage/audit/verify-chain.ts';
import { readJournal } from '../../../apps/server/src/storage/journal/read-journal.ts';
import { SegmentRetention } from '../../../apps/server/src/storage/journal/segment-retention.ts';
import { JournalFold } from '../../../apps/server/src/storage/trading-db/journal-fold.ts';
import { until } from '../harness/until.ts';

/**
 * Kills a process with SIGKILL in the middle of writing audit rows of both sides, again and again in one folder, and asks after each
 * death: are both chains intact, and is everything there that was acknowledged?
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const WITHIN_MS = 1_500;
/** The process has to load and to open its files first. */
const FIRST_LINE_MS = 60_000;
const FORCED = ['--conditions=@riptide/source', '--import', 'tsx'];
const writer = fileURLToPath(new URL('writer.ts', import.meta.url));

const random = seededRandom(Number(values.seed));
const dataDir = mkdtempSync(join(tmpdir(), 'riptide-audit-crash-'));
const acknowledged: number[] = [];
let engineSeq = 0;

function take(text: string): void {
  for (const line of text.split('\n')) {
    const [side, number] = line.split(' ');
    if (side === 's' && number !== undefined) acknowledged.push(Number(number));
    else if (side === 'e') engineSeq = Math.max(engineSeq, Number(number));
  }
}

function lines(child: ChildProcess): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the writer did not begin')), FIRST_LINE_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      if (text === '') {
        clearTimeout(timer);
        setTimeout(() => child.kill('SIGKILL'), random() * WITHIN_MS);
      }
      text += chunk.toString();
    });
    child.on('exit', () => {
      clearTimeout(timer);
      // The last line may be torn: what it says was not acknowledged.
      take(text.slice(0, text.lastIndexOf('\n') + 1));
      resolve();
    });
  });
}

/** Folds what the journal has, as the engine does at its next start. */
async function foldRest(): Promise<void> {
  const folder = join(dataDir, 'journal');
  const { checkpoint, records } = readJournal(folder);
  const lastSeq = records.at(-1)?.seq ?? checkpoint?.seq ?? 0;
  const [clock, log] = [systemClock(), silentLog()];
  const retention = new SegmentRetention({ folder, clock, log, keepMs: () => 3_600_000, bytesMax: 1 << 30 });
  const fold = new JournalFold({ folder, path: join(dataDir, 'trading.db'), retention, clock, log });
  fold.start();
  await until('the journal to be folded', FIRST_LINE_MS, () => Promise.resolve(fold.figures.lastSeq >= lastSeq));
  fold.close();
}

function verify(file: string): string[] {
  const db = new Database(join(dataDir, file), { readonly: true });
  const { firstBreak } = verifyChain(db, { fromId: null, toId: null });
  db.close();
  return firstBreak === null ? [] : [`${file}: row ${firstBreak.id}: ${firstBreak.what}`];
}

function check(kill: number): string[] {
  const misses = [...verify('app.db'), ...verify('trading.db')].map((miss) => `kill ${kill}: ${miss}`);
  const app = new Database(join(dataDir, 'app.db'), { readonly: true });
  const rows = app.prepare("select json_extract(payload, '$.n') as n from audit_event").all() as { n: number }[];
  app.close();
  const there = new Set(rows.map(({ n }) => n));
  if (there.size !== rows.length) misses.push(`kill ${kill}: ${rows.length - there.size} rows of the server twice`);
  const lost = acknowledged.filter((n) => !there.has(n));
  if (lost.length > 0) misses.push(`kill ${kill}: ${lost.length} acknowledged rows of the server are lost`);
  const trading = new Database(join(dataDir, 'trading.db'), { readonly: true });
  const { folded } = trading.prepare('select last_seq as folded from journal_state').get() as { folded: number };
  const { count } = trading
    .prepare(
      'select (select count(*) from audit_event) + (select count(*) from audit_trade) + (select count(*) from audit_result) as count',
    )
    .get() as { count: number };
  trading.close();
  if (folded < engineSeq) misses.push(`kill ${kill}: acknowledged up to ${engineSeq}, folded up to ${folded}`);
  if (count !== folded) misses.push(`kill ${kill}: ${folded} records of the engine make ${count} rows`);
  return misses;
}

const kills = Number(values.kills);
const misses: string[] = [];
let next = 0;
for (let kill = 1; kill <= kills; kill += 1) {
  const args = [...FORCED, writer, dataDir, String(next)];
  await lines(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  // Numbers of the next run begin above every number this one may have written.
  next = Math.max(next, ...acknowledged.slice(-100)) + 1_000;
  await foldRest();
  const found = check(kill);
  misses.push(...found);
  console.log(
    `kill ${kill}: ${acknowledged.length} and ${engineSeq} acknowledged so far: ${found.length === 0 ? 'held' : found.join(' | ')}`,
  );
}
console.log(
  `audit-crash: ${kills} kills, ${acknowledged.length} rows of the server and ${engineSeq} records of the engine acknowledged`,
);
console.log(
  misses.length === 0
    ? 'audit-crash: both chains intact each time, nothing acknowledged lost, nothing twice'
    : misses.join('\n'),
);
if (misses.length === 0) rmSync(dataDir, { recursive: true, force: true });
process.exitCode = misses.length === 0 ? 0 : 1;
