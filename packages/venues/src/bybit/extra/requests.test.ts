import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instrument } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../../../core/src/domain/build-instrument.fixture.ts';
import { buildPlaceOrder } from './listed.fixture.ts';
import { bybitRequests } from './requests.ts';

const KEY = { apiKey: 'sim-key', apiSecret: 'sim-secret', passphrase: null };
const folder = join(
  process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../../../shared/data'),
  'requests',
);
const listing = { venue: 'BYBIT', pxTick: '0.01', qtyStep: '0.01' } as const;
const ltcSpot = buildInstrument({ ...listing, kind: 'spot', baseAsset: 'LTC' });
const ltcPerp = buildInstrument({ ...listing, baseAsset: 'LTC' });
const adaPerp = buildInstrument({ ...listing, baseAsset: 'ADA' });

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- house-ok: the caller knows the rows of its file
function rowsOf<Row extends { readonly venue: string }>(name: string): readonly Row[] {
  const file = join(folder, name);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .filter((one) => one.venue === 'bybit');
}

describe('bybitRequests', () => {
  it.each([
    ['live', 'https://api.bybit.com/v5/order/create'],
    ['testnet', 'https://api-testnet.bybit.com/v5/order/create'],
  ] as const)('gives the whole address of %s', (kind, url) => {
    const built = bybitRequests.buildPlace(buildPlaceOrder(ltcSpot));
    if (!built.ok) throw new Error(built.error.detail);
    expect(bybitRequests.toWireCall(built.value, { kind }, KEY, 1_795_000_000_000)).toMatchObject({
      method: 'POST',
      url,
    });
  });
});

interface Vector {
  readonly id: string;
  readonly venue: string;
  readonly secret: string;
  readonly string_to_sign: string;
  readonly expected_signature: string;
}
const vectors = rowsOf<Vector>('signing-vectors.jsonl');

describe('signatures that others published', () => {
  it.skipIf(vectors.length > 0)('are not there: no requests below the data folder', (context) => context.skip());

  it.each(vectors)('$id is ours as well', ({ secret, string_to_sign, expected_signature }) => {
    expect(bybitRequests.signText(secret, string_to_sign)).toBe(expected_signature);
  });
});

interface Asked {
  readonly id: string;
  readonly venue: string;
  readonly url: string;
  readonly output: Readonly<Record<string, unknown>> | null;
}
const asked = new Map(rowsOf<Asked>('ccxt-request.jsonl').map((row) => [row.id, row]));
const limit = (instrument: Instrument, qtyBase: string, px: string) =>
  buildPlaceOrder(instrument, { type: 'limit', qtyBase, px });

describe('requests that others expect', () => {
  it.skipIf(asked.size > 0)('are not there: no requests below the data folder', (context) => context.skip());

  it.skipIf(asked.size === 0).each([
    ['ccxt-038', bybitRequests.buildPlace(limit(adaPerp, '50', '0.1'))],
    ['ccxt-043', bybitRequests.buildPlace({ ...limit(ltcSpot, '0.1', '60'), tif: 'POST_ONLY' as const })],
    ['ccxt-050', bybitRequests.buildPlace(buildPlaceOrder(ltcSpot, { qtyBase: '0.2' }))],
    ['ccxt-074', { ok: true as const, value: bybitRequests.futures.buildSetLeverage(ltcPerp, 6) }],
    ['ccxt-077', { ok: true as const, value: bybitRequests.account.buildSetMarginMode('isolated') }],
  ])('%s: every parameter of theirs is in ours, with the same value', (id, built) => {
    if (!built.ok) throw new Error(built.error.detail);
    const theirs = asked.get(id);
    const ours = bybitRequests.toWireCall(built.value, { kind: 'testnet' }, KEY, 1_795_000_000_000);
    expect(ours.url).toBe(theirs?.url);
    expect(theirs?.output).toBeTruthy();
    expect(JSON.parse(ours.body ?? '{}')).toMatchObject(theirs?.output ?? {});
  });
});
