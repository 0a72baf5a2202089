import { isIP } from 'node:net';
import { z } from 'zod';
import { MARKET_SOURCES, type Venue } from '@riptide/core/domain';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const EXECUTIONS = ['paper', 'live'] as const;

/** One environment variable: how its text becomes a value, what a person is told is allowed, and whether its text may be shown. */
interface Variable<S extends z.ZodType> {
  readonly schema: S;
  readonly allowed: string;
  readonly isSecret: boolean;
}

function variable<S extends z.ZodType>(schema: S, allowed: string, isSecret = false): Variable<S> {
  return { schema, allowed, isSecret };
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));

const optionalText = z
  .string()
  .optional()
  .transform((text) => text ?? null);

function optionalMatch(pattern: RegExp) {
  return z
    .string()
    .regex(pattern)
    .optional()
    .transform((text) => text ?? null);
}

function optionalUrl(...protocols: readonly string[]) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '')
    .optional()
    .transform((text) => text ?? null);
}

/** Addresses and networks, e.g. `10.0.0.2, 10.1.0.0/16`. */
const addressList = z
  .string()
  .max(4_096)
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isAddressOrNetwork))
  .default([]);

/** Names, e.g. `riptide.example, desk.lan`. */
const nameList = z
  .string()
  .max(4_096)
  .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
  .refine((names) => names.every((name) => /^[a-z0-9]([a-z0-9._-]{0,251}[a-z0-9])?$/.test(name)))
  .default([]);

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits);
  return isIP(address) !== 0 && isPrefix && rest.length === 0;
}

/** Venues whose adapter has a socket for orders. */
const ORDER_SOCKET_VENUES = ['BYBIT'] as const satisfies readonly Venue[];

/** Some of them, or `none`: an order is on its way as soon by a request (bench/RESULTS.md, order-path). */
const orderSockets = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim().toUpperCase())))
  .pipe(z.array(z.enum(ORDER_SOCKET_VENUES)))
  .default([]);

/** Texts that stand for a replay as fast as the readers take it. */
const replaySpeed = z
  .string()
  .regex(/^(max|\d{1,5}(\.\d{1,3})?)$/)
  .transform((text) => (text === 'max' ? Number.POSITIVE_INFINITY : Number(text)))
  .refine((speed) => speed > 0);

/** Every variable the product reads. Nothing else is configured by the environment. */
export const VARIABLES = {
  PORT: variable(wholeNumber(0, 65_535).default(8080), 'a whole number from 0 to 65535 (0: any free port)'),
  HOST: variable(
    z
      .string()
      .regex(/^[A-Za-z0-9.:_-]{1,255}$/)
      .default('127.0.0.1'),
    'a host name or an IP address, e.g. 127.0.0.1',
  ),
  CERT_FILE: variable(optionalText, 'a file with the TLS certificate (PEM), together with KEY_FILE, or unset'),
  KEY_FILE: variable(optionalText, 'a file with the TLS private key (PEM), together with CERT_FILE, or unset'),
  TRUSTED_PROXY: variable(
    addressList,
    'addresses or networks of proxies whose X-Forwarded-For counts, e.g. 10.0.0.2, 10.1.0.0/16, or unset',
  ),
  ALLOWED_HOSTS: variable(
    nameList,
    'host names this server goes by, without ports, e.g. riptide.example, desk.lan, or unset (IP addresses, localhost and the names of the machine)',
  ),
  DATA_DIR: variable(z.string().max(4096).default('./data'), 'a folder, e.g. ./data'),
  GATE_PASSWORD: variable(
    z
      .string()
      .trim()
      .min(8)
      .max(512)
      .optional()
      .transform((text) => text ?? null),
    'at least 8 and at most 512 characters',
    true,
  ),
  MASTER_KEY: variable(
    z
      .string()
      .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/)
      .optional()
      .transform((text) => text ?? null),
    '32 bytes as 64 hexadecimal digits or as base64',
    true,
  ),
  DATABASE_URL: variable(
    optionalUrl('postgres:', 'postgresql:'),
    'postgres://user:password@host/database, or unset',
    true,
  ),
  NATS_URL: variable(optionalUrl('nats:', 'tls:'), 'nats://host:4222, or unset', true),
  SMTP_URL: variable(optionalUrl('smtp:', 'smtps:'), 'smtp://user:password@host:587?from=address, or unset', true),
  TELEGRAM_BOT_TOKEN: variable(
    optionalMatch(/^\d{5,16}:[A-Za-z0-9_-]{30,64}$/),
    'the token of a Telegram bot, digits:letters, or unset',
    true,
  ),
  WHATSAPP_TOKEN: variable(
    optionalMatch(/^[A-Za-z0-9_.|-]{20,1024}$/),
    'an access token of the WhatsApp Cloud API (20 to 1024 letters and digits), or unset',
    true,
  ),
  WHATSAPP_PHONE_ID: variable(optionalMatch(/^\d{5,32}$/), '5 to 32 digits, or unset'),
  TELEGRAM_API_URL: variable(
    optionalUrl('https:', 'http:'),
    'the address of a Bot API server of your own, http:// or https://, or unset (api.telegram.org)',
  ),
  WHATSAPP_API_URL: variable(
    optionalUrl('https:', 'http:'),
    'the address of a gateway to the WhatsApp Cloud API, http:// or https://, or unset (graph.facebook.com)',
  ),
  MARKET: variable(z.enum(MARKET_SOURCES).default('sim'), MARKET_SOURCES.join(', ')),
  EXECUTION: variable(z.enum(EXECUTIONS).default('paper'), EXECUTIONS.join(', ')),
  ORDER_SOCKETS: variable(
    orderSockets,
    'venues that get orders by their socket for orders: BYBIT, or none (the default)',
  ),
  PAPER_USDT: variable(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,2})?$/)
      .transform(Number)
      .refine((usdt) => usdt > 0)
      .default(10_000),
    'an amount over 0 and below 1000000000, e.g. 10000',
  ),
  REPLAY: variable(optionalText, 'a folder of recordings'),
  REPLAY_SPEED: variable(replaySpeed.default(1), 'a number over 0 (1 is real time), or max'),
  SIM_SEED: variable(wholeNumber(0, 4_294_967_295).default(20_260_401), 'a whole number from 0 to 4294967295'),
  SIM_INTENSITY_PCT: variable(
    wholeNumber(5, 100).default(100),
    'a whole number from 5 to 100; how often books of the simulated market change, 100 is its default',
  ),
  SIM_CONTROL_PORT: variable(
    wholeNumber(0, 65_535).default(0),
    'a whole number from 0 to 65535 (0: any free port); the control API of the simulator, served with MARKET=sim only',
  ),
  RECORD: variable(
    z
      .enum(['0', '1'])
      .default('0')
      .transform((text) => text === '1'),
    '0 or 1 (1: raw frames of every feed are recorded from the start, see docs/lab.md)',
  ),
  RECORD_MAX_GB: variable(
    wholeNumber(1, 10_000).default(20),
    'a whole number from 1 to 10000; over it the oldest recordings are taken away',
  ),
  JOURNAL_KEEP_DAYS: variable(
    wholeNumber(0, 3_650).default(7),
    'a whole number from 0 to 3650; segments of the journal whose records are in trading.db stay that many days',
  ),
  JOURNAL_MAX_MB: variable(
    wholeNumber(64, 1_000_000).default(2_048),
    'a whole number from 64 to 1000000; over it the oldest such segments go before their time',
  ),
  FLIGHT_KEEP_HOURS: variable(
    wholeNumber(0, 8_760).default(48),
    'a whole number from 0 to 8760; the recorded market stays that many hours (0: none is recorded)',
  ),
  FLIGHT_MAX_MB: variable(
    wholeNumber(16, 1_000_000).default(512),
    'a whole number from 16 to 1000000; over it the oldest of the recorded market goes before its time',
  ),
  METRICS_TOKEN: variable(
    optionalMatch(/^[\x21-\x7e]{16,256}$/),
    '16 to 256 characters without spaces; opens /metrics to whoever sends it as bearer, and to nobody else, or unset (this machine only)',
    true,
  ),
  LOG_LEVEL: variable(z.enum(LOG_LEVELS).default('info'), LOG_LEVELS.join(', ')),
} as const;

export type VariableName = keyof typeof VARIABLES;
export type Values = { readonly [K in VariableName]: z.output<(typeof VARIABLES)[K]['schema']> };
