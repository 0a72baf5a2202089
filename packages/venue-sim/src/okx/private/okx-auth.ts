import { createHmac } from 'node:crypto';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { bad, type OkxAnswer } from './okx-answer.ts';

const WINDOW_MS = 30_000;
const LOGIN_TEXT = 'GET/users/self/verify';
const HEADERS = [
  ['ok-access-key', '50103', 'OK-ACCESS-KEY'],
  ['ok-access-passphrase', '50104', 'OK-ACCESS-PASSPHRASE'],
  ['ok-access-sign', '50106', 'OK-ACCESS-SIGN'],
  ['ok-access-timestamp', '50107', 'OK-ACCESS-TIMESTAMP'],
] as const;

/** What a signed call proves itself with; `path` includes the query exactly as sent. */
export interface OkxProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly remote: string;
}

/** Why a login of a socket failed. */
export interface OkxLoginRefusal {
  readonly code: string;
  readonly msg: string;
}

/** Checks keys, passphrases, signatures and timestamps by the venue's own clock. */
export class OkxAuth {
  private readonly accounts: SimAccounts;
  private readonly nowMs: () => number;

  constructor(accounts: SimAccounts, nowMs: () => number) {
    this.accounts = accounts;
    this.nowMs = nowMs;
  }

  /** Returns the key or the refusal: 50103-50107 header, 50102/50112 time, 50111/50119 key, 50110 address, 50105, 50113. */
  check(proof: OkxProof): SimKey | OkxAnswer {
    for (const [header, code, name] of HEADERS) {
      if ((proof.headers[header] ?? '') === '') return bad(code, `Request header ${name} can not be empty.`, 401);
    }
    if (proof.headers['x-simulated-trading'] === '1') {
      return bad('50101', 'APIKey does not match current environment.', 401);
    }
    const timestamp = proof.headers['ok-access-timestamp'] ?? '';
    const sentMs = Date.parse(timestamp);
    if (Number.isNaN(sentMs)) return bad('50112', 'Invalid OK-ACCESS-TIMESTAMP', 401);
    if (Math.abs(this.nowMs() - sentMs) > WINDOW_MS) return bad('50102', 'Timestamp request expired.', 401);
    const apiKey = proof.headers['ok-access-key'] ?? '';
    if (!/^[0-9a-f]{8}-/.test(apiKey)) return bad('50111', 'Invalid OK-ACCESS-KEY', 401);
    const key = this.alive(apiKey);
    if (key === null) return bad('50119', "API key doesn't exist");
    const address = addressOf(proof.remote);
    if (!isFromList(key, address)) {
      return bad('50110', `Your IP ${address} is not included in your API key's ${apiKey} IP whitelist.`, 401);
    }
    if (proof.headers['ok-access-passphrase'] !== key.passphrase) {
      return bad('50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.', 401);
    }
    const sign = signOf(key.apiSecret, timestamp + proof.method + proof.path + proof.body);
    return sign === proof.headers['ok-access-sign'] ? key : bad('50113', 'Invalid Sign', 401);
  }

  /** Checks the login of a socket; its timestamp is in seconds. */
  checkLogin(arg: Readonly<Record<string, unknown>>, remote: string): SimKey | OkxLoginRefusal {
    const { apiKey, passphrase, timestamp, sign } = arg;
    if (typeof apiKey !== 'string' || typeof sign !== 'string' || typeof passphrase !== 'string') {
      return { code: '60009', msg: 'Login failed.' };
    }
    const text = String(timestamp);
    if (!/^\d{10}(\.\d+)?$/.test(text)) return { code: '60004', msg: 'Invalid timestamp' };
    if (Math.abs(this.nowMs() - Number(text) * 1_000) > WINDOW_MS) {
      return { code: '60006', msg: 'Timestamp request expired' };
    }
    const key = this.alive(apiKey);
    if (key === null) return { code: '60032', msg: "API key doesn't exist" };
    if (!isFromList(key, addressOf(remote))) return { code: '60009', msg: 'Login failed.' };
    if (passphrase !== key.passphrase) return { code: '60024', msg: 'Wrong passphrase' };
    return sign === signOf(key.apiSecret, text + LOGIN_TEXT) ? key : { code: '60007', msg: 'Invalid sign' };
  }

  private alive(apiKey: string): SimKey | null {
    const key = this.accounts.findKey(apiKey);
    return key === null || (key.expiresMs !== null && this.nowMs() >= key.expiresMs) ? null : key;
  }
}

/** Base64 of the HMAC-SHA256 of a text. */
export function signOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

function addressOf(remote: string): string {
  return remote.startsWith('::ffff:') ? remote.slice('::ffff:'.length) : remote;
}

function isFromList({ ipList }: SimKey, address: string): boolean {
  return ipList.length === 0 || ipList.includes(address);
}
