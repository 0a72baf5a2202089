import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { mailMessage } from './mail-message.ts';
import type { Mail, Mailer, MailFault } from './mailer.ts';

const FROM = 'riptide@localhost.localdomain';
/** Files kept; the oldest over it go. */
const FILES_MAX = 1_000;

/** Writes each mail to a file `<epoch ms>-<random>.eml` that only the operator may read. */
export class OutboxMailer implements Mailer {
  readonly kind = 'outbox';
  private readonly folder: string;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

  constructor(dataDir: string, clock: Clock, log: Log) {
    this.folder = join(dataDir, 'outbox');
    this.clock = clock;
    this.log = log;
  }

  async send(mail: Mail): Promise<Result<null, MailFault>> {
    const nowMs = this.clock.nowMs();
    const message = mailMessage(mail, FROM, nowMs);
    if (!message.ok) return message;
    const file = `${nowMs}-${randomBytes(6).toString('hex')}.eml`;
    try {
      const composed = await this.composer.sendMail(message.value);
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const draft = join(this.folder, `.${file}`);
      await writeFile(draft, composed.message as Buffer, { mode: 0o600, flag: 'wx' });
      await rename(draft, join(this.folder, file));
      await this.dropOldest();
    } catch (e) {
      const code = (e as NodeJS.ErrnoException).code ?? 'unknown';
      this.log.error('mail: not written to the outbox', { purpose: mail.purpose, code });
      return err({ isFinal: false, detail: `the outbox can't be written: ${code}` });
    }
    this.log.info('mail: written to the outbox', { purpose: mail.purpose, file });
    return ok(null);
  }

  private async dropOldest(): Promise<void> {
    const files = (await readdir(this.folder)).filter((name) => name.endsWith('.eml')).sort();
    for (const name of files.slice(0, Math.max(0, files.length - FILES_MAX))) {
      await rm(join(this.folder, name), { force: true });
    }
  }
}
