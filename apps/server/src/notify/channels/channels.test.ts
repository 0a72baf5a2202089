import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VirtualClock } from '@riptide/core/kernel';
import type { Message } from './channel.ts';
import { httpPost } from './http-post.ts';
import { outsideLookup, isOutside, systemLookup, type LookupAll } from './outside-address.ts';
import { startReceiver, type Receiver } from './receiver.fixture.ts';
import { TelegramApi } from './telegram-api.ts';
import { TelegramChannel } from './telegram-channel.ts';
import { WebhookChannel, webhookSignature, type WebhookSettings } from './webhook-channel.ts';
import { WhatsappChannel, type WhatsappSettings } from './whatsapp-channel.ts';

const TOKEN = '12345678:planted-planted-planted-planted';
const AT_MS = 1_800_000_000_000;
const MESSAGE: Message = {
  event: 'kill_switch',
  severity: 'CRITICAL',
  title: 'Kill switch pulled',
  body: 'level 3:\nby hand',
  symbol: null,
  atMs: AT_MS,
  idemKey: 'k1',
  answerToken: null,
};

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
const sentBody = (): unknown => JSON.parse(receiver.requests[0]?.body ?? 'null');

describe('Telegram', () => {
  const channel = (): TelegramChannel =>
    new TelegramChannel(new TelegramApi({ baseUrl: receiver.url, token: () => TOKEN }), () => '-100123');

  it('sends text to the chat, and buttons where an answer is awaited', async () => {
    expect(await channel().send({ ...MESSAGE, answerToken: 'a'.repeat(22) })).toMatchObject({ ok: true });
    expect(receiver.requests[0]?.path).toBe(`/bot${TOKEN}/sendMessage`);
    expect(sentBody()).toMatchObject({
      chat_id: '-100123',
      text: '🚨 CRITICAL: Kill switch pulled\nlevel 3:\nby hand',
      reply_markup: {
        inline_keyboard: [
          [
            { text: 'Approve', callback_data: `a:${'a'.repeat(22)}` },
            { text: 'Deny', callback_data: `d:${'a'.repeat(22)}` },
            { text: 'Snooze 15 min', callback_data: `s:${'a'.repeat(22)}` },
          ],
        ],
      },
    });
  });

  it.each([
    [429, '{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":7}}', false, 7_000],
    [500, '{"ok":false,"description":"oops"}', false, null],
    [502, '<html>', false, null],
    [400, '{"ok":false,"description":"Bad Request: chat not found"}', true, null],
    [403, `{"ok":false,"description":"bot ${TOKEN} was blocked"}`, true, null],
  ])('takes %i %s as it is meant, and never repeats the token', async (status, body, isFinal, retryAfterMs) => {
    receiver.reply = () => ({ status, body });
    const sent = await channel().send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { isFinal, retryAfterMs } });
    expect(JSON.stringify(sent)).not.toContain('planted');
  });

  it('never repeats the token when nobody answers', async () => {
    await receiver.close();
    const sent = await channel().send(MESSAGE);
    expect(sent).toEqual({
      ok: false,
      error: { isFinal: false, detail: 'not reachable (ECONNREFUSED)', retryAfterMs: null },
    });
  });
});

describe('WhatsApp', () => {
  const SETTINGS: WhatsappSettings = {
    to: '+4915112345678',
    phoneId: '1234567',
    token: 'planted-token-planted-token',
    template: '',
    templateLanguage: 'en_US',
  };
  const channel = (more: Partial<WhatsappSettings> = {}): WhatsappChannel =>
    new WhatsappChannel(receiver.url, () => ({ ...SETTINGS, ...more }));

  it('sends text, or a template with title and text as its parameters', async () => {
    expect((await channel().send(MESSAGE)).ok).toBe(true);
    expect(receiver.requests[0]).toMatchObject({
      path: '/v23.0/1234567/messages',
      headers: { authorization: 'Bearer planted-token-planted-token' },
    });
    expect(sentBody()).toMatchObject({
      messaging_product: 'whatsapp',
      to: '4915112345678',
      type: 'text',
      text: { body: '🚨 CRITICAL: Kill switch pulled\nlevel 3:\nby hand' },
    });
    receiver.requests.length = 0;
    await channel({ template: 'alert' }).send(MESSAGE);
    expect(sentBody()).toMatchObject({
      type: 'template',
      template: {
        name: 'alert',
        language: { code: 'en_US' },
        components: [
          { parameters: [{ text: '🚨 CRITICAL: Kill switch pulled' }, { type: 'text', text: 'level 3: by hand' }] },
        ],
      },
    });
  });

  it('says what Meta says, without the token', async () => {
    const error = { message: 'bad planted-token-planted-token', code: 190 };
    receiver.reply = () => ({ status: 401, body: JSON.stringify({ error }) });
    expect(await channel().send(MESSAGE)).toEqual({
      ok: false,
      error: { isFinal: true, detail: 'answered 401: bad … (190)', retryAfterMs: null },
    });
  });
});

describe('webhook', () => {
  const clock = new VirtualClock(AT_MS);
  const channel = (more: Partial<WebhookSettings> = {}, lookupAll: LookupAll = systemLookup): WebhookChannel => {
    const settings = { url: `${receiver.url}/hook`, secret: 'shared-secret-1234', allowPrivate: true, ...more };
    return new WebhookChannel({ clock, lookupAll, settings: () => settings });
  };

  it('is signed over time and body, and carries one key for every try', async () => {
    expect((await channel().send(MESSAGE)).ok).toBe(true);
    const { headers, body, path } = receiver.requests[0] ?? { headers: {}, body: '', path: '' };
    expect(path).toBe('/hook');
    expect(headers).toMatchObject({
      'idempotency-key': 'k1',
      'x-riptide-timestamp': '1800000000',
      'x-riptide-signature': webhookSignature('shared-secret-1234', '1800000000', body),
    });
    expect(webhookSignature('shared-secret-1234', '1800000001', body)).not.toBe(headers['x-riptide-signature']);
    expect(JSON.parse(body)).toEqual({
      id: 'k1',
      ts: 1_800_000_000,
      event: 'kill_switch',
      severity: 'CRITICAL',
      title: 'Kill switch pulled',
      body: 'level 3:\nby hand',
      symbol: null,
    });
  });

  it('does not follow a redirect, to this machine or anywhere', async () => {
    receiver.reply = ({ path }) =>
      path === '/hook' ? { status: 307, headers: { location: `${receiver.url}/inside` } } : { status: 200 };
    const sent = await channel().send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { isFinal: true } });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/hook']);
  });

  it.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    '10.0.0.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
  ])('refuses the address %s while private targets are not permitted', async (host) => {
    const url = new URL(receiver.url);
    url.hostname = host;
    const sent = await channel({ url: url.href, allowPrivate: false }).send(MESSAGE);
    expect(sent).toMatchObject({ ok: false, error: { isFinal: true } });
    expect(receiver.requests).toEqual([]);
  });

  it('refuses a name with a private address among its addresses, and connects only to what was checked', async () => {
    const url = receiver.url.replace('127.0.0.1', 'hook.example');
    const answers = [
      [{ address: '127.0.0.1', family: 4 }],
      [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ],
      [],
    ];
    for (const addresses of answers) {
      const sent = await channel({ url, allowPrivate: false }, (_host, done) => done(null, addresses)).send(MESSAGE);
      expect(sent.ok).toBe(false);
    }
    let asked = 0;
    const changing: LookupAll = (_host, done) => {
      asked += 1;
      done(null, [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }]);
    };
    const given: unknown[] = [];
    outsideLookup(changing)('hook.example', { all: true }, (_error, address) => void given.push(address));
    expect([asked, given]).toEqual([1, [[{ address: '93.184.216.34', family: 4 }]]]);
    expect(receiver.requests).toEqual([]);
  });

  it.each([
    ['8.8.8.8', true],
    ['2606:4700::1111', true],
    ['127.8.8.8', false],
    ['192.168.1.1', false],
    ['172.31.0.1', false],
    ['172.32.0.1', true],
    ['100.64.0.1', false],
    ['0.0.0.0', false],
    ['255.255.255.255', false],
    ['224.0.0.1', false],
    ['::', false],
    ['::1', false],
    ['fe80::1', false],
    ['fc00::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['2001:db8::1', false],
    ['ff02::1', false],
    ['hook.example', false],
  ])('%s is outside: %s', (address, expected) => {
    expect(isOutside(address)).toBe(expected);
  });

  it('obeys Retry-After, tries again on 500, and gives up on 404', async () => {
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '30' } });
    expect(await channel().send(MESSAGE)).toMatchObject({ error: { isFinal: false, retryAfterMs: 30_000 } });
    receiver.reply = () => ({ status: 500 });
    expect(await channel().send(MESSAGE)).toMatchObject({ error: { isFinal: false, retryAfterMs: null } });
    receiver.reply = () => ({ status: 404 });
    expect(await channel().send(MESSAGE)).toMatchObject({ error: { isFinal: true } });
  });
});

describe('httpPost', () => {
  const post = (timeoutMs: number) => httpPost({ url: new URL(receiver.url), headers: {}, body: '{}', timeoutMs });

  it('ends on a receiver that hangs', async () => {
    receiver.reply = () => 'hang';
    expect(await post(200)).toEqual({ ok: false, error: 'no answer within 0 s' });
  });

  it('reads no more than 64 KiB of an answer', async () => {
    receiver.reply = () => ({ status: 200, body: 'x'.repeat(5_000_000) });
    const answer = await post(5_000);
    expect(answer.ok && answer.value.text.length).toBe(64 * 1024);
  });
});
