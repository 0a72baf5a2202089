import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditWriter } from './sse/write-rows.ts';
import { openSqlite } from '../apps/server/src/storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../apps/server/src/storage/trading-db/trading-schema.ts';
import Database from 'better-sqlite3';
import { quantile } from './harness.ts';

/** Audit rows on disk, each commit synced (`synchronous = full`): one row a commit against groups, in turn in each round; wall clock. */
const GROUPS = [1, 10, 100] as const;
const SPAN_MS = 400;
const ROUNDS = 7;

const folder = mkdtempSync(join(tmpdir(), 'riptide-audit-write-'));
const path = join(folder, 'trading.db');
await (await openSqlite(path, TRADING_MIGRATIONS)).destroy();
const db = new Database(path);
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
const write = auditWriter(db);
const rates = GROUPS.map((): number[] => []);
for (let round = -1; round < ROUNDS; round += 1) {
  for (const [at, group] of GROUPS.entries()) {
    const from = performance.now();
    let rows = 0;
    for (; performance.now() - from < SPAN_MS; rows += group) write(group);
    if (round >= 0) rates[at]?.push((rows * 1_000) / (performance.now() - from));
  }
}
db.close();
rmSync(folder, { recursive: true, force: true });

process.stdout.write('\n| rows a commit | rows/s | smallest..largest | to one row a commit |\n|---:|---:|---:|---:|\n');
const rows = GROUPS.map((group, at) => {
  const own = rates[at] ?? [];
  const ratios = own.map((rate, round) => rate / (rates[0]?.[round] ?? Number.NaN));
  return {
    name: `${group} a commit`,
    /** A row, for `npm run bench:compare`. */
    nsMedian: 1e9 / quantile(own, 0.5),
    rowsPerSecond: { median: quantile(own, 0.5), min: Math.min(...own), max: Math.max(...own) },
    ratio: quantile(ratios, 0.5),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
  };
});
for (const { name, ratio, ratioMax, ratioMin, rowsPerSecond } of rows) {
  const { max, median, min } = rowsPerSecond;
  const text = (value: number): string => Math.round(value).toLocaleString('en');
  process.stdout.write(
    `| ${name} | ${text(median)} | ${text(min)}..${text(max)} | ${ratio.toFixed(1)} (${ratioMin.toFixed(1)}..${ratioMax.toFixed(1)}) |\n`,
  );
}
process.stdout.write(`${JSON.stringify({ title: 'audit-write', node: process.version, rows })}\n`);
