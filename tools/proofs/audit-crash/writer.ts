import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { auditEvent } from '../../../apps/server/src/audit/audit-world.fixture.ts';
import {
  buildFailedFact,
  buildIntentFact,
  buildOrderFact,
} from '../../../apps/server/src/audit/audit-facts.fixture.ts';
import { AuditLog } from '../../../apps/server/src/audit/audit-log.ts';
import { APP_MIGRATIONS, type AppSchema } from '../../../apps/server/src/storage/app-db/app-schema.ts';
import { FileJournal } from '../../../apps/server/src/storage/journal/file-journal.ts';
import { readJournal } from '../../../apps/server/src/storage/journal/read-journal.ts';
import { SegmentRetention } from '../../../apps/server/src/storage/journal/segment-retention.ts';
import { openSqlite } from '../../../apps/server/src/storage/open-sqlite.ts';
import { JournalFold } from '../../../apps/server/src/storage/trading-db/journal-fold.ts';
import { TRADING_MIGRATIONS } from '../../../apps/server/src/storage/trading-db/trading-schema.ts';

/** Rows of the server that are told at once. */
const GROUP = 20;
/** Records of the engine between two rows of the server: four a wish. */
const WISHES = 5;
const ROTATE_EVERY = 40;

/**
 * Writes audit rows of both sides until it is killed, and says by lines on stdout what is acknowledged: `s <n>` a row of the server,
 * `e <seq>` the engine's records up to there.
 */
const [dataDir = '', first = '0'] = process.argv.slice(2);
const clock = systemClock();
const log = silentLog();
const folder = join(dataDir, 'journal');
const path = join(dataDir, 'trading.db');
const app = await openSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
await (await openSqlite(path, TRADING_MIGRATIONS)).destroy();
const retention = new SegmentRetention({ folder, clock, log, keepMs: () => 3_600_000, bytesMax: 1 << 30 });
const content = existsSync(folder) ? readJournal(folder) : { checkpoint: null, records: [], tornBytes: 0 };
const lastSeq = content.records.at(-1)?.seq ?? content.checkpoint?.seq ?? 0;
const journal = new FileJournal({ folder, clock, log });
journal.begin({}, lastSeq);
const fold = new JournalFold({ folder, path, retention, clock, log });
fold.start();
const audit = new AuditLog({ db: app, clock, log });
for (let round = 0, n = Number(first); ; round += 1) {
  for (let wish = 0; wish < WISHES; wish += 1) {
    const id = `w${n}x${wish}`;
    const facts = [
      auditEvent({ data: { id } }),
      buildIntentFact(id),
      buildOrderFact(id, `c${id}`),
      buildFailedFact(`c${id}`),
    ];
    const written = journal.append(facts, clock.nowMs());
    if (!written.ok) throw new Error(written.error.detail);
  }
  process.stdout.write(`e ${journal.lastSeq}\n`);
  fold.wake(journal.lastSeq);
  const told = Array.from({ length: GROUP }, () => {
    const number = n++;
    const entry = { event: 'command', severity: 'INFO', payload: { n: number } } as const;
    return audit.append(entry).then((isWritten) => {
      if (isWritten) process.stdout.write(`s ${number}\n`);
    });
  });
  await Promise.all(told);
  await new Promise((resolve) => setImmediate(resolve));
  if (round % ROTATE_EVERY === ROTATE_EVERY - 1) journal.begin({}, journal.lastSeq);
}
