import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog, VirtualClock } from '@riptide/core/kernel';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { verifyChain } from '../storage/audit/verify-chain.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { TRADING_MIGRATIONS } from '../storage/trading-db/trading-schema.ts';
import { AuditLog, type AuditEntry } from './audit-log.ts';
import { AUDIT_AT_MS, openAuditWorld, type AuditWorld } from './audit-world.fixture.ts';

const entry = (n: number): AuditEntry => ({ event: 'x', severity: 'INFO', payload: { n } });
const whole = { fromId: null, toId: null };

let world: AuditWorld;
let clock: VirtualClock;
let log: AuditLog;
beforeEach(async () => {
  world = await openAuditWorld();
  clock = new VirtualClock(AUDIT_AT_MS);
  log = new AuditLog({ db: world.app, clock, log: silentLog() });
});
afterEach(() => world.close());

function verified() {
  const db = new Database(world.appPath);
  const report = verifyChain(db, whole);
  db.close();
  return report;
}

describe('AuditLog', () => {
  it('writes rows in the order in which they were told, in groups, into one chain', async () => {
    const written = await Promise.all(Array.from({ length: 450 }, (_, n) => log.append(entry(n))));
    expect(written.every((isWritten) => isWritten)).toBe(true);
    expect(verified()).toMatchObject({ rows: 450, firstBreak: null });
    const rows = await world.app.selectFrom('audit_event').select('payload').orderBy('id').execute();
    expect(rows.map(({ payload }) => (JSON.parse(payload) as { n: number }).n)).toEqual([...Array(450).keys()]);
  });

  it('counts what it can not write, says so, and goes on with a chain that holds', async () => {
    await log.append(entry(1));
    await sql`create trigger no before insert on audit_event begin select raise(abort, 'full'); end`.execute(world.app);
    expect(await Promise.all([log.append(entry(2)), log.append(entry(3))])).toEqual([false, false]);
    await sql`drop trigger no`.execute(world.app);
    expect(await log.append(entry(4))).toBe(true);
    expect(log.figures).toMatchObject({ written: 2, failures: 2, waiting: 0 });
    expect(verified()).toMatchObject({ rows: 2, firstBreak: null });
  });

  it('refuses rows over its bound instead of growing', async () => {
    const answers = await Promise.all(Array.from({ length: 5_100 }, (_, n) => log.append(entry(n))));
    expect(answers.filter((isWritten) => !isWritten)).toHaveLength(100);
    expect(verified()).toMatchObject({ rows: 5_000, firstBreak: null });
  });

  it('goes on after retention took rows away', async () => {
    for (let n = 0; n < 10; n += 1) {
      clock.advance(1_000);
      await log.append(entry(n));
    }
    expect(await log.prune(AUDIT_AT_MS + 4_001)).toBe(4);
    await log.append(entry(10));
    expect(await log.prune(AUDIT_AT_MS + 6_001)).toBe(2);
    expect(verified()).toMatchObject({ rows: 5, pruned: 6, firstBreak: null });
  });
});

describe('the migrations', () => {
  it('chain the rows that stood before them', async () => {
    const upTo = (all: object, last: string) =>
      Object.fromEntries(Object.entries(all).filter(([name]) => name < last)) as never;
    const trading = `${world.dataDir}/old-trading.db`;
    await (await openSqlite<never>(trading, upTo(TRADING_MIGRATIONS, '0006'))).destroy();
    const old = new Database(trading);
    const addTrade = old.prepare(
      `insert into audit_trade values (?, ${AUDIT_AT_MS}, ?, 'BTCUSDT', 'OKX', '{}', '{"status":"sent"}')`,
    );
    const addEvent = old.prepare(`insert into audit_event values (?, ${AUDIT_AT_MS}, 'x', 'INFO', null, '', '{}')`);
    old.transaction(() => {
      for (let id = 1; id <= 5_000; id += 1)
        if (id % 3 === 0) addTrade.run(id, `i${id}`);
        else addEvent.run(id);
    })();
    old.close();
    await (await openSqlite(trading, TRADING_MIGRATIONS)).destroy();
    const app = `${world.dataDir}/old-app.db`;
    const oldApp = await openSqlite<AppSchema>(app, upTo(APP_MIGRATIONS, '0005'));
    await sql`insert into gate_event (at_ms, kind, address) values (${AUDIT_AT_MS}, 'wrong-password', '1.2.3.4')`.execute(
      oldApp,
    );
    await sql`insert into access_event (at_ms, kind, who, address, request_id) values (${AUDIT_AT_MS - 5}, 'login', 'ada', '::1', 'r')`.execute(
      oldApp,
    );
    await oldApp.destroy();
    await (await openSqlite(app, APP_MIGRATIONS)).destroy();
    for (const [path, rows] of [
      [trading, 5_000],
      [app, 2],
    ] as const) {
      const db = new Database(path);
      expect(verifyChain(db, whole)).toMatchObject({ rows, firstBreak: null });
      db.close();
    }
  }, 30_000);
});
