import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NotifyPreferencesInput } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { seededRandom, silentLog, VirtualClock, type Log } from '@riptide/core/kernel';
import { KeyVault } from '../access/key-vault.ts';
import { FakeEngineLink } from '../link/fake-engine-link.fixture.ts';
import type { Mail, Mailer } from '../mail/mailer.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { openSqlite } from '../storage/open-sqlite.ts';
import { startReceiver, type Receiver } from './channels/receiver.fixture.ts';
import { noticeOf, type Notice } from './notice.ts';
import { openNotifier, type Notifier } from './notifier.ts';

const START_MS = 1_800_000_000_000;

export interface NotifyWorld {
  readonly clock: VirtualClock;
  readonly link: FakeEngineLink;
  readonly receiver: Receiver;
  readonly mails: Mail[];
  readonly audited: { readonly event: string; readonly data: Readonly<Record<string, string | number>> }[];
  readonly dataDir: string;
  notifier: Notifier;
  notice(title: string, more?: Partial<Notice>): Notice;
  /** Opens it anew over the same file, as after a restart. */
  restart(): Promise<void>;
  set(input: NotifyPreferencesInput): Promise<void>;
  close(): Promise<void>;
}

interface NotifyWorldOptions {
  readonly log?: Log;
  readonly mailer?: Mailer;
}

/** The notifications over a file of their own, with one receiver on loopback for Telegram, Meta and the webhook. */
export async function openNotifyWorld({ log = silentLog(), ...given }: NotifyWorldOptions = {}): Promise<NotifyWorld> {
  const clock = new VirtualClock(START_MS);
  const link = new FakeEngineLink();
  link.answer = (name) => ok(name === 'news-after' ? { records: [], seq: 0, isEnd: true, missing: 0 } : {});
  const receiver = await startReceiver();
  const dataDir = mkdtempSync(join(tmpdir(), 'riptide-notify-'));
  const mails: Mail[] = [];
  const audited: NotifyWorld['audited'] = [];
  const mailer: Mailer = given.mailer ?? {
    kind: 'smtp',
    send: async (mail) => {
      mails.push(mail);
      return { ok: true, value: null };
    },
  };
  let ids = 0;
  const open = async () => {
    const db = await openSqlite<AppSchema>(join(dataDir, 'app.db'), APP_MIGRATIONS);
    const notifier = await openNotifier({
      db,
      vault: new KeyVault(Buffer.alloc(32, 1)),
      mailer,
      link,
      clock,
      random: seededRandom(1),
      log,
      market: 'sim',
      configured: {
        telegramToken: `12345678:${'t'.repeat(35)}`,
        whatsappToken: 'w'.repeat(30),
        whatsappPhoneId: '1234567',
      },
      telegramUrl: receiver.url,
      whatsappUrl: receiver.url,
      lookupAll: (_host, done) => done(null, []),
      closedTrades: () => [],
      newId: () => `id-${(ids += 1)}`,
      newToken: () => String((ids += 1)).padStart(22, '0'),
      audit: (event, data) => void audited.push({ event, data }),
    });
    return { db, notifier };
  };
  let opened = await open();
  const world: NotifyWorld = {
    clock,
    link,
    receiver,
    mails,
    audited,
    dataDir,
    notifier: opened.notifier,
    notice: (title, more = {}) =>
      noticeOf({ event: 'warning', severity: 'WARN', atMs: clock.nowMs(), title, body: 'b', ...more }),
    restart: async () => {
      await opened.notifier.close();
      await opened.db.destroy();
      opened = await open();
      world.notifier = opened.notifier;
    },
    set: async (input) => {
      await world.notifier.settings.change(input);
    },
    close: async () => {
      await receiver.close();
      await opened.notifier.close();
      await opened.db.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** Preferences that send by the webhook only. */
export const BY_WEBHOOK = (url: string): NotifyPreferencesInput => ({
  enabled: true,
  channels: { webhook: { enabled: true, url, allow_private: true, secret: 'shared-secret-1234' } },
});
