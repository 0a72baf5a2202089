import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimKey } from '../src/account/model.ts';
import { controlRig, type Body, type ControlRig } from './control-rig.ts';

let rig: ControlRig;

beforeAll(async () => {
  rig = await controlRig(42);
});
afterAll(() => rig.stop());

interface Account extends Body {
  readonly account: number;
  readonly orders: readonly Body[];
  readonly fills: readonly Body[];
  readonly positions: readonly Body[];
  readonly balances: readonly Body[];
  readonly incomes: readonly Body[];
}

async function accounts(query: string): Promise<readonly Account[]> {
  const { body, status } = await rig.get(`/truth?${query}`);
  expect(status).toBe(200);
  return body['accounts'] as Account[];
}

async function first(venue: string): Promise<Account> {
  const [account] = await accounts(`venue=${venue}&account=1`);
  if (account === undefined) throw new Error(`no account at ${venue}`);
  return account;
}

const conserved = async (): Promise<unknown> => (await rig.get('/truth/conservation')).body['is_conserved'];

describe('control of accounts', () => {
  it('answers the truth of each venue in its own units and in the coin', async () => {
    rig.place('OKX', 'BTC-USDT-SWAP', { lots: 250 });
    rig.place('OKX', 'BTC-USDT-SWAP', { lots: 100, side: 'SELL', clientId: 'sold' });
    const [account] = await accounts('venue=OKX');
    const { wireSymbol } = { wireSymbol: 'BTC-USDT-SWAP' };
    expect(account?.orders[0]).toMatchObject({
      client_id: 'sold',
      wire_symbol: wireSymbol,
      status: 'filled',
      cum_qty: '1.00',
      cum_qty_base: '0.01',
    });
    expect(account?.positions).toMatchObject([
      { wire_symbol: wireSymbol, qty: '1.50', qty_base: '0.015', margin_mode: 'cross' },
    ]);
    expect(account?.fills.length).toBeGreaterThanOrEqual(2);
    expect(account?.balances[0]).toMatchObject({ pocket: 'unified', asset: 'USDT' });
    expect(account?.incomes.map((income) => income['kind'])).toContain('fee');
    const [cut] = await accounts('venue=OKX&limit=1');
    expect([cut?.orders.length, cut?.fills.length]).toEqual([1, 1]);
    const all = await rig.get('/truth?venue=ALL');
    expect(Object.keys(all.body['venues'] as Body)).toEqual(['BINANCE', 'BYBIT', 'OKX', 'KUCOIN']);
    expect(await conserved()).toBe(true);
  });

  it('sets a balance to the last digit and tells the account', async () => {
    const set = { venue: 'BINANCE', pocket: 'futures', asset: 'USDT', amount: '1234.00000001' };
    expect((await rig.post('/balance', set)).body).toEqual({ ok: true, account: 1, ...set });
    const { balances, incomes } = await first('BINANCE');
    expect(balances).toContainEqual(
      expect.objectContaining({ pocket: 'futures', asset: 'USDT', total: '1234.00000001' }),
    );
    expect(incomes[0]).toMatchObject({ kind: 'deposit', amount: '-48765.99999999', balance_after: '1234.00000001' });
    expect((await rig.post('/balance', { venue: 'BYBIT', asset: 'ETH', amount: '3' })).status).toBe(200);
    expect(await conserved()).toBe(true);
  });

  it('settles funding, deleverages and liquidates a position on demand', async () => {
    rig.place('BYBIT', 'ETHUSDT', { lots: 1_000 });
    expect((await rig.post('/funding', { venue: 'BYBIT', symbol: 'ETHUSDT' })).status).toBe(200);
    expect((await first('BYBIT')).incomes[0]).toMatchObject({ kind: 'funding', wire_symbol: 'ETHUSDT' });
    const adl = await rig.post('/adl', { venue: 'BYBIT', symbol: 'ETHUSDT', qty: '0.25' });
    expect(adl.body).toEqual({ ok: true, venue: 'BYBIT', account: 1, wire_symbol: 'ETHUSDT', qty: '0.25' });
    expect((await first('BYBIT')).positions[0]).toMatchObject({ qty: '0.750' });
    const gone = await rig.post('/liquidate', { venue: 'BYBIT', symbol: 'ETHUSDT' });
    expect(gone.body).toMatchObject({ ok: true, positions: 1 });
    const after = await first('BYBIT');
    expect(after.positions).toEqual([]);
    expect(after.fills[0]).toMatchObject({ cause: 'liquidation' });
    for (const path of ['/liquidate', '/adl']) {
      const none = await rig.post(path, { venue: 'BYBIT', symbol: 'ETHUSDT' });
      expect(none).toMatchObject({ status: 409, body: { ok: false, code: 'no_position' } });
    }
    expect(await conserved()).toBe(true);
  });

  it('issues, limits, expires and revokes keys, each as the venue then treats them', async () => {
    const issued = await rig.post('/keys', {
      venue: 'BINANCE',
      action: 'issue',
      usdt: '700',
      can_withdraw: true,
      ip_list: ['10.0.0.1'],
    });
    const row = issued.body['key'] as Body;
    expect(row).toMatchObject({ account: 2, can_withdraw: true, ip_list: ['10.0.0.1'], can_trade_futures: true });
    const key = { apiKey: row['api_key'], apiSecret: row['api_secret'], passphrase: '' } as SimKey;
    const named = { venue: 'BINANCE', key: key.apiKey };
    const balance = () => rig.binance('GET /fapi/v3/balance', {}, { key });
    const trade = () =>
      rig.binance(
        'POST /fapi/v1/order',
        { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' },
        { key },
      );
    expect((await balance()).status).toBe(401);
    await rig.post('/keys', { ...named, action: 'limit', ip_list: [], can_trade_futures: false });
    expect((await balance()).status).toBe(200);
    expect((await trade()).body['code']).toBe(-2015);
    await rig.post('/keys', { ...named, action: 'limit', can_trade_futures: true });
    expect((await trade()).status).toBe(200);
    expect(await accounts(`venue=BINANCE&key=${key.apiKey}`)).toMatchObject([{ account: 2, keys: [key.apiKey] }]);
    await rig.post('/keys', { ...named, action: 'expire' });
    expect((await balance()).status).toBe(401);
    expect(((await rig.get('/keys')).body['keys'] as Record<string, Body[]>)['BINANCE']).toHaveLength(2);
    expect((await rig.post('/keys', { ...named, action: 'revoke' })).body['key']).toBe(null);
    expect((await rig.post('/keys', { ...named, action: 'revoke' })).body).toMatchObject({
      code: 'bad_field',
      field: 'key',
    });
    // What an account did stays to be seen when its key is gone.
    expect((await accounts('venue=BINANCE')).map(({ account }) => account)).toEqual([1, 2]);
    const second = await rig.post('/keys', { venue: 'BINANCE', action: 'issue', account: 2 });
    expect(second.body['key']).toMatchObject({ account: 2 });
    expect(await conserved()).toBe(true);
  });

  it.each([
    ['/balance', 'pocket', { venue: 'BINANCE', asset: 'USDT', amount: '1' }],
    ['/balance', 'pocket', { venue: 'OKX', pocket: 'spot', asset: 'USDT', amount: '1' }],
    ['/balance', 'asset', { venue: 'OKX', asset: 'GOLD', amount: '1' }],
    ['/balance', 'asset', { venue: 'KUCOIN', pocket: 'futures', asset: 'BTC', amount: '1' }],
    ['/balance', 'amount', { venue: 'OKX', asset: 'USDT', amount: '-1' }],
    ['/balance', 'amount', { venue: 'OKX', asset: 'USDT', amount: 1 }],
    ['/balance', 'amount', { venue: 'OKX', asset: 'USDT', amount: '1e9' }],
    ['/balance', 'key', { venue: 'OKX', key: 'nobody', asset: 'USDT', amount: '1' }],
    ['/balance', 'account', { venue: 'OKX', account: 99, asset: 'USDT', amount: '1' }],
    ['/funding', 'symbol', { venue: 'OKX', symbol: 'NOPE' }],
    ['/funding', 'symbol', { venue: 'OKX', symbol: 'BTC-USDT' }],
    ['/funding', 'venue', { venue: 'ALL', symbol: 'BTCUSDT' }],
    ['/liquidate', 'symbol', { venue: 'OKX' }],
    ['/liquidate', 'account', { venue: 'OKX', symbol: 'BTCUSDT', account: 0 }],
    ['/adl', 'qty', { venue: 'OKX', symbol: 'BTCUSDT', qty: '0.001' }],
    ['/adl', 'qty', { venue: 'OKX', symbol: 'BTCUSDT', qty: '0' }],
    ['/adl', 'frac', { venue: 'OKX', symbol: 'BTCUSDT', frac: 2 }],
    ['/adl', 'frac', { venue: 'OKX', symbol: 'BTCUSDT', qty: '1', frac: 0.5 }],
    ['/keys', 'action', { venue: 'OKX', action: 'steal' }],
    ['/keys', 'key', { venue: 'OKX', action: 'revoke' }],
    ['/keys', 'key', { venue: 'OKX', action: 'issue', key: 'mine' }],
    ['/keys', 'usdt', { venue: 'OKX', action: 'issue', account: 1, usdt: '5' }],
    ['/keys', 'account', { venue: 'OKX', action: 'issue', account: 50 }],
    ['/keys', 'asset_amount', { venue: 'OKX', action: 'issue', asset: 'BTC' }],
    ['/keys', 'pocket', { venue: 'OKX', action: 'issue', pocket: 'unified' }],
    ['/keys', 'ip_list', { venue: 'OKX', action: 'issue', ip_list: ['999.1.1.1'] }],
    ['/keys', 'ip_list', { venue: 'OKX', action: 'issue', ip_list: 'any' }],
    ['/keys', 'can_withdraw', { venue: 'OKX', action: 'revoke', key: 'x', can_withdraw: true }],
    ['/keys', 'can_withdraw', { venue: 'OKX', action: 'issue', can_withdraw: 'yes' }],
    ['/keys', 'expires_ms', { venue: 'OKX', action: 'issue', expires_ms: -1 }],
  ])('%s names %s as what is wrong with %j', async (path, field, body) => {
    const before = (await rig.get('/keys')).body;
    const answered = await rig.post(path, body);
    expect({ status: answered.status, ...answered.body }).toMatchObject({
      status: 400,
      ok: false,
      code: 'bad_field',
      field,
    });
    expect(answered.body['allowed']).toEqual(expect.stringMatching(/.{3}/));
    expect((await rig.get('/keys')).body).toEqual(before);
  });

  it.each([
    ['venue', 'venue=KRAKEN'],
    ['venue', ''],
    ['key', 'venue=OKX&key=nobody'],
    ['key', 'venue=ALL&key=nobody'],
    ['account', 'venue=OKX&account=one'],
    ['account', 'venue=OKX&account=77'],
    ['limit', 'venue=OKX&limit=0'],
    ['limit', 'venue=OKX&limit=1e9'],
    ['side', 'venue=OKX&side=BUY'],
    ['venue', 'venue=OKX&venue=BYBIT'],
  ])('/truth names %s as what is wrong with %s', async (field, query) => {
    expect(await rig.get(`/truth?${query}`)).toMatchObject({ status: 400, body: { code: 'bad_field', field } });
  });
});
