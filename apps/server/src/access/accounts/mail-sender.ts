import type { Log } from '@riptide/core/kernel';
import type { Mail, Mailer } from '../../mail/mailer.ts';

const UNDER_WAY_MAX = 50;

/** Sends mails after the answer: how long a mail takes must not tell whether an account exists. */
export class MailSender {
  private readonly mailer: Mailer;
  private readonly log: Log;
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(mailer: Mailer, log: Log) {
    this.mailer = mailer;
    this.log = log;
  }

  /**
   * Makes a mail and sends it, once the answer is written; null: there is none to send.
   *
   * Over 50 at the same time it is dropped, with a line in the log; the person can ask again.
   */
  send(make: () => Promise<Mail | null>): void {
    if (this.underWay.size >= UNDER_WAY_MAX) {
      this.log.warn('access: too many mails under way, one dropped');
      return;
    }
    const sending = this.makeAndSend(make).catch((error: unknown) =>
      this.log.error('access: mail not made', { error: String(error) }),
    );
    this.underWay.add(sending);
    void sending.finally(() => this.underWay.delete(sending));
  }

  private async makeAndSend(make: () => Promise<Mail | null>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const mail = await make();
    if (mail === null) return;
    const sent = await this.mailer.send(mail);
    if (!sent.ok) this.log.warn('access: mail not sent', { purpose: mail.purpose, detail: sent.error.detail });
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }
}
