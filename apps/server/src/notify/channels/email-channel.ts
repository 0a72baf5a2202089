import { err, ok, type Result } from '@riptide/core/domain';
import type { Mailer } from '../../mail/mailer.ts';
import { subjectOf, type Channel, type Message, type SendFault } from './channel.ts';

/** Mails to one address. A message tried twice carries one Message-ID. */
export class EmailChannel implements Channel {
  readonly name = 'email';
  private readonly mailer: Mailer;
  private readonly to: () => string;

  constructor(mailer: Mailer, to: () => string) {
    this.mailer = mailer;
    this.to = to;
  }

  needs(): string | null {
    if (this.mailer.kind === 'outbox') return 'Needs SMTP_URL';
    return this.to() === '' ? 'Needs an address' : null;
  }

  async send(message: Message): Promise<Result<string, SendFault>> {
    const { body, idemKey, event } = message;
    const sent = await this.mailer.send({
      to: this.to(),
      subject: subjectOf(message),
      text: `${body}\n`,
      purpose: `notification ${event}`,
      id: idemKey,
    });
    return sent.ok ? ok('taken by the mail server') : err({ ...sent.error, retryAfterMs: null });
  }
}
