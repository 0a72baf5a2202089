import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../harness/until.ts';
import { codeAt } from './code-at.ts';
import type { Outcome, Step } from './call-client.ts';

export type Send = (step: Step) => Promise<Outcome>;

const EMAIL = 'ada@example.com';
const PASSWORD = 'analytical engine';
const NEW_PASSWORD = 'difference engine';
const MAIL_WITHIN_MS = 10_000;

/** Walks through gate and account as a person does: register, verify, log in, second factor, forgotten password. */
export async function walkAccess(send: Send, dataDir: string, gatePassword: string): Promise<void> {
  await send({ call: 'GET /api/gate/status' });
  await send({ call: 'POST /api/gate/unlock', body: { password: gatePassword } });
  await send({
    call: 'POST /api/gate/password/set',
    body: { new_password: gatePassword, current_password: gatePassword },
  });
  const registered = { email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD };
  await send({ call: 'POST /api/auth/register', body: registered });
  const code = await mailed(dataDir, /code is (\d{6})/);
  const first = await send({
    call: 'POST /api/auth/login',
    body: { email: EMAIL, password: PASSWORD, rememberMe: true },
  });
  const bearer = textOf(first, 'access_token');
  await send({ call: 'POST /api/auth/resend-verification', body: { email: EMAIL } });
  const resent = await mailed(dataDir, /code is (\d{6})/, code);
  await send({ call: 'POST /api/auth/verify-email', body: { code: resent }, bearer });
  await send({ call: 'GET /api/auth/me', bearer });
  const next = await send({
    call: 'POST /api/auth/refresh',
    body: { refresh_token: textOf(first, 'refresh_token') },
  });
  await walkSecondFactor(send, textOf(next, 'access_token'));
  await send({ call: 'POST /api/auth/forgot-password', body: { email: EMAIL } });
  const token = await mailed(dataDir, /reset token in Riptide:\r\n\r\n([\w-]{43})/);
  await send({ call: 'POST /api/auth/reset-password', body: { token, password: NEW_PASSWORD } });
  const last = await send({
    call: 'POST /api/auth/login',
    body: { email_or_username: EMAIL, password: NEW_PASSWORD },
  });
  await send({ call: 'POST /api/auth/logout', body: {}, bearer: textOf(last, 'access_token') });
}

async function walkSecondFactor(send: Send, bearer: string | undefined): Promise<void> {
  const enrolled = await send({ call: 'POST /api/auth/totp/enrol', body: { password: PASSWORD }, bearer });
  const secret = textOf(enrolled, 'secret') ?? '';
  const confirmed = await send({
    call: 'POST /api/auth/totp/confirm',
    body: { otp: codeAt(secret, Date.now()) },
    bearer,
  });
  const { recovery_codes: recovery = [] } = confirmed.body as { recovery_codes?: readonly string[] };
  await send({ call: 'POST /api/auth/totp/disable', body: { password: PASSWORD, otp: recovery[0] }, bearer });
}

function textOf({ body }: Outcome, name: string): string | undefined {
  const value = (body as Readonly<Record<string, unknown>> | null)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Waits for a mail in the outbox that says something else than `known`, and returns what the pattern finds. */
async function mailed(dataDir: string, pattern: RegExp, known?: string): Promise<string> {
  const outbox = join(dataDir, 'outbox');
  const newest = (): string | undefined =>
    (existsSync(outbox) ? readdirSync(outbox) : [])
      .toSorted()
      .map((file) => pattern.exec(readFileSync(join(outbox, file), 'utf8'))?.[1])
      .findLast((found) => found !== undefined && found !== known);
  await until('a mail', MAIL_WITHIN_MS, () => newest() !== undefined);
  return newest() ?? '';
}
