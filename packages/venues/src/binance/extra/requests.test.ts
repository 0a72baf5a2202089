import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPlaceOrder, SOL_SPOT } from './private.fixture.ts';
import { binanceRequests } from './requests.ts';

const KEY = { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: null };

describe('binanceRequests', () => {
  it('gives the whole address of every target, and nothing where the target has no such host', () => {
    const built = binanceRequests.buildPlace(buildPlaceOrder({ instrument: SOL_SPOT, qtyBase: '2' }));
    expect(built.ok).toBe(true);
    if (!built.ok) return;
    const url = (kind: 'live' | 'testnet'): string | undefined =>
      binanceRequests.toWireCall(built.value, { kind }, KEY, 1_795_000_000_000)?.url;
    expect(url('live')).toBe('https://api.binance.com/api/v3/order');
    expect(url('testnet')).toBe('https://testnet.binance.vision/api/v3/order');
    const rights = binanceRequests.account.buildApiRestrictions();
    expect(binanceRequests.toWireCall(rights, { kind: 'testnet' }, KEY, 1)).toBeNull();
  });

  it('lists several ids of a cancel as one encoded parameter', () => {
    const call = binanceRequests.futures.buildCancelBatchOrders({
      symbol: 'ETHUSDT',
      origClientOrderIdList: ['id1', 'id2'],
    });
    expect(binanceRequests.toWireCall(call, { kind: 'live' }, KEY, 1)?.url).toMatch(
      /^https:\/\/fapi\.binance\.com\/fapi\/v1\/batchOrders\?symbol=ETHUSDT&origClientOrderIdList=%5B%22id1%22%2C%22id2%22%5D&/,
    );
  });
});

interface Vector {
  readonly id: string;
  readonly venue: string;
  readonly secret: string;
  readonly string_to_sign: string;
  readonly expected_signature: string;
}

const folder = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data');
const file = join(folder, 'requests/signing-vectors.jsonl');
const vectors = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Vector)
      .filter((one) => one.venue === 'binance')
  : [];

describe('signatures that others published', () => {
  it.skipIf(vectors.length > 0)('are not there: no requests below the data folder', (context) => context.skip());

  it.each(vectors)('$id is ours as well', ({ secret, string_to_sign, expected_signature }) => {
    expect(binanceRequests.signText(string_to_sign, secret)).toBe(expected_signature);
  });
});
