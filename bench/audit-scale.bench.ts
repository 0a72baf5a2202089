import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@riptide/core/kernel';
import { AuditReader } from '../apps/server/src/audit/audit-reader.ts';
import { APP_MIGRATIONS } from '../apps/server/src/storage/app-db/app-schema.ts';
import type { AuditFilter } from '../apps/server/src/storage/audit/audit-filter.ts';
import { openSqlite } from '../apps/server/src/storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../apps/server/src/storage/trading-db/trading-schema.ts';
import { generateRows } from './audit/generate-rows.ts';
import { quantile } from './harness.ts';

/** The audit lists over 10,000 rows and up, in turn: `AUDIT_ROWS` (1,000,000) is the largest; 10,000,000 take 5 GB and some minutes to make. */
const ROWS_MAX = Number(process.env['AUDIT_ROWS'] ?? 1_000_000);
const ROUNDS = 60;
const DAYS = 30;
const DAY_MS = 86_400_000;
const FIRST_MS = 1_790_000_000_000;
const PAGE = 50;
const NO_FILTER: AuditFilter = { sinceMs: null, untilMs: null, symbol: null, venues: null, severities: null };

const folder = mkdtempSync(join(tmpdir(), 'riptide-audit-scale-'));
const sizes: number[] = [];
for (let rows = 10_000; rows <= ROWS_MAX; rows *= 10) sizes.push(rows);
const readers: AuditReader[] = [];
const onDiskMb: number[] = [];
for (const rows of sizes) {
  const appPath = join(folder, `app-${rows}.db`);
  const tradingPath = join(folder, `trading-${rows}.db`);
  await (await openSqlite(appPath, APP_MIGRATIONS)).destroy();
  await (await openSqlite(tradingPath, TRADING_MIGRATIONS)).destroy();
  const parts = { trades: rows * 0.3, events: rows * 0.6, serverEvents: rows * 0.1 };
  const from = performance.now();
  generateRows({ app: appPath, trading: tradingPath }, { ...parts, firstMs: FIRST_MS, days: DAYS });
  onDiskMb.push((statSync(appPath).size + statSync(tradingPath).size) / 1e6);
  process.stdout.write(`${rows} rows made in ${((performance.now() - from) / 1_000).toFixed(0)} s\n`);
  readers.push(new AuditReader({ appPath, tradingPath, log: silentLog() }));
}

interface Place {
  readonly reader: AuditReader;
  /** The round. */
  readonly n: number;
  readonly rows: number;
}

const page = ({ reader }: Place, filter: Partial<AuditFilter>, offset = 0): { readonly ok: boolean } =>
  reader.page('event', { ...NO_FILTER, ...filter, limit: PAGE, offset });

const CALLS: readonly { readonly name: string; ask(place: Place): { readonly ok: boolean } }[] = [
  { name: 'first page and total', ask: (place) => page(place, {}) },
  { name: 'far page', ask: (place) => page(place, {}, Math.floor((place.rows * 0.69 * place.n) / ROUNDS)) },
  { name: 'by symbol', ask: (place) => page(place, { symbol: 'BTCUSDT' }) },
  { name: 'by symbol, rare', ask: (place) => page(place, { symbol: `COIN${200 + (place.n % 90)}USDT` }) },
  { name: 'by venues', ask: (place) => page(place, { venues: ['KUCOIN'] }) },
  { name: 'by severity', ask: (place) => page(place, { severities: ['ERROR', 'CRITICAL'] }) },
  {
    name: 'by time, a day',
    ask: (place) => {
      const sinceMs = FIRST_MS + ((place.n * 37) % 28) * DAY_MS + 40_000_123;
      return page(place, { sinceMs, untilMs: sinceMs + DAY_MS });
    },
  },
  { name: 'single row', ask: ({ reader, n, rows }) => reader.row('event', 1 + Math.floor((rows * 0.9 * n) / ROUNDS)) },
];

const rssMb = (): number => process.memoryUsage.rss() / 1e6;
const rssBefore = rssMb();
process.stdout.write('\n| call, p50 ms (p95) |');
for (const [at, rows] of sizes.entries())
  process.stdout.write(` ${rows.toLocaleString('en')} rows, ${(onDiskMb[at] as number).toFixed(0)} MB |`);
process.stdout.write(`\n|---|${'---:|'.repeat(sizes.length)}\n`);
const results = CALLS.map(({ name, ask }) => {
  const times = sizes.map((): number[] => []);
  for (let n = 0; n < ROUNDS; n += 1) {
    for (const [at, rows] of sizes.entries()) {
      const reader = readers[at] as AuditReader;
      const from = performance.now();
      const answer = ask({ reader, n, rows });
      times[at]?.push(performance.now() - from);
      if (!answer.ok) throw new Error(`Invariant: ${name} was not answered`);
    }
  }
  const figures = times.map((own, at) => ({ rows: sizes[at], p50Ms: quantile(own, 0.5), p95Ms: quantile(own, 0.95) }));
  process.stdout.write(
    `| ${name} | ${figures.map(({ p50Ms, p95Ms }) => `${p50Ms.toFixed(1)} (${p95Ms.toFixed(1)})`).join(' | ')} |\n`,
  );
  return { name, figures };
});
process.stdout.write(
  `\nmemory before the lists ${rssBefore.toFixed(0)} MB, after them ${rssMb().toFixed(0)} MB, all sizes open\n`,
);
process.stdout.write(`${JSON.stringify({ title: 'audit-scale', node: process.version, sizes, onDiskMb, results })}\n`);
for (const reader of readers) reader.close();
rmSync(folder, { recursive: true, force: true });
