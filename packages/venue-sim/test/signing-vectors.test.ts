import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { SimAccounts, SimKey } from '../src/account/model.ts';
import { BinanceRefusal } from '../src/binance/binance-refusal.ts';
import { BinanceAuth, restSigned, socketSigned } from '../src/binance/private/binance-auth.ts';
import { BybitAuth } from '../src/bybit/private/bybit-auth.ts';

interface Vector {
  readonly id: string;
  readonly venue: string;
  readonly method: string;
  readonly secret: string;
  readonly api_key?: string;
  readonly string_to_sign: string;
  readonly expected_signature: string;
  readonly expires?: number;
}

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const file = join(process.env['REAL_DATA_DIR'] ?? join(root, '../shared/data'), 'requests/signing-vectors.jsonl');
const hasData = existsSync(file);
if (!hasData) console.log(`signing-vectors.test: ${file} is absent, its signatures are not checked`);
const vectors = hasData
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Vector)
  : [];

function keyOf(vector: Vector): SimKey {
  return {
    accountId: 1,
    apiKey: vector.api_key ?? 'some-key',
    apiSecret: vector.secret,
    passphrase: '',
    canTradeSpot: true,
    canTradeFutures: true,
    canWithdraw: false,
    isReadOnly: false,
    ipList: [],
    expiresMs: null,
  };
}

function binanceAccepts(vector: Vector): boolean {
  const key = keyOf(vector);
  const params = new URLSearchParams(vector.string_to_sign);
  params.set('signature', vector.expected_signature);
  const isSocket = vector.method === 'WS';
  const signed = isSocket ? socketSigned(params) : restSigned(`${vector.string_to_sign}&signature=x`, '');
  const accounts = { findKey: () => key } as unknown as SimAccounts;
  const auth = new BinanceAuth(accounts, 'spot', () => Number(params.get('timestamp')));
  return !(auth.check({ apiKey: key.apiKey, remote: '', params, signed }) instanceof BinanceRefusal);
}

function bybitAccepts(vector: Vector): boolean {
  const key = keyOf(vector);
  const { expires, expected_signature: sign, string_to_sign: text } = vector;
  const timestamp = text.slice(0, text.indexOf(key.apiKey));
  const accounts = { findKey: () => key } as unknown as SimAccounts;
  const auth = new BybitAuth(accounts, () => (expires === undefined ? Number(timestamp) : expires - 1));
  if (expires !== undefined) return !('retCode' in auth.checkLogin([key.apiKey, expires, sign], ''));
  const headers = { 'x-bapi-api-key': key.apiKey, 'x-bapi-timestamp': timestamp, 'x-bapi-sign': sign };
  return !('retCode' in auth.check({ headers, payload: text.slice(timestamp.length + key.apiKey.length), remote: '' }));
}

/** Signatures that other clients of the real venues print in their tests. */
describe.skipIf(!hasData)('signatures of other clients', () => {
  const of = (venue: string): readonly Vector[] => vectors.filter((vector) => vector.venue === venue);

  it('holds vectors of both venues', () => {
    expect(of('binance').length).toBeGreaterThan(2);
    expect(of('bybit').length).toBeGreaterThan(2);
  });

  it.each(of('binance'))('BINANCE accepts $id and refuses it changed', (vector) => {
    expect(binanceAccepts(vector)).toBe(true);
    expect(binanceAccepts({ ...vector, secret: `${vector.secret}x` })).toBe(false);
  });

  it.each(of('bybit'))('BYBIT accepts $id and refuses it changed', (vector) => {
    expect(bybitAccepts(vector)).toBe(true);
    expect(bybitAccepts({ ...vector, secret: `${vector.secret}x` })).toBe(false);
  });
});
