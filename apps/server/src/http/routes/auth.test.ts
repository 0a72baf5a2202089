import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'otplib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../start-test-app.fixture.ts';

const ADA = { email: 'ada@example.com', password: 'analytical engine' };
const MINUTE_MS = 60_000;

let t: TestApp;
let cookie = '';

beforeEach(async () => {
  t = await startTestApp();
  cookie = await t.unlock();
});
afterEach(() => t.close());

function post(path: string, payload: object = {}, headers: Record<string, string> = {}) {
  return t.app.inject({ method: 'POST', url: `/api/auth/${path}`, headers: { cookie, ...headers }, payload });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const me = (token: string) => t.app.inject({ url: '/api/auth/me', headers: { cookie, ...bearer(token) } });

/** Texts of the mails so far, the newest last. */
async function mails(): Promise<string[]> {
  await t.accounts.close();
  const folder = join(t.dataDir, 'outbox');
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'));
}

async function newest(pattern: RegExp): Promise<string> {
  const found = (await mails()).map((text) => pattern.exec(text.replaceAll('=\r\n', ''))?.[1]).filter((text) => text);
  return found.at(-1) ?? '';
}

const codeMailed = () => newest(/code is (\d{6})/);
const tokenMailed = () => newest(/reset token in Riptide:\r\n\r\n([\w-]{43})/);

async function register(user = ADA): Promise<void> {
  const answer = await post('register', { ...user, confirmPassword: user.password });
  expect(answer.json().message).toBe('Registration successful! Please check your email to verify your account.');
}

async function logIn(more: object = {}) {
  const answer = await post('login', { ...ADA, ...more });
  expect([answer.statusCode, answer.json().message]).toEqual([200, 'Welcome back to Riptide!']);
  return answer.json() as { access_token: string; refresh_token: string; user: object };
}

describe('registration', () => {
  it('makes an account that is unverified until its code comes back, by bearer or by email', async () => {
    await register();
    const { access_token: token, user } = await logIn();
    expect(user).toMatchObject({ email: ADA.email, is_verified: false, two_factor_enabled: false });
    const code = await codeMailed();
    const wrong = await post('verify-email', { code: code === '000000' ? '000001' : '000000' }, bearer(token));
    expect([wrong.statusCode, wrong.json().message]).toEqual([403, 'Email verification failed']);
    const right = await post('verify-email', { code }, bearer(token));
    expect(right.json()).toEqual({ ok: true, message: 'Email verified successfully!' });
    expect((await me(token)).json().user.is_verified).toBe(true);
    expect((await post('verify-email', { code, email: ADA.email })).statusCode).toBe(403);
  });

  it('answers the same where the email has an account, leaves it as it is, and mails its owner', async () => {
    await register();
    await register({ email: 'ADA@example.com', password: 'somebody else' });
    expect((await post('login', { ...ADA, password: 'somebody else' })).statusCode).toBe(403);
    await logIn();
    expect((await mails()).some((text) => text.includes('have a Riptide account already'))).toBe(true);
  });

  it('refuses short passwords, unequal ones and what is no email', async () => {
    const tried = (body: object) => post('register', { ...ADA, confirmPassword: ADA.password, ...body });
    for (const [body, text] of [
      [{ password: 'short', confirmPassword: 'short' }, 'Password must be at least 10 characters long'],
      [{ confirmPassword: 'another engine' }, 'Passwords do not match'],
      [{ email: 'ada' }, 'Please enter a valid email address'],
    ] as const) {
      const answer = await tried(body);
      expect([answer.statusCode, answer.json().error]).toEqual([400, text]);
    }
  });

  it('gives up a code after five tries and after 15 minutes; a resent one counts anew', async () => {
    await register();
    const code = await codeMailed();
    const other = code === '111111' ? '222222' : '111111';
    for (let i = 0; i < 5; i += 1) await post('verify-email', { email: ADA.email, code: other });
    expect((await post('verify-email', { email: ADA.email, code })).statusCode).toBe(403);
    t.clock.advance(1);
    await post('resend-verification', { email: ADA.email });
    const second = await codeMailed();
    t.clock.advance(15 * MINUTE_MS);
    expect((await post('verify-email', { email: ADA.email, code: second })).statusCode).toBe(403);
    await post('resend-verification', { email: ADA.email });
    expect((await post('verify-email', { email: ADA.email, code: await codeMailed() })).statusCode).toBe(200);
    const [known, unknown] = [
      await post('resend-verification', { email: ADA.email }),
      await post('resend-verification', { email: 'nobody@example.com' }),
    ];
    expect(known.json()).toEqual(unknown.json());
  });
});

describe('login', () => {
  it('takes email, email_or_username with the email or the name before the @', async () => {
    await register();
    for (const who of [{ email: 'Ada@Example.com ' }, { email_or_username: ADA.email }, { email_or_username: 'ada' }]) {
      expect((await post('login', { ...who, password: ADA.password })).statusCode).toBe(200);
    }
  });

  it('locks for 15 minutes after five failures, known or not, the right password too, and unlocks by itself', async () => {
    await register();
    for (const email of [ADA.email, 'nobody@example.com']) {
      const answers: [number, string][] = [];
      for (let i = 0; i < 6; i += 1) {
        const answer = await post('login', { email, password: 'wrong wrong wrong' });
        answers.push([answer.statusCode, answer.json().code]);
      }
      expect(answers).toEqual([
        ...Array.from({ length: 5 }, () => [403, 'invalid_credentials']),
        [423, 'account_locked'],
      ]);
    }
    const locked = await post('login', ADA);
    expect(locked.json().error).toBe('Account locked due to multiple failed attempts. Please try again later.');
    expect(Number(locked.headers['retry-after'])).toBe(900);
    t.clock.advance(15 * MINUTE_MS);
    await logIn();
  });

  it('checks no more than five passwords where many come at once', async () => {
    await register();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('login', { ...ADA, password: 'wrong wrong wrong' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(5);
  });
});

describe('sessions', () => {
  it('last 15 minutes by access token and go on by refresh; each refresh token is good once', async () => {
    await register();
    const first = await post('login', { ...ADA, rememberMe: true });
    const set = String(first.headers['set-cookie']);
    expect(set).toMatch(/riptide_refresh=[\w-]{43}; Path=\/api\/auth; Expires=.*HttpOnly; SameSite=Strict/);
    const token = first.json().access_token as string;
    expect((await me(token)).statusCode).toBe(200);
    t.clock.advance(15 * MINUTE_MS + 1_000);
    expect([(await me(token)).statusCode, (await me(token)).json().code]).toEqual([403, 'account_required']);
    const byCookie = await post('refresh', {}, { cookie: `${cookie}; ${set.split(';')[0]}` });
    expect((await me(byCookie.json().access_token)).statusCode).toBe(200);
    expect(byCookie.json().refresh_token).toBeUndefined();
  });

  it('end at once where a spent refresh token comes again, for thief and owner alike', async () => {
    await register();
    const { access_token: token, refresh_token: spent } = await logIn();
    const next = await post('refresh', { refresh_token: spent });
    expect(next.statusCode).toBe(200);
    expect((await post('refresh', { refresh_token: spent })).statusCode).toBe(403);
    expect((await post('refresh', { refresh_token: next.json().refresh_token })).statusCode).toBe(403);
    expect((await me(token)).statusCode).toBe(403);
    expect((await t.accounts.events(5)).map(({ kind }) => kind)).toContain('refresh-reused');
  });

  it('let one of two refreshes at the same time pass at most', async () => {
    await register();
    const { refresh_token } = await logIn();
    const both = await Promise.all([post('refresh', { refresh_token }), post('refresh', { refresh_token })]);
    expect(both.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 403]);
  });

  it('refuse a refresh without a token with 403, and end by logout', async () => {
    expect((await post('refresh')).statusCode).toBe(403);
    await register();
    const { access_token: token, refresh_token } = await logIn();
    expect((await post('logout', {}, bearer(token))).json().message).toBe('Logged out successfully');
    expect([(await me(token)).statusCode, (await post('refresh', { refresh_token })).statusCode]).toEqual([403, 403]);
    expect((await post('logout')).statusCode).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('is set by a token that works once within 30 minutes, ends every session and takes the lock away', async () => {
    await register();
    const { access_token: token } = await logIn();
    const [known, unknown] = [
      await post('forgot-password', { email: ADA.email }),
      await post('forgot-password', { email: 'nobody@example.com' }),
    ];
    expect([known.json(), known.statusCode]).toEqual([unknown.json(), unknown.statusCode]);
    expect(known.json().message).toBe('Password reset link sent to your email');
    const resetToken = await tokenMailed();
    for (let i = 0; i < 6; i += 1) await post('login', { ...ADA, password: 'wrong wrong wrong' });
    const reset = () => post('reset-password', { token: resetToken, password: 'difference engine' });
    expect((await reset()).json().message).toBe('Password reset successful! You can now log in.');
    expect([(await reset()).statusCode, (await me(token)).statusCode]).toEqual([403, 403]);
    await logIn({ password: 'difference engine' });
  });

  it('stays as it is with a token that is too old or replaced', async () => {
    await register();
    await post('forgot-password', { email: ADA.email });
    const first = await tokenMailed();
    t.clock.advance(1);
    await post('forgot-password', { email: ADA.email });
    const second = await tokenMailed();
    const reset = (token: string) => post('reset-password', { token, password: 'difference engine' });
    expect(second).not.toBe(first);
    expect((await reset(first)).statusCode).toBe(403);
    t.clock.advance(30 * MINUTE_MS);
    expect((await reset(second)).statusCode).toBe(403);
    await logIn();
  });
});

describe('a second factor', () => {
  async function withTotp() {
    await register();
    const { access_token: token } = await logIn();
    const enrolled = await post('totp/enrol', { password: ADA.password }, bearer(token));
    const secret = enrolled.json().secret as string;
    expect(enrolled.json().otpauth_uri).toContain(`secret=${secret}`);
    const code = () => generate({ secret, epoch: Math.floor(t.clock.nowMs() / 1_000) });
    const first = await code();
    const confirmed = await post('totp/confirm', { otp: first }, bearer(token));
    return { token, first, code, recovery: confirmed.json().recovery_codes as string[] };
  }

  it('is asked for after the right password alone, and no code is taken twice', async () => {
    const { first, code } = await withTotp();
    expect((await post('login', { ...ADA, otp: first })).json().code).toBe('invalid_code');
    t.clock.advance(MINUTE_MS);
    const bare = await post('login', ADA);
    expect([bare.statusCode, bare.json().code]).toEqual([403, 'two_factor_required']);
    expect((await post('login', { ...ADA, password: 'wrong wrong wrong' })).json().code).toBe('invalid_credentials');
    const otp = await code();
    await logIn({ otp });
    expect((await post('login', { ...ADA, otp })).json().code).toBe('invalid_code');
    t.clock.advance(MINUTE_MS);
    await logIn({ otp: await code() });
  });

  it('is guessed no more often than a password, however often it is asked for in between', async () => {
    await withTotp();
    const codes: string[] = [];
    for (let i = 0; i < 6; i += 1) {
      await post('login', ADA);
      codes.push((await post('login', { ...ADA, otp: '000000' })).json().code);
    }
    expect(codes.at(-1)).toBe('account_locked');
  });

  it('gives way to ten recovery codes, once each, and is switched off by password and code', async () => {
    const { token, code, recovery } = await withTotp();
    t.clock.advance(MINUTE_MS);
    expect(new Set(recovery).size).toBe(10);
    await logIn({ otp: recovery[0] });
    expect((await post('login', { ...ADA, otp: recovery[0] })).statusCode).toBe(403);
    expect(
      (await post('totp/disable', { password: 'wrong wrong wrong', otp: await code() }, bearer(token))).statusCode,
    ).toBe(403);
    expect((await post('totp/disable', { password: ADA.password, otp: await code() }, bearer(token))).statusCode).toBe(
      200,
    );
    await logIn();
  });

  it('is set up anew with another secret at once, whatever was taken of the old one', async () => {
    const { token, first, code } = await withTotp();
    const disable = (otp: string) => post('totp/disable', { password: ADA.password, otp }, bearer(token));
    expect((await disable(first)).json().code).toBe('invalid_code');
    t.clock.advance(MINUTE_MS);
    expect((await disable(await code())).statusCode).toBe(200);
    const enrolled = await post('totp/enrol', { password: ADA.password }, bearer(token));
    const secret = enrolled.json().secret as string;
    const otp = await generate({ secret, epoch: Math.floor(t.clock.nowMs() / 1_000) });
    expect((await post('totp/confirm', { otp }, bearer(token))).statusCode).toBe(200);
    expect((await post('totp/enrol', { password: ADA.password }, bearer(token))).json().code).toBe('conflict');
  });
});
