import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Database from 'better-sqlite3';
import { answerTestCall } from '../../apps/server/src/http/answer-test-calls.fixture.ts';
import { fillTestArbitrage } from '../../apps/server/src/http/fill-test-arbitrage.fixture.ts';
import { fillTestEngine } from '../../apps/server/src/http/fill-test-engine.fixture.ts';
import { fillTestSniping } from '../../apps/server/src/http/fill-test-sniping.fixture.ts';
import { startTestApp } from '../../apps/server/src/http/start-test-app.fixture.ts';
import { openSqlite } from '../../apps/server/src/storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../../apps/server/src/storage/trading-db/trading-schema.ts';
import { generateRows } from '../audit/generate-rows.ts';
import { fillHistory } from './fill-history.ts';

/** The product's whole HTTP side in a process of its own over databases of a year; the engine's values are those of the tests. */
const NOW_MS = 1_800_000_000_000;
const RECORD_PERIOD_MS = 50;

const test = await startTestApp('/nonexistent', { unknownFields: 'strip', trustedProxies: ['127.0.0.1'] });
const trading = join(test.dataDir, 'trading.db');
await (await openSqlite(trading, TRADING_MIGRATIONS)).destroy();
generateRows(
  { app: join(test.dataDir, 'app.db'), trading },
  { trades: 20_000, events: 60_000, serverEvents: 20_000, firstMs: NOW_MS - 30 * 86_400_000, days: 30 },
);
fillHistory(trading, { trades: 100_000, decisions: 20_000, arbitrages: 5_000, equityPoints: 40_000, nowMs: NOW_MS });
fillTestEngine(test);
fillTestArbitrage(test);
fillTestSniping(test);
test.link.answer = answerTestCall;
const cookie = await test.unlock();
// As in the product, where records never stop: what is kept in memory for as long as nothing was written would look faster than it is.
const db = new Database(trading);
const advance = db.prepare('update journal_state set last_seq = last_seq + 1');
const records = setInterval(() => advance.run(), RECORD_PERIOD_MS);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const address = test.app.server.address();
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.send?.({ kind: 'ready', port: typeof address === 'object' ? address?.port : 0, cookie });
// The other side is gone: nobody is left to end it.
process.on('disconnect', () => process.exit(1));
process.on('message', (message: { readonly kind: 'cpu' | 'end' }) => {
  if (message.kind === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ kind: 'cpu', ms: (user + system) / 1_000 });
    return;
  }
  clearInterval(records);
  process.send?.({ kind: 'end', loopDelayP99Ms: delay.percentile(99) / 1e6, rssMb: process.memoryUsage.rss() / 1e6 });
  db.close();
  void test.close().then(() => process.exit(0));
});
