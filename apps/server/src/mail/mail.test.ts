import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock, VirtualClock, type Log, type LogFields } from '@riptide/core/kernel';
import { makeSelfSigned } from '../config/self-signed.fixture.ts';
import { createMailer } from './create-mailer.ts';
import type { Mail } from './mailer.ts';
import { startSmtpServer, type SmtpServerFixture } from './smtp-server.fixture.ts';

const MAIL: Mail = {
  to: 'ada@example.com',
  subject: 'Your code',
  text: 'The code is 123456.\n',
  purpose: 'verify-email',
};

const lines: string[] = [];
const note = (message: string, fields?: LogFields): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
const log: Log = { info: note, warn: note, error: note };
let dataDir = '';
let server: SmtpServerFixture | null = null;

function outbox() {
  dataDir = mkdtempSync(join(tmpdir(), 'riptide-mail-'));
  return createMailer({ smtpUrl: null, dataDir, clock: new VirtualClock(1_800_000_000_000), log });
}

function smtp(url: string, clock = systemClock()) {
  return createMailer({ smtpUrl: url, dataDir: '', clock, log });
}

afterEach(async () => {
  lines.length = 0;
  await server?.close();
  server = null;
  if (dataDir !== '') rmSync(dataDir, { recursive: true, force: true });
  dataDir = '';
});

describe('mails without a mail server', () => {
  it('are files only the operator may read, and the log tells neither code nor address', async () => {
    expect(await outbox().send(MAIL)).toEqual({ ok: true, value: null });
    const [file = ''] = readdirSync(join(dataDir, 'outbox'));
    const path = join(dataDir, 'outbox', file);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'outbox')).mode & 0o777).toBe(0o700);
    expect(readFileSync(path, 'utf8')).toMatch(/To: ada@example\.com\r\n[^]*The code is 123456\./);
    expect(lines.join('\n')).toContain(file);
    expect(lines.join('\n')).not.toMatch(/123456|ada@/);
  });

  it('take no header from a subject and no second address', async () => {
    const mailer = outbox();
    await mailer.send({ ...MAIL, subject: 'Hello\r\nBcc: eve@example.com' });
    const [file = ''] = readdirSync(join(dataDir, 'outbox'));
    expect(readFileSync(join(dataDir, 'outbox', file), 'utf8')).not.toMatch(/^Bcc:/m);
    for (const to of ['a@b.c, eve@example.com', 'a@b.c\r\nBcc: eve@example.com', 'nobody', '<a@b.c>']) {
      expect(await mailer.send({ ...MAIL, to })).toMatchObject({ ok: false, error: { isFinal: true } });
    }
    expect(readdirSync(join(dataDir, 'outbox'))).toHaveLength(1);
  });
});

describe('mails by a mail server', () => {
  it('arrive, with the id they were given', async () => {
    server = await startSmtpServer();
    const mailer = smtp(`${server.url}?from=desk@example.com`);
    expect(await mailer.send({ ...MAIL, id: 'n-17' })).toEqual({ ok: true, value: null });
    expect(server.messages[0]).toContain('Message-ID: <n-17@example.com>');
    expect(server.messages[0]).toContain('The code is 123456.');
    expect(lines.join('\n')).not.toMatch(/123456|ada@/);
  });

  it('are refused for good where the server knows no such mailbox', async () => {
    server = await startSmtpServer('refuses-recipient');
    expect(await smtp(server.url).send(MAIL)).toMatchObject({ ok: false, error: { isFinal: true } });
  });

  it('may be tried again where the connection breaks or nobody listens', async () => {
    server = await startSmtpServer('breaks-off');
    expect(await smtp(server.url).send(MAIL)).toMatchObject({ ok: false, error: { isFinal: false } });
    expect(await smtp('smtp://127.0.0.1:1').send(MAIL)).toMatchObject({ ok: false, error: { isFinal: false } });
  });

  it('end in time where the server says nothing', async () => {
    server = await startSmtpServer('silent');
    const clock = new VirtualClock(1_800_000_000_000);
    const sending = smtp(server.url, clock).send(MAIL);
    clock.advance(45_000);
    expect(await sending).toMatchObject({ ok: false, error: { isFinal: false } });
  });

  it('go to no other machine in clear', async () => {
    server = await startSmtpServer();
    const other = server.url.replace('127.0.0.1', 'desk:hunter2@0.0.0.0');
    const refused = await smtp(other).send(MAIL);
    expect(refused).toMatchObject({ ok: false, error: { isFinal: false, detail: expect.stringContaining('ETLS') } });
    expect(server.messages).toEqual([]);
    expect(lines.join('\n')).not.toContain('hunter2');
  });
});

describe('mails by a mail server with STARTTLS', () => {
  const TLS = makeSelfSigned(Date.now());
  const withLogin = (url: string): string => url.replace('smtp://', 'smtp://desk:hunter2@');
  const login = Buffer.from('\0desk\0hunter2').toString('base64');

  it('go encrypted, and so does the password', async () => {
    server = await startSmtpServer('takes', { tls: TLS, asksLogin: true });
    const mailer = createMailer({
      smtpUrl: withLogin(server.url),
      smtpCa: TLS.cert,
      dataDir: '',
      clock: systemClock(),
      log,
    });
    expect(await mailer.send(MAIL)).toEqual({ ok: true, value: null });
    expect(server.messages[0]).toContain('The code is 123456.');
    expect(server.commands).toContain(`🔒 AUTH PLAIN ${login}`);
    expect(server.commands.filter((line) => !line.startsWith('🔒')).map((line) => line.slice(0, 8))).toEqual([
      expect.stringMatching(/^EHLO/),
      'STARTTLS',
    ]);
  });

  it('do not go where the certificate is signed by nobody known, nor does the password', async () => {
    server = await startSmtpServer('takes', { tls: TLS, asksLogin: true });
    expect(await smtp(withLogin(server.url)).send(MAIL)).toMatchObject({ ok: false, error: { isFinal: false } });
    expect(server.messages).toEqual([]);
    expect(server.commands.join()).not.toContain('AUTH');
  });

  it('may be tried again where user or password are refused, and nobody is told the password', async () => {
    server = await startSmtpServer('refuses-login', { asksLogin: true });
    const refused = await smtp(withLogin(server.url)).send(MAIL);
    expect(refused).toEqual({
      ok: false,
      error: { isFinal: false, detail: 'the mail server refused user or password (EAUTH 535)' },
    });
    expect(lines.join()).not.toMatch(/hunter2|ZGVzaw/);
    expect(server.messages).toEqual([]);
  });

  it.each([
    ['busy', false, /EENVELOPE 451/],
    ['refuses-message', true, /EMESSAGE 554/],
  ] as const)('where the server is %s: final is %s', async (manner, isFinal, detail) => {
    server = await startSmtpServer(manner);
    const refused = await smtp(server.url).send(MAIL);
    expect(refused).toMatchObject({ ok: false, error: { isFinal, detail: expect.stringMatching(detail) } });
  });
});
