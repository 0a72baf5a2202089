import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { KeyVault } from '../access/key-vault.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import { OutboxMailer } from '../mail/outbox-mailer.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { noticeOf, type Notice } from './notice.ts';
import { openNotifier, type Notifier } from './notifier.ts';
import { BY_WEBHOOK } from './notify-world.fixture.ts';

/** The notifications over a folder with the machine's clock, sending by a webhook. */
export async function openNotifyProcess(
  dataDir: string,
  url: string,
): Promise<Notifier & { notice(title: string): Notice; end(): Promise<void> }> {
  const clock = systemClock();
  const link = new FakeEngineLink();
  link.isConnected = false;
  const db = await openSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
  const notifier = await openNotifier({
    db,
    vault: new KeyVault(Buffer.alloc(32, 1)),
    mailer: new OutboxMailer(dataDir, clock, silentLog()),
    link,
    clock,
    random: seededRandom(1),
    log: silentLog(),
    market: 'sim',
    configured: { telegramToken: null, whatsappToken: null, whatsappPhoneId: null },
    telegramUrl: url,
    whatsappUrl: url,
    lookupAll: (_host, done) => done(null, []),
    closedTrades: () => [],
    newId: () => randomUUID(),
    newToken: () => '0'.repeat(22),
    audit: () => undefined,
  });
  await notifier.settings.change(BY_WEBHOOK(url));
  return {
    ...notifier,
    notice: (title) => noticeOf({ event: 'warning', severity: 'WARN', atMs: clock.nowMs(), title, body: 'b' }),
    end: async () => {
      await notifier.close();
      await db.destroy();
    },
  };
}
