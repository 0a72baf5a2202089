import { generate } from 'otplib';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startSmtpServer, type SmtpServerFixture } from '../mail/smtp-server.fixture.ts';
import { startReceiver, type Receiver } from '../notify/channels/receiver.fixture.ts';
import { RunningProduct } from './running-product.fixture.ts';

const WAIT = { timeout: 120_000, interval: 100 };
const EMAIL = 'ada@example.com';
/** What a person or the environment gives. Each is found again wherever it is written in the clear. */
const GIVEN = {
  gate: 'planted gate password 1',
  gateNext: 'planted gate password 2',
  account: 'planted account password 1',
  accountNext: 'planted account password 2',
  typedAsName: 'planted-password-typed-as-a-name',
  apiKey: 'plantedApiKey0123456789abcdefXYZ',
  apiSecret: 'plantedApiSecret0123456789abcdef',
  passphrase: 'plantedPassphrase01',
  smtp: 'plantedSmtpPassword01',
  metrics: 'plantedMetricsToken0123456789abcdef',
  bot: `12345678:${'plantedEnvBot'.repeat(3)}`,
  ownBot: `87654321:${'plantedOwnBot'.repeat(3)}`,
  meta: 'plantedEnvMeta'.repeat(3),
  ownMeta: 'plantedOwnMeta'.repeat(3),
  hook: 'plantedHookSecret-plantedHookSecret',
  master: Buffer.alloc(32, 'plantedmaster').toString('hex'),
} as const;

/** Which answer may carry what the product has made. */
const HANDED_OUT: readonly (readonly [RegExp, string | undefined])[] = [
  [/^(access|refresh|riptide_refresh)/, 'POST /api/auth/login'],
  [/^(access|refresh|riptide_refresh)/, 'POST /api/auth/refresh'],
  [/^totp secret/, 'POST /api/auth/totp/enrol'],
  [/^recovery code/, 'POST /api/auth/totp/confirm'],
];

interface Heard {
  readonly call: string;
  readonly text: string;
}

let product: RunningProduct;
let smtp: SmtpServerFixture;
let receiver: Receiver;
const heard: Heard[] = [];
/** Made by the product and handed out, each in an answer or a mail of its own. */
const made: Record<string, string> = {};
const headers: Record<string, string> = {};

beforeAll(async () => {
  smtp = await startSmtpServer();
  receiver = await startReceiver();
  // A receiver that says back all it was sent.
  receiver.reply = ({ path, headers: sent, body }) => ({
    status: 400,
    body: JSON.stringify({ ok: false, description: `${path} ${sent.authorization ?? ''} ${body}` }),
  });
  product = await RunningProduct.start({
    LOG_LEVEL: 'trace',
    GATE_PASSWORD: GIVEN.gate,
    MASTER_KEY: GIVEN.master,
    METRICS_TOKEN: GIVEN.metrics,
    SMTP_URL: `${smtp.url.replace('smtp://', `smtp://planted:${GIVEN.smtp}@`)}?from=riptide@example.com`,
    TELEGRAM_BOT_TOKEN: GIVEN.bot,
    TELEGRAM_API_URL: receiver.url,
    WHATSAPP_TOKEN: GIVEN.meta,
    WHATSAPP_PHONE_ID: '1234567890',
    WHATSAPP_API_URL: receiver.url,
  });
}, 300_000);
afterAll(async () => {
  await product?.stop();
  product?.remove();
  await receiver?.close();
  await smtp?.close();
});

async function ask(
  call: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Readonly<Record<string, unknown>>> {
  const [method = '', path = ''] = call.split(' ');
  const answer = await product.call(method, path, body, { ...headers, ...more });
  const text = await answer.text();
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  for (const cookie of cookies) {
    const [name = '', value = ''] = cookie.split('=');
    if (value !== '') made[`${name} ${Object.keys(made).length}`] = value;
    if (value !== '' && name === 'riptide_gate') headers['cookie'] = cookie;
  }
  heard.push({ call, text });
  expect([call, text.includes('"ok"')]).toEqual([call, true]);
  return JSON.parse(text) as Record<string, unknown>;
}

async function mailed(pattern: RegExp): Promise<string> {
  return vi.waitFor(() => {
    const found = smtp.messages.map((text) => pattern.exec(text.replaceAll('=\r\n', ''))?.[1]).filter(Boolean);
    const last = found.at(-1);
    if (last === undefined) throw new Error(`no mail with ${pattern}`);
    return last;
  }, WAIT);
}

async function goThroughGate(): Promise<void> {
  await ask('POST /api/gate/unlock', { password: `${GIVEN.gate} wrong` });
  await ask('POST /api/gate/unlock', { password: GIVEN.gate });
  await ask('POST /api/gate/password/set', { new_password: GIVEN.gateNext, current_password: `${GIVEN.gate} wrong` });
  await ask('POST /api/gate/password/set', { new_password: GIVEN.gateNext, current_password: GIVEN.gate });
  await ask(`GET /api/gate/sessions?password=${encodeURIComponent(GIVEN.gateNext)}`);
  await ask('POST /api/gate/unlock', { passwort: GIVEN.gateNext });
}

async function goThroughAccount(): Promise<void> {
  const password = GIVEN.account;
  await ask('POST /api/auth/register', { email: EMAIL, password, confirmPassword: password });
  made['verification code'] = await mailed(/code is (\d{6})/);
  await ask('POST /api/auth/verify-email', { email: EMAIL, code: made['verification code'] });
  await ask('POST /api/auth/login', { email_or_username: GIVEN.typedAsName, password });
  await ask('POST /api/auth/login', { email: EMAIL, password: `${password} wrong` });
  const login = await ask('POST /api/auth/login', { email: EMAIL, password });
  const refreshed = await ask('POST /api/auth/refresh', { refresh_token: login['refresh_token'] });
  Object.assign(made, { access: login['access_token'], refresh: login['refresh_token'] });
  Object.assign(made, { access2: refreshed['access_token'], refresh2: refreshed['refresh_token'] });
  const bearer = { authorization: `Bearer ${made['access2']}` };
  await ask(`GET /api/auth/me?token=${made['access2']}`, undefined, bearer);
  await ask('GET /api/auth/me', undefined, bearer);
  const enrolment = await ask('POST /api/auth/totp/enrol', { password }, bearer);
  made['totp secret'] = enrolment['secret'] as string;
  const otp = await generate({ secret: made['totp secret'] });
  const confirmed = await ask('POST /api/auth/totp/confirm', { otp }, bearer);
  for (const code of (confirmed['recovery_codes'] ?? []) as string[]) made[`recovery code ${code}`] = code;
  await ask('POST /api/auth/login', { email: EMAIL, password, otp: made['totp secret'] });
  await ask('POST /api/auth/forgot-password', { email: EMAIL });
  made['reset token'] = await mailed(/reset token[^:]*:\s+([\w-]{20,})/);
  await ask('POST /api/auth/reset-password', { token: `${made['reset token']}x`, password: GIVEN.accountNext });
  await ask('POST /api/auth/reset-password', { token: made['reset token'], password: GIVEN.accountNext });
}

async function goThroughKeysAndChannels(): Promise<void> {
  const { apiKey: api_key, apiSecret: api_secret, passphrase } = GIVEN;
  for (const exchange of ['OKX', 'BINANCE', 'NOWHERE', GIVEN.apiSecret]) {
    const pass = exchange === 'BINANCE' ? {} : { passphrase };
    await ask('PUT /api/admin/connections', { exchange, api_key, api_secret, ...pass, enabled: true });
  }
  await ask('PUT /api/admin/connections', { exchange: 'OKX', api_key: [api_key], api_secret: { api_secret } });
  await ask('POST /api/admin/connections/test', { exchange: 'OKX' });
  await ask(`GET /api/admin/connections?api_secret=${api_secret}`);
  await ask('POST /api/notify/settings', {
    enabled: true,
    channels: {
      email: { enabled: true, to: EMAIL },
      telegram: { enabled: true, chat_id: '7', bot_token: GIVEN.ownBot },
      whatsapp: { enabled: true, to: '+4915112345678', token: GIVEN.ownMeta },
      webhook: { enabled: true, url: receiver.url, allow_private: true, secret: GIVEN.hook },
    },
  });
  await ask('POST /api/notify/settings', { channels: { webhook: { secret: [GIVEN.hook], url: GIVEN.hook } } });
  await ask('POST /api/notify/test', {});
}

async function readEverything(): Promise<void> {
  const { paths } = JSON.parse(await (await product.call('GET', '/api/openapi.json', undefined, headers)).text()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  for (const [path, methods] of Object.entries(paths)) {
    if (!('get' in methods) || path === '/api/stream' || path.endsWith('/stream')) continue;
    const answer = await product.call('GET', path.replace(/\{\w+\}/g, 'x1'), undefined, headers);
    heard.push({ call: `GET ${path}`, text: await answer.text() });
  }
}

/** A secret in the forms it could be written down in. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, encodeURIComponent(secret), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('hex')];
}

it('leave no trace: not in a line of any process, nor in a file, nor in an answer they were not made for', async () => {
  await goThroughGate();
  await goThroughAccount();
  await goThroughKeysAndChannels();
  await readEverything();
  const running = product.files();
  expect(product.openToOthers()).toEqual([]);
  await product.stop();
  const files = [...running, ...product.files()];
  // A code of six digits may be anywhere by chance.
  const short = new Set(['verification code']);
  const secrets = Object.entries({ ...GIVEN, ...made }).filter(([name]) => !short.has(name));
  expect([secrets.length > 30, files.length > 5, product.printed.split('\n').length > 20]).toEqual([true, true, true]);
  const found: string[] = [];
  for (const [name, secret] of secrets) {
    for (const form of formsOf(secret)) {
      if (product.printed.includes(form)) found.push(`${name} in the log`);
      for (const [path, text] of files) if (text.includes(form)) found.push(`${name} in ${path}`);
      const tellers = heard.filter(({ text }) => text.includes(form)).map(({ call }) => call.split('?')[0]);
      const wrong = tellers.filter((call) => !HANDED_OUT.some(([kind, where]) => kind.test(name) && where === call));
      if (wrong.length > 0) found.push(`${name} in ${wrong.join(', ')}`);
    }
  }
  expect(found).toEqual([]);
}, 480_000);
