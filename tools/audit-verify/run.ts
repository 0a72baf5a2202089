import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { verifyChain, type ChainRange, type ChainReport } from '../../apps/server/src/storage/audit/verify-chain.ts';

/** The two chains and the files they are in. */
const CHAINS = { engine: 'trading.db', server: 'app.db' } as const;
type Chain = keyof typeof CHAINS;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: process.env['DATA_DIR'] ?? 'data' },
    chain: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
});

function idOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) fail(`${text} is not the id of a row`, 2);
  return Number(text);
}

function fail(text: string, status: number): never {
  console.error(`audit: ${text}`);
  process.exit(status);
}

function chosen(): readonly Chain[] {
  const { chain } = values;
  if (chain === undefined) return ['engine', 'server'];
  if (chain !== 'engine' && chain !== 'server') fail('--chain is engine or server', 2);
  return [chain];
}

function verify(path: string, range: ChainRange): ChainReport {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    // One state throughout, whatever is written meanwhile.
    return db.transaction(() => verifyChain(db, range))();
  } finally {
    db.close();
  }
}

function tell(chain: Chain, report: ChainReport): boolean {
  const { rows, firstId, lastId, pruned, hash, firstBreak } = report;
  const what = `${rows} rows (${firstId ?? '—'} to ${lastId ?? '—'}), ${pruned} taken away by retention`;
  if (firstBreak === null) console.log(`audit: ${chain}: intact: ${what}; hash ${hash}`);
  else console.log(`audit: ${chain}: BROKEN at row ${firstBreak.id}: ${firstBreak.what} (${what})`);
  return firstBreak === null;
}

function vacuum(folder: string): void {
  const lock = new Database(join(folder, 'engine.lock'), { timeout: 100 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (e) {
    if (!(e instanceof Database.SqliteError)) throw e;
    fail('the product is running on this folder; stop it first', 1);
  }
  for (const file of Object.values(CHAINS)) {
    const db = new Database(join(folder, file), { fileMustExist: true });
    db.exec('vacuum');
    db.close();
  }
  lock.close();
}

const folder = resolve(process.env['CALLED_FROM'] ?? '.', values.data);
const range = { fromId: idOf(values.from), toId: idOf(values.to) };
const action = positionals[0] ?? 'verify';
if (action === 'vacuum') vacuum(folder);
let isIntact = true;
for (const chain of chosen()) {
  const path = join(folder, CHAINS[chain]);
  if (!existsSync(path)) fail(`${path} is not there; name the folder by --data`, 2);
  isIntact = tell(chain, verify(path, range)) && isIntact;
}
process.exitCode = isIntact ? 0 : 1;
