import type { Clock, Log } from '@riptide/core/kernel';
import type { Mailer } from './mailer.ts';
import { OutboxMailer } from './outbox-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

export interface MailerOptions {
  /** `smtp(s)://user:password@host:port?from=address`; null: mails become files. */
  readonly smtpUrl: string | null;
  /** Certificate authorities to believe, in PEM; left out: those of the machine. */
  readonly smtpCa?: string;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the mailer the configuration asks for. */
export function createMailer({ smtpUrl, smtpCa, dataDir, clock, log }: MailerOptions): Mailer {
  return smtpUrl === null ? new OutboxMailer(dataDir, clock, log) : new SmtpMailer({ smtpUrl, smtpCa, clock, log });
}
