import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { silentLog } from '@riptide/core/kernel';
import { AuditReader } from '../apps/server/src/audit/audit-reader.ts';
import { exportRows } from '../apps/server/src/audit/export-rows.ts';
import { APP_MIGRATIONS } from '../apps/server/src/storage/app-db/app-schema.ts';
import type { AuditFilter, AuditKind } from '../apps/server/src/storage/audit/audit-filter.ts';
import { verifyChain } from '../apps/server/src/storage/audit/verify-chain.ts';
import { openSqlite } from '../apps/server/src/storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../apps/server/src/storage/trading-db/trading-schema.ts';
import { generateRows } from './audit/generate-rows.ts';
import { quantile } from './harness.ts';

/** The audit lists over 1,000,000 rows: pages, totals, filters, single rows, export and verification; p95 and memory. */
const ROWS = { trades: 300_000, events: 600_000, serverEvents: 100_000, firstMs: 1_790_000_000_000, days: 30 };
const ROUNDS = 100;
const DAY_MS = 86_400_000;
const NO_FILTER: AuditFilter = { sinceMs: null, untilMs: null, symbol: null, venues: null, severities: null };

/** A folder that is named is kept, and what stands in it is measured again. */
const kept = process.env['AUDIT_BENCH_DIR'];
const folder = kept ?? mkdtempSync(join(tmpdir(), 'riptide-audit-bench-'));
const paths = { app: join(folder, 'app.db'), trading: join(folder, 'trading.db') };
if (!existsSync(paths.trading)) {
  await (await openSqlite(paths.app, APP_MIGRATIONS)).destroy();
  await (await openSqlite(paths.trading, TRADING_MIGRATIONS)).destroy();
  const from = performance.now();
  generateRows(paths, ROWS);
  say(`generated 1,000,000 rows in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
}
const megabytes = (statSync(paths.app).size + statSync(paths.trading).size) / 1e6;
say(`1,000,000 rows, ${megabytes.toFixed(0)} MB on disk`);

const reader = new AuditReader({ appPath: paths.app, tradingPath: paths.trading, log: silentLog() });
const results: Record<string, unknown>[] = [];
const rssBefore = process.memoryUsage.rss();

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function measure(name: string, call: (n: number) => { readonly ok: boolean }): void {
  const times: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) {
    const from = performance.now();
    if (!call(n).ok) throw new Error(`Invariant: ${name} was not answered`);
    times.push(performance.now() - from);
  }
  const row = { name, p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95), maxMs: Math.max(...times) };
  say(`| ${name} | ${row.p50Ms.toFixed(2)} | ${row.p95Ms.toFixed(2)} | ${row.maxMs.toFixed(2)} |`);
  results.push(row);
}

const page = (kind: AuditKind, filter: Partial<AuditFilter>, offset = 0) =>
  reader.page(kind, { ...NO_FILTER, ...filter, limit: 50, offset });
const lastMs = ROWS.firstMs + ROWS.days * DAY_MS;

say('\n| call | p50 ms | p95 ms | max ms |\n|---|---:|---:|---:|');
measure('first page and total, trades', () => page('trade', {}));
measure('first page and total, events of both chains', () => page('event', {}));
measure('page of 200 rows, events', () => reader.page('event', { ...NO_FILTER, limit: 200, offset: 0 }));
measure('far page (any offset), events', (n) => page('event', {}, (n * 3_499) % 699_000));
measure('by symbol, many rows', () => page('event', { symbol: 'BTCUSDT' }));
measure('by symbol, few rows', (n) => page('event', { symbol: `COIN${200 + (n % 90)}USDT` }));
measure('by symbol, far page', (n) => page('event', { symbol: 'BTCUSDT' }, n * 100));
measure('by time, a day cut on both sides', (n) => {
  const sinceMs = ROWS.firstMs + ((n * 37) % 28) * DAY_MS + 40_000_123;
  return page('event', { sinceMs, untilMs: sinceMs + DAY_MS });
});
measure('by time, four minutes (deep link)', (n) => {
  const sinceMs = lastMs - n * 3_600_000 - 240_000;
  return page('event', { sinceMs, untilMs: sinceMs + 240_000 });
});
measure('by venues', () => page('event', { venues: ['KUCOIN'] }));
measure('by severity, ERROR and up', () => page('event', { severities: ['ERROR', 'CRITICAL'] }));
measure('by symbol, venues, severity and time', (n) =>
  page('event', {
    symbol: 'BTCUSDT',
    venues: ['OKX'],
    severities: ['WARN', 'ERROR'],
    sinceMs: lastMs - (n % 20) * DAY_MS - 5_000,
  }),
);
measure('single trade', (n) => reader.row('trade', 3 * n + 3));
measure('single event of the server', (n) => reader.row('event', 1_000_000_000_001 + n * 400));

const rssLists = process.memoryUsage.rss();
let bytes = 0;
let lines = 0;
let rssMost = 0;
let longestMs = 0;
const from = performance.now();
let last = from;
for await (const text of exportRows(reader, 'event', NO_FILTER)) {
  bytes += Buffer.byteLength(text);
  lines += text.split('\r\n').length - 1;
  rssMost = Math.max(rssMost, process.memoryUsage.rss());
  longestMs = Math.max(longestMs, performance.now() - last);
  last = performance.now();
}
const exported = {
  name: 'export of all events',
  lines: lines - 1,
  megabytes: bytes / 1e6,
  seconds: (performance.now() - from) / 1_000,
  longestStepMs: longestMs,
  rssMb: { before: rssBefore / 1e6, afterLists: rssLists / 1e6, mostInExport: rssMost / 1e6 },
};
results.push(exported);
say(
  `\nexport: ${exported.lines} lines, ${exported.megabytes.toFixed(0)} MB in ${exported.seconds.toFixed(1)} s, longest step ${longestMs.toFixed(0)} ms; memory before ${exported.rssMb.before.toFixed(0)} MB, after the lists ${exported.rssMb.afterLists.toFixed(0)} MB, most in the export ${exported.rssMb.mostInExport.toFixed(0)} MB`,
);

const verifiedFrom = performance.now();
for (const path of [paths.trading, paths.app]) {
  const db = new Database(path, { readonly: true });
  const report = verifyChain(db, { fromId: null, toId: null });
  if (report.firstBreak !== null) throw new Error(`Invariant: ${JSON.stringify(report.firstBreak)}`);
  db.close();
}
const verifySeconds = (performance.now() - verifiedFrom) / 1_000;
results.push({ name: 'verification of 1,000,000 rows', seconds: verifySeconds });
say(`verification of both chains: ${verifySeconds.toFixed(1)} s`);
say(JSON.stringify({ title: 'audit', node: process.version, results }));
reader.close();
if (kept === undefined) rmSync(folder, { recursive: true, force: true });
