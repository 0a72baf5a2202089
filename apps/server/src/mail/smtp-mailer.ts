import { createTransport } from 'nodemailer';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log } from '@riptide/core/kernel';
import { isLoopbackHost } from '../config/config.ts';
import { mailMessage } from './mail-message.ts';
import type { Mail, Mailer, MailFault } from './mailer.ts';

const DNS_MS = 5_000;
const CONNECT_MS = 10_000;
const SILENCE_MS = 15_000;
/** A whole delivery, however slowly the server talks. */
const SEND_MS = 45_000;
/** Deliveries at the same time; the next one is told to come again. */
const SENDS_MAX = 8;

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/** Where mails go and who sends them, read from `smtp(s)://user:password@host:port?from=address`. */
function settingsOf(url: URL) {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const user = decodeURIComponent(url.username);
  const isSecure = url.protocol === 'smtps:';
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    // A password or a code in clear over a network is refused; on this machine there is no network.
    requireTLS: !isSecure && !isLoopbackHost(host),
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
    from: url.searchParams.get('from') ?? (user.includes('@') ? user : `riptide@${host}`),
  };
}

interface SmtpMailerOptions {
  readonly smtpUrl: string;
  readonly smtpCa?: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Hands mails to a mail server. */
export class SmtpMailer implements Mailer {
  readonly kind = 'smtp';
  private readonly from: string;
  private readonly transport;
  private readonly clock: Clock;
  private readonly log: Log;
  private sends = 0;

  constructor({ smtpUrl, smtpCa, clock, log }: SmtpMailerOptions) {
    const { from, ...server } = settingsOf(new URL(smtpUrl));
    this.from = from;
    this.transport = createTransport({
      ...server,
      ...(smtpCa === undefined ? {} : { tls: { ca: smtpCa } }),
      dnsTimeout: DNS_MS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    });
    this.clock = clock;
    this.log = log;
  }

  async send(mail: Mail): Promise<Result<null, MailFault>> {
    const message = mailMessage(mail, this.from, this.clock.nowMs());
    if (!message.ok) return message;
    if (this.sends >= SENDS_MAX) return err({ isFinal: false, detail: 'too many mails are under way' });
    this.sends += 1;
    const delivery = this.transport.sendMail(message.value).then(
      () => ok(null),
      (e: unknown) => err(faultOf(e as SmtpError)),
    );
    void delivery.finally(() => (this.sends -= 1));
    const sent = await this.within(delivery);
    if (sent.ok) this.log.info('mail: sent', { purpose: mail.purpose });
    else this.log.warn('mail: not sent', { purpose: mail.purpose, detail: sent.error.detail });
    return sent;
  }

  private within(delivery: Promise<Result<null, MailFault>>): Promise<Result<null, MailFault>> {
    return new Promise((resolve) => {
      const timer = this.clock.after(SEND_MS, () =>
        resolve(err({ isFinal: false, detail: 'the mail server did not take the mail in time' })),
      );
      void delivery.then((sent) => {
        timer.cancel();
        resolve(sent);
      });
    });
  }
}

/** What a person can do something about, in words; the rest by its code. */
const FAULT_WORDS: Readonly<Record<string, string>> = {
  EAUTH: 'the mail server refused user or password',
  ETLS: 'the mail server offers no encryption, and in clear nothing goes to another machine',
  ECONNECTION: 'the mail server can not be reached',
  ESOCKET: 'the mail server can not be reached, or its certificate is not trusted',
  ETIMEDOUT: 'the mail server does not answer',
  EDNS: 'the name of the mail server is not known',
  EENVELOPE: 'the mail server does not take mail for this address',
  EMESSAGE: 'the mail server does not take this mail',
};

/** What a server refuses for good is 5xx on the address or the message; everything else may pass. */
function faultOf(error: SmtpError): MailFault {
  const status = error.responseCode;
  const code = error.code ?? 'unknown';
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE';
  return {
    isFinal: isRefused && status !== undefined && status >= 500,
    detail: `${FAULT_WORDS[code] ?? 'the mail was not taken'} (${status === undefined ? code : `${code} ${status}`})`,
  };
}
