import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRow } from './check-row.ts';
import { spoil } from './mutate.fixture.ts';
import { readKeyring, readRequestFile } from './read-requests.ts';
import { requestRow } from './request-row.ts';
import { judged, type RowVerdict } from './verdict.ts';
import { verifyRequests, type RequestsReport } from './verify-requests.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const REQUESTS = join(DATA, 'requests');
const hasData = existsSync(REQUESTS);
if (!hasData) console.log(`requests.test: ${REQUESTS} is absent, no requests of other projects are verified`);
const files = hasData
  ? readdirSync(REQUESTS)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(REQUESTS, name))
  : [];

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function verifyRows(rows: readonly unknown[]): Promise<RequestsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'requests-'));
  folders.push(folder);
  await writeFile(
    join(folder, 'rows.jsonl'),
    rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
  );
  return verifyRequests([join(folder, 'rows.jsonl')]);
}

function verdictOf(row: unknown): RowVerdict {
  const read = requestRow(JSON.stringify(row));
  if (!read.ok) throw new Error(read.error);
  return judged(() => checkRow(read.value, new Map()));
}

const CCXT = { id: 'a', venue: 'bybit', market: 'linear', skip_keys: [], kind: 'unified call -> venue request' };
const PLACED = {
  ...CCXT,
  method: 'createOrder',
  input: ['ADA/USDT:USDT', 'limit', 'buy', 50, 0.1],
  url: 'https://api.bybit.com/v5/order/create',
  output: { symbol: 'ADAUSDT', side: 'Buy', orderType: 'Limit', category: 'linear', qty: '50', price: '0.1' },
};
const OKX_CANCEL = {
  ...CCXT,
  venue: 'okx',
  method: 'cancelOrder',
  input: ['77', 'BTC/USDT:USDT'],
  url: 'https://www.okx.com/api/v5/trade/cancel-order',
  output: { instId: 'BTC-USDT-SWAP', ordId: '77' },
};
const KUCOIN_SDK = {
  id: 'k',
  venue: 'kucoin',
  market: 'usdt-perp',
  kind: 'request model of the official SDK',
  name: 'AddOrder',
  endpoint: '/api/v1/orders',
  request: {
    clientOid: 'x',
    side: 'buy',
    symbol: 'XBTUSDTM',
    leverage: 3,
    type: 'limit',
    remark: 'r',
    reduceOnly: false,
    marginMode: 'ISOLATED',
    price: '0.1',
    size: 1,
    timeInForce: 'GTC',
  },
};
/** A vector whose signature is none. */
const SIGNED = {
  id: 's',
  venue: 'bybit',
  kind: 'signing',
  secret: 'secret',
  api_key: 'key',
  method: 'WS',
  string_to_sign: 'GET/realtime1',
  expected_signature: 'SIGNATURE',
};

describe('verifyRequests', () => {
  it('agrees with a request of the same meaning', () => {
    expect(verdictOf(PLACED).verdict).toBe('agree');
    expect(verdictOf(OKX_CANCEL).verdict).toBe('agree');
    expect(verdictOf(KUCOIN_SDK).verdict).toBe('agree');
  });

  it.each([
    ['a quantity', { ...PLACED, output: { ...PLACED.output, qty: '51' } }, 'qty: 51'],
    ['a price', { ...PLACED, output: { ...PLACED.output, price: '0.2' } }, 'price: 0.2'],
    ['a side', { ...PLACED, output: { ...PLACED.output, side: 'Sell' } }, 'side: Sell'],
    ['an instrument', { ...PLACED, output: { ...PLACED.output, symbol: 'BTCUSDT' } }, 'symbol: BTCUSDT'],
    [
      'a parameter that we do not send',
      { ...PLACED, output: { ...PLACED.output, reduceOnly: true } },
      'reduceOnly: true ≠ ours without',
    ],
    [
      'a parameter that only we send',
      { ...PLACED, output: { ...PLACED.output, category: undefined } },
      'category: absent',
    ],
    ['a path', { ...PLACED, url: 'https://api.bybit.com/v5/order/amend' }, 'path: /v5/order/amend'],
    [
      'parameters in the query',
      { ...OKX_CANCEL, url: `${OKX_CANCEL.url}?instId=BTC-USDT-SWAP&ordId=77`, output: null },
      'parameters in query',
    ],
    ['an order number', { ...OKX_CANCEL, output: { ...OKX_CANCEL.output, ordId: '78' } }, 'ordId: 78'],
    [
      'a default that is none',
      { ...KUCOIN_SDK, request: { ...KUCOIN_SDK.request, timeInForce: 'GTX' } },
      'timeInForce: GTX',
    ],
    ['a name on a call of ours', { ...KUCOIN_SDK, name: 'AddNewOrder' }, 'AddNewOrder is not known'],
    ['a signature', SIGNED, 'signature: SIGNATURE'],
  ])('tells a difference in %s', (_what, row, reason) => {
    const verdict = verdictOf(row);
    expect(verdict.verdict).toBe('differ');
    expect(verdict.reason).toContain(reason);
  });

  it.each([
    [
      'an order by quote amount',
      { ...PLACED, input: ['ADA/USDT:USDT', 'limit', 'buy', 50, 0.1, { cost: 5 }] },
      'quote amount',
    ],
    [
      'a stop with a limit price',
      { ...PLACED, input: ['ADA/USDT:USDT', 'limit', 'buy', 50, 0.1, { stopLossPrice: 1 }] },
      'limit price',
    ],
    ['hedge mode', { ...PLACED, input: ['ADA/USDT:USDT', 'limit', 'buy', 50, 0.1, { positionIdx: 1 }] }, 'hedge mode'],
    [
      'a conditional order the adapter refuses',
      { ...PLACED, input: ['ADA/USDT', 'market', 'sell', 50, null, { stopLossPrice: 1 }] },
      'the adapter refuses: ORDER_TYPE_UNSUPPORTED',
    ],
    ['a transfer', { ...PLACED, method: 'transfer' }, 'never moves funds'],
  ])('tells %s as unsupported, with the reason', (_what, row, reason) => {
    expect(verdictOf(row)).toMatchObject({ verdict: 'unsupported', reason: expect.stringContaining(reason) });
  });

  it('compares numbers by value and brings sizes to steps of the given request', () => {
    const output = { ...PLACED.output, qty: '50.4', price: '0.10' };
    expect(verdictOf({ ...PLACED, input: ['ADA/USDT:USDT', 'limit', 'buy', 50.49, 0.1], output }).verdict).toBe(
      'agree',
    );
  });

  it('names the equivalence that agreement rests on', async () => {
    const { equivalences, isGood } = await verifyRows([PLACED]);
    expect(isGood).toBe(true);
    expect(Object.keys(equivalences)).toContain('timeInForce added: said by us, default of the venue');
  });

  it('tells a login with a wrong signature, and one whose key nobody gave', async () => {
    const frame = { op: 'login', args: [{ apiKey: 'key', passphrase: 'p', timestamp: '1', sign: 'wrong' }] };
    const row = { id: 'w', venue: 'okx', kind: 'ws auth dialogue', now: 1, client: frame };
    const key = { ...SIGNED, venue: 'okx', passphrase: 'p' };
    const report = await verifyRows([key, row]);
    expect(report.differing.map(({ reason }) => reason)[1]).toContain('args.0.sign: wrong');
    expect((await verifyRows([row])).unreadable[0]?.reason).toContain('no secret of key key');
  });

  it('lists lines and rows that state nothing, and fails', async () => {
    const report = await verifyRows(['{', { id: 'b', venue: 'mars' }, { id: 'c', venue: 'okx', kind: 'song' }, PLACED]);
    expect(report).toMatchObject({ isGood: false, rows: 1, tallies: [{ agree: 1, unreadable: 3 }] });
    expect((await verifyRequests(['/nowhere.jsonl'])).isGood).toBe(false);
  });
});

/** Facts that rows of other projects leave to themselves: the values a row is made of, and what depends on time and key. */
const OWN_FACTS =
  /^(timestamp|recvWindow|newClientOrderId|signature|clOrdId|clientOid|tag|method|apiKey|op)$|ordId|orderId|origClientOrderId|"(sz|px)"/i;

describe.skipIf(!hasData)('requests of other projects', { timeout: 60_000 }, () => {
  it('agree, or are of calls the product does not make', async () => {
    const report = await verifyRequests(files);
    expect(report.differing).toEqual([]);
    expect(report.unreadable).toEqual([]);
    expect(report.tallies.every(({ agree }) => agree > 1)).toBe(true);
    expect(report.unsupported.every(({ reason }) => reason !== '')).toBe(true);
  });

  it('differ as soon as one stated fact is wrong', async () => {
    const read = await Promise.all(files.map(readRequestFile));
    const keys = await readKeyring(read);
    const passed: string[] = [];
    let spoiledRows = 0;
    for (const row of read.flatMap(({ rows }) => rows)) {
      if (judged(() => checkRow(row, keys)).verdict !== 'agree') continue;
      for (const { row: json, what } of spoil(row.json)) {
        const isOwn = OWN_FACTS.test(what) || row.json.skip_keys?.includes(what) || /target\(\).to_string/.test(what);
        const isSignature = what === 'signature' && row.kind !== 'ccxt';
        if (isOwn && !isSignature) continue;
        const spoiled = requestRow(JSON.stringify(json));
        if (!spoiled.ok) throw new Error(spoiled.error);
        spoiledRows += 1;
        if (judged(() => checkRow(spoiled.value, keys)).verdict !== 'differ') passed.push(`${row.id} ${what}`);
      }
    }
    expect(passed).toEqual([]);
    expect(spoiledRows).toBeGreaterThan(250);
  });
});
