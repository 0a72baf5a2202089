import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Mail, MailFault } from './mailer.ts';

const ADDRESS = /^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\]]{1,253}$/;
const SUBJECT_CHARACTERS_MAX = 200;
const TEXT_CHARACTERS_MAX = 100_000;

/** What nodemailer gets: addresses as objects, so that none is parsed again, and no way to files or other hosts. */
interface MailMessage {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly date: Date;
  readonly messageId: string;
  readonly disableFileAccess: true;
  readonly disableUrlAccess: true;
}

/** Returns the message of a mail; the error names what can't be sent: an address that is none, or a text that is too long. */
export function mailMessage(mail: Mail, from: string, nowMs: number): Result<MailMessage, MailFault> {
  if (!ADDRESS.test(mail.to)) return err({ isFinal: true, detail: 'the address is no mail address' });
  if (mail.text.length > TEXT_CHARACTERS_MAX) return err({ isFinal: true, detail: 'the text is too long' });
  const id = (mail.id ?? randomUUID()).replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 100);
  return ok({
    from: { name: 'Riptide', address: from },
    to: { name: '', address: mail.to },
    subject: mail.subject.replace(/\p{Cc}+/gu, ' ').slice(0, SUBJECT_CHARACTERS_MAX),
    text: mail.text,
    date: new Date(nowMs),
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
