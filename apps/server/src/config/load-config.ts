import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Config } from './config.ts';
import { VARIABLES, type Values, type VariableName } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = Object.keys(VARIABLES) as VariableName[];

/** Returns the variables of the `.env` file in a folder, none when there is no such file. */
export function readEnvFile(folder: string): Environment {
  const file = join(folder, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

/**
 * Reads the configuration from the environment, `.env` values below it.
 *
 * An empty text counts as unset. The error is one line per bad variable: its name, what was read, what is allowed;
 * the text of a secret is never shown, only its length.
 */
export function loadConfig(
  environment: Environment,
  envFile: Environment,
  workingDir: string,
): Result<Config, readonly string[]> {
  const raw = mergedTexts(environment, envFile);
  const complaints: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of NAMES) {
    const parsed = VARIABLES[name].schema.safeParse(raw[name]);
    if (parsed.success) values[name] = parsed.data;
    else complaints.push(complaint(name, raw[name], VARIABLES[name].allowed));
  }
  if (complaints.length > 0) return err(complaints);
  const valid = values as Values;
  const refusals = refusalsOf(valid, workingDir);
  return refusals.length > 0 ? err(refusals) : ok(toConfig(valid, workingDir));
}

function mergedTexts(environment: Environment, envFile: Environment): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of NAMES) {
    const text = (environment[name] || envFile[name] || '').trim();
    if (text !== '') texts[name] = text;
  }
  return texts;
}

function complaint(name: VariableName, text: string | undefined, allowed: string): string {
  const shown = VARIABLES[name].isSecret ? `a text of ${text?.length ?? 0} characters` : JSON.stringify(text ?? '');
  return `${name}: read ${shown}, allowed: ${allowed}`;
}

/** What is well formed and still can't be started with. */
function refusalsOf(values: Values, workingDir: string): string[] {
  const lines: string[] = [];
  if (values.MARKET === 'replay' && values.REPLAY === null) {
    lines.push('REPLAY: read nothing, allowed: a folder of recordings (MARKET=replay needs one)');
  }
  if (values.REPLAY !== null && values.MARKET === 'replay' && !isFolder(resolve(workingDir, values.REPLAY))) {
    lines.push(`REPLAY: read ${JSON.stringify(values.REPLAY)}, allowed: a folder of recordings that exists`);
  }
  if ((values.CERT_FILE === null) !== (values.KEY_FILE === null)) {
    const missing = values.CERT_FILE === null ? 'CERT_FILE' : 'KEY_FILE';
    lines.push(`${missing}: read nothing, allowed: a file (CERT_FILE and KEY_FILE go together)`);
  }
  if (values.DATABASE_URL !== null) {
    lines.push(
      'DATABASE_URL: read a PostgreSQL address, allowed: unset (this version keeps its data in SQLite in DATA_DIR)',
    );
  }
  if (values.NATS_URL !== null) {
    lines.push('NATS_URL: read a NATS address, allowed: unset (this version runs on one machine)');
  }
  return lines;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function toConfig(values: Values, workingDir: string): Config {
  return {
    port: values.PORT,
    host: values.HOST,
    tls:
      values.CERT_FILE === null || values.KEY_FILE === null
        ? null
        : { certFile: resolve(workingDir, values.CERT_FILE), keyFile: resolve(workingDir, values.KEY_FILE) },
    trustedProxies: values.TRUSTED_PROXY,
    allowedHosts: values.ALLOWED_HOSTS,
    dataDir: resolve(workingDir, values.DATA_DIR),
    gatePassword: values.GATE_PASSWORD,
    masterKey: values.MASTER_KEY,
    market: values.MARKET,
    execution: values.EXECUTION,
    replayFolder: values.REPLAY === null ? null : resolve(workingDir, values.REPLAY),
    replaySpeed: values.REPLAY_SPEED,
    simSeed: values.SIM_SEED,
    simIntensityFrac: values.SIM_INTENSITY_PCT / 100,
    simControlPort: values.SIM_CONTROL_PORT,
    paperUsdt: values.PAPER_USDT,
    orderSockets: values.ORDER_SOCKETS,
    isRecording: values.RECORD,
    recordBytesMax: values.RECORD_MAX_GB * 1e9,
    journalKeepMs: values.JOURNAL_KEEP_DAYS * 86_400_000,
    journalBytesMax: values.JOURNAL_MAX_MB * 1e6,
    flightKeepMs: values.FLIGHT_KEEP_HOURS * 3_600_000,
    flightBytesMax: values.FLIGHT_MAX_MB * 1e6,
    smtpUrl: values.SMTP_URL,
    notify: {
      telegramToken: values.TELEGRAM_BOT_TOKEN,
      telegramUrl: values.TELEGRAM_API_URL ?? 'https://api.telegram.org',
      whatsappToken: values.WHATSAPP_TOKEN,
      whatsappPhoneId: values.WHATSAPP_PHONE_ID,
      whatsappUrl: values.WHATSAPP_API_URL ?? 'https://graph.facebook.com',
    },
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  };
}
