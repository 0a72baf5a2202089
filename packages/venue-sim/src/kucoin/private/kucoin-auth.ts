import { createHmac } from 'node:crypto';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { bad, type KucoinReply } from './kucoin-context.ts';

const WINDOW_MS = 5_000;
const HEADERS = ['kc-api-key', 'kc-api-sign', 'kc-api-timestamp', 'kc-api-passphrase'] as const;
const NO_HEADERS =
  'Please check the header of your request for KC-API-KEY, KC-API-SIGN, KC-API-TIMESTAMP, KC-API-PASSPHRASE';

/** What a signed call proves itself with; `endpoint` is the path with the query as sent. */
export interface KucoinProof {
  readonly headers: Readonly<Record<string, string>>;
  readonly method: string;
  readonly endpoint: string;
  readonly body: string;
  readonly remote: string;
}

/** Checks keys, passphrases, signatures and timestamps by the venue's own clock. */
export class KucoinAuth {
  private readonly accounts: SimAccounts;
  private readonly nowMs: () => number;

  constructor(accounts: SimAccounts, nowMs: () => number) {
    this.accounts = accounts;
    this.nowMs = nowMs;
  }

  /** Returns the key or the refusal: 400001 headers, 400002 time, 400003 key, 400004 passphrase, 400005, 400006, 400008, 400009. */
  check({ headers, method, endpoint, body, remote }: KucoinProof): SimKey | KucoinReply {
    if (HEADERS.some((name) => (headers[name] ?? '') === '')) return bad('400001', NO_HEADERS, 401);
    const timestamp = headers['kc-api-timestamp'] ?? '';
    if (!/^\d{13}$/.test(timestamp) || Math.abs(this.nowMs() - Number(timestamp)) > WINDOW_MS) {
      return bad('400002', 'Invalid KC-API-TIMESTAMP', 401);
    }
    const key = this.accounts.findKey(headers['kc-api-key'] ?? '');
    const isOver = key === null || (key.expiresMs !== null && this.nowMs() >= key.expiresMs);
    if (isOver) return bad('400003', 'KC-API-KEY not exists', 401);
    const version = headers['kc-api-key-version'] ?? '1';
    if (version === '1') return bad('400008', 'Your KC-API-KEY-VERSION is too old. Please create a new key.', 401);
    if (version !== '2' && version !== '3') return bad('400009', 'KC-API-KEY-VERSION does not match the key', 401);
    const address = remote.startsWith('::ffff:') ? remote.slice('::ffff:'.length) : remote;
    if (key.ipList.length > 0 && !key.ipList.includes(address)) {
      return bad('400006', `Invalid request ip, the current clientIp is:${address}`, 401);
    }
    if (headers['kc-api-passphrase'] !== signOf(key.apiSecret, key.passphrase)) {
      return bad('400004', 'Invalid KC-API-PASSPHRASE', 401);
    }
    const plain = decoded(endpoint);
    const isSigned =
      plain !== null && headers['kc-api-sign'] === signOf(key.apiSecret, timestamp + method + plain + body);
    return isSigned ? key : bad('400005', 'Invalid KC-API-SIGN', 401);
  }
}

/** Base64 of the HMAC-SHA256 of a text. */
export function signOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

/** The query is sent encoded and signed as it was before; null when it can't be decoded. */
function decoded(endpoint: string): string | null {
  try {
    return decodeURIComponent(endpoint);
  } catch (cause) {
    if (cause instanceof URIError) return null;
    throw cause;
  }
}
