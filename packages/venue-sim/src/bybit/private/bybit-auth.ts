import { createHmac } from 'node:crypto';
import type { SimAccounts, SimKey } from '../../account/model.ts';
import { bad, type BybitAnswer } from './bybit-answer.ts';

const RECV_WINDOW_MS = 5_000;
const AHEAD_MAX_MS = 1_000;
const BAD_KEY = bad(10003, 'API key is invalid.');
const BAD_SIGN = bad(10004, 'Error sign, please check your signature generation algorithm.');
const BAD_ADDRESS = bad(10010, "Unmatched IP, please check your API key's bound IP addresses.");
const EXPIRED = bad(33004, 'Your api key has expired.');
const NO_HEADERS: BybitAnswer = { ...bad(10003, 'API key is invalid.'), status: 401 };

/** What a signed call proves itself with. */
export interface BybitProof {
  readonly headers: Readonly<Record<string, string>>;
  /** The query as sent, or the body as sent. */
  readonly payload: string;
  readonly remote: string;
}

/** Checks keys, signatures and timestamps by the venue's own clock. */
export class BybitAuth {
  private readonly accounts: SimAccounts;
  private readonly nowMs: () => number;

  constructor(accounts: SimAccounts, nowMs: () => number) {
    this.accounts = accounts;
    this.nowMs = nowMs;
  }

  /** Returns the key or the refusal: 10003 key, 10010 address, 33004 expired, 10002 time, 10004 signature. */
  check(proof: BybitProof): SimKey | BybitAnswer {
    const apiKey = proof.headers['x-bapi-api-key'] ?? '';
    const timestamp = proof.headers['x-bapi-timestamp'] ?? '';
    const sign = proof.headers['x-bapi-sign'] ?? '';
    if (apiKey === '' || timestamp === '' || sign === '') return NO_HEADERS;
    const key = this.usable(apiKey, proof.remote);
    if ('retCode' in key) return key;
    // Without the header the default holds, but the signature covers nothing in its place.
    const recvWindow = proof.headers['x-bapi-recv-window'] ?? '';
    const late = this.refusedTime(timestamp, recvWindow === '' ? String(RECV_WINDOW_MS) : recvWindow);
    if (late !== null) return late;
    return sign === hmac(key, timestamp + apiKey + recvWindow + proof.payload) ? key : BAD_SIGN;
  }

  /** Checks the login of a socket: `GET/realtime` and the expiry are signed. */
  checkLogin(args: readonly unknown[], remote: string): SimKey | BybitAnswer {
    const [apiKey, expires, sign] = args;
    const key = this.usable(String(apiKey), remote);
    if ('retCode' in key) return key;
    if (!(Number(expires) > this.nowMs())) return bad(10002, 'Params Error: expires must be in the future.');
    return sign === hmac(key, `GET/realtime${String(expires)}`) ? key : BAD_SIGN;
  }

  /** Refuses a timestamp out of the window with 10002. */
  refusedTime(timestamp: string, recvWindow: string): BybitAnswer | null {
    const serverMs = this.nowMs();
    const sentMs = Number(timestamp);
    const isIn = serverMs - Number(recvWindow) <= sentMs && sentMs < serverMs + AHEAD_MAX_MS;
    if (isIn) return null;
    const times = `req_timestamp[${timestamp}],server_timestamp[${serverMs}],recv_window[${recvWindow}]`;
    return bad(10002, `invalid request, please check your server timestamp or recv_window param. ${times}`);
  }

  private usable(apiKey: string, remote: string): SimKey | BybitAnswer {
    const key = this.accounts.findKey(apiKey);
    if (key === null) return BAD_KEY;
    const address = remote.startsWith('::ffff:') ? remote.slice('::ffff:'.length) : remote;
    if (key.ipList.length > 0 && !key.ipList.includes(address)) return BAD_ADDRESS;
    return key.expiresMs !== null && this.nowMs() >= key.expiresMs ? EXPIRED : key;
  }
}

/** Refuses a key that may not trade the category with 10005. */
export function refusedTrading(key: SimKey, category: string): BybitAnswer | null {
  const isAllowed = category === 'spot' ? key.canTradeSpot : key.canTradeFutures;
  return isAllowed && !key.isReadOnly ? null : bad(10005, 'Permission denied, please check your API key permissions.');
}

function hmac(key: SimKey, text: string): string {
  return createHmac('sha256', key.apiSecret).update(text).digest('hex');
}
