import type { Result } from '@riptide/core/domain';

/** One message to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** What it is about, for the log: never a code or a link. */
  readonly purpose: string;
  /** The same mail sent again carries the same id, by which mailboxes can tell; made up when left out. Letters, digits, `.`, `-`. */
  readonly id?: string;
}

/** Why a mail did not go out. */
export interface MailFault {
  /** True when trying again can't help: the address or the message was refused. */
  readonly isFinal: boolean;
  /** For the log and a person; holds no secret. */
  readonly detail: string;
}

/** Takes mails to where they are read. Each send ends within a minute. */
export interface Mailer {
  /** `outbox`: no mail server is set, mails are files. */
  readonly kind: 'smtp' | 'outbox';
  send(mail: Mail): Promise<Result<null, MailFault>>;
}
