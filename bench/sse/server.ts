import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import Fastify from 'fastify';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { AuditReader } from '../../apps/server/src/audit/audit-reader.ts';
import { addAuditStream } from '../../apps/server/src/http/routes/audit/stream/route.ts';
import { AuditHub } from '../../apps/server/src/http/streams/audit-hub.ts';
import { AuditStreamQuery } from '@riptide/contracts';
import fastifyCookie from '@fastify/cookie';
import { APP_MIGRATIONS } from '../../apps/server/src/storage/app-db/app-schema.ts';
import { openSqlite } from '../../apps/server/src/storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../../apps/server/src/storage/trading-db/trading-schema.ts';

/** The product's audit stream in a process of its own; the gate lets everybody in. */
const folder = process.argv[2] ?? '';
const appPath = join(folder, 'app.db');
const tradingPath = join(folder, 'trading.db');
await (await openSqlite(appPath, APP_MIGRATIONS)).destroy();
await (await openSqlite(tradingPath, TRADING_MIGRATIONS)).destroy();
const app = Fastify();
await app.register(fastifyCookie);
app.setValidatorCompiler(() => (data: unknown) => ({ value: AuditStreamQuery.parse(data) }));
const hub = new AuditHub({
  reader: new AuditReader({ appPath, tradingPath, log: silentLog() }),
  clock: systemClock(),
  log: silentLog(),
});
const gate = { use: () => Number.MAX_SAFE_INTEGER, onEnd: () => () => undefined };
addAuditStream(app, { gate: gate as never }, hub);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ kind: 'ready', port: typeof address === 'object' ? address?.port : 0, cookie: 'riptide_gate=x' });

const delay = monitorEventLoopDelay({ resolution: 5 });
let cpu = process.cpuUsage();
let fromMs = 0;
let rssBeforeMb = 0;
process.on('message', ({ kind }: { readonly kind: string }) => {
  if (kind === 'measure') {
    delay.enable();
    cpu = process.cpuUsage();
    fromMs = performance.now();
    rssBeforeMb = process.memoryUsage.rss() / 1e6;
    process.send?.({ kind: 'measuring' });
  } else if (kind === 'report') {
    const { user, system } = process.cpuUsage(cpu);
    const cpuFrac = (user + system) / 1_000 / (performance.now() - fromMs);
    process.send?.({
      kind: 'used',
      cpuFrac,
      rssMb: process.memoryUsage.rss() / 1e6,
      rssBeforeMb,
      loopDelayP99Ms: delay.percentile(99) / 1e6,
    });
  } else if (kind === 'dropped') process.send?.({ kind: 'dropped', dropped: hub.dropped });
});
