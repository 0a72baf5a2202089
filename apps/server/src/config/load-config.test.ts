import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './config.ts';
import { loadConfig, readEnvFile } from './load-config.ts';

const load = (environment: Record<string, string>, envFile: Record<string, string> = {}) =>
  loadConfig(environment, envFile, '/srv/riptide');

describe('loadConfig', () => {
  it('starts without any variable', () => {
    expect(load({})).toEqual({
      ok: true,
      value: {
        port: 8080,
        host: '127.0.0.1',
        dataDir: '/srv/riptide/data',
        gatePassword: null,
        masterKey: null,
        market: 'sim',
        execution: 'paper',
        replayFolder: null,
        replaySpeed: 1,
        simSeed: 20_260_401,
        simIntensityFrac: 1,
        simControlPort: 0,
        paperUsdt: 10_000,
        orderSockets: [],
        isRecording: false,
        recordBytesMax: 20e9,
        journalKeepMs: 7 * 86_400_000,
        journalBytesMax: 2_048e6,
        flightKeepMs: 48 * 3_600_000,
        flightBytesMax: 512e6,
        notify: {
          telegramToken: null,
          telegramUrl: 'https://api.telegram.org',
          whatsappToken: null,
          whatsappPhoneId: null,
          whatsappUrl: 'https://graph.facebook.com',
        },
        metricsToken: null,
        logLevel: 'info',
        smtpUrl: null,
        tls: null,
        trustedProxies: [],
        allowedHosts: [],
      },
    });
  });

  it('lets the environment win over .env, and takes an empty text for unset', () => {
    const result = load({ PORT: '9001', HOST: '' }, { PORT: '9002', HOST: 'localhost', MARKET: 'live' });
    expect(result.ok && [result.value.port, result.value.host, result.value.market]).toEqual([
      9001,
      'localhost',
      'live',
    ]);
  });

  it.each([
    ['PORT', 'abc', 'PORT: read "abc", allowed: a whole number from 0 to 65535 (0: any free port)'],
    ['PORT', '-1', 'PORT: read "-1", allowed: a whole number from 0 to 65535 (0: any free port)'],
    ['PORT', '65536', 'PORT: read "65536", allowed: a whole number from 0 to 65535 (0: any free port)'],
    ['PORT', '80.5', 'PORT: read "80.5", allowed: a whole number from 0 to 65535 (0: any free port)'],
    ['HOST', 'my host', 'HOST: read "my host", allowed: a host name or an IP address, e.g. 127.0.0.1'],
    ['MARKET', 'prod', 'MARKET: read "prod", allowed: sim, replay, live, testnet'],
    ['EXECUTION', 'dry', 'EXECUTION: read "dry", allowed: paper, live'],
    ['REPLAY_SPEED', '0', 'REPLAY_SPEED: read "0", allowed: a number over 0 (1 is real time), or max'],
    ['REPLAY_SPEED', 'fast', 'REPLAY_SPEED: read "fast", allowed: a number over 0 (1 is real time), or max'],
    ['SIM_SEED', '1e3', 'SIM_SEED: read "1e3", allowed: a whole number from 0 to 4294967295'],
    ['SIM_SEED', '4294967296', 'SIM_SEED: read "4294967296", allowed: a whole number from 0 to 4294967295'],
    [
      'SIM_INTENSITY_PCT',
      '0',
      'SIM_INTENSITY_PCT: read "0", allowed: a whole number from 5 to 100; how often books of the simulated market change, 100 is its default',
    ],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL: read "loud", allowed: fatal, error, warn, info, debug, trace, silent'],
    ['PAPER_USDT', '0', 'PAPER_USDT: read "0", allowed: an amount over 0 and below 1000000000, e.g. 10000'],
    [
      'GATE_PASSWORD',
      'short',
      'GATE_PASSWORD: read a text of 5 characters, allowed: at least 8 and at most 512 characters',
    ],
    [
      'MASTER_KEY',
      'xyz',
      'MASTER_KEY: read a text of 3 characters, allowed: 32 bytes as 64 hexadecimal digits or as base64',
    ],
    [
      'DATABASE_URL',
      'mysql://secret@host/db',
      'DATABASE_URL: read a text of 22 characters, allowed: postgres://user:password@host/database, or unset',
    ],
    ...['localhost', '10.0.0.1/33', '10.0.0.1,', '0.0.0.0/0', '10.0.0.1/8/8'].map((text): [string, string, string] => [
      'TRUSTED_PROXY',
      text,
      `TRUSTED_PROXY: read ${JSON.stringify(text)}, allowed: addresses or networks of proxies whose X-Forwarded-For counts, e.g. 10.0.0.2, 10.1.0.0/16, or unset`,
    ]),
    ['CERT_FILE', 'cert.pem', 'KEY_FILE: read nothing, allowed: a file (CERT_FILE and KEY_FILE go together)'],
    [
      'SMTP_URL',
      'mail',
      'SMTP_URL: read a text of 4 characters, allowed: smtp://user:password@host:587?from=address, or unset',
    ],
    [
      'SMTP_URL',
      'smtp://',
      'SMTP_URL: read a text of 7 characters, allowed: smtp://user:password@host:587?from=address, or unset',
    ],
    [
      'TELEGRAM_BOT_TOKEN',
      'nonsense',
      'TELEGRAM_BOT_TOKEN: read a text of 8 characters, allowed: the token of a Telegram bot, digits:letters, or unset',
    ],
    [
      'WHATSAPP_TOKEN',
      'two words',
      'WHATSAPP_TOKEN: read a text of 9 characters, allowed: an access token of the WhatsApp Cloud API (20 to 1024 letters and digits), or unset',
    ],
    ['WHATSAPP_PHONE_ID', '+49', 'WHATSAPP_PHONE_ID: read "+49", allowed: 5 to 32 digits, or unset'],
  ])('answers a bad %s (%s) with one line that names it, what was read and what is allowed', (name, text, line) => {
    expect(load({ [name]: text })).toEqual({ ok: false, error: [line] });
  });

  it('permits live execution on every market: what is sent is decided venue by venue, by the typed confirmation', () => {
    for (const MARKET of ['sim', 'live', 'testnet']) expect(load({ EXECUTION: 'live', MARKET }).ok).toBe(true);
  });

  it('asks for a folder that exists when replaying', () => {
    expect(load({ MARKET: 'replay' })).toEqual({ ok: false, error: [expect.stringMatching(/^REPLAY: read nothing/)] });
    expect(load({ MARKET: 'replay', REPLAY: 'nowhere' })).toEqual({
      ok: false,
      error: [expect.stringMatching(/^REPLAY: /)],
    });
    const folder = mkdtempSync(join(tmpdir(), 'riptide-config-'));
    const found = load({ MARKET: 'replay', REPLAY: folder, REPLAY_SPEED: 'max' });
    expect(found.ok && [found.value.replayFolder, found.value.replaySpeed]).toEqual([folder, Number.POSITIVE_INFINITY]);
  });

  it('names every bad variable, one line each', () => {
    const result = load({ PORT: 'x', MARKET: 'y' });
    expect(result.ok ? [] : result.error).toHaveLength(2);
  });
});

describe('readEnvFile', () => {
  it('reads quoted values and comments, and nothing from a folder without the file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'riptide-env-'));
    expect(readEnvFile(folder)).toEqual({});
    writeFileSync(join(folder, '.env'), '# ports\nPORT=9000\nGATE_PASSWORD="with space # and hash"\n');
    expect(readEnvFile(folder)).toEqual({ PORT: '9000', GATE_PASSWORD: 'with space # and hash' });
  });
});

describe('isLoopbackHost', () => {
  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.1.4', false],
    ['127.0.0.1.example.com', false],
  ])('%s -> %s', (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });
});
