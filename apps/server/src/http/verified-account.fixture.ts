import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './start-test-app.fixture.ts';

const PASSWORD = 'analytical engine';

/** Registers an account and logs it in; verifies it by the code of its mail where wanted. Returns its header. */
export async function testAccount(
  t: TestApp,
  cookie: string,
  { email, isVerified = true }: { email: string; isVerified?: boolean },
): Promise<Record<string, string>> {
  const post = (call: string, payload: object) =>
    t.app.inject({ method: 'POST', url: `/api/auth/${call}`, headers: { cookie }, payload });
  await post('register', { email, password: PASSWORD, confirmPassword: PASSWORD });
  if (isVerified) await post('verify-email', { email, code: await codeMailedTo(t, email) });
  const { access_token: token } = (await post('login', { email, password: PASSWORD })).json() as {
    access_token: string;
  };
  return { authorization: `Bearer ${token}` };
}

async function codeMailedTo(t: TestApp, email: string): Promise<string> {
  await t.accounts.close();
  const folder = join(t.dataDir, 'outbox');
  const mails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', ''));
  return /code is (\d{6})/.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[1] ?? '';
}
