import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { controlRig, type Body, type ControlRig } from './control-rig.ts';
import { connect, getJson } from './tiny-client.ts';

let rig: ControlRig;

beforeAll(async () => {
  rig = await controlRig();
});
afterEach(() => rig.heal());
afterAll(() => rig.stop());

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' };
const order = (fields: Record<string, string | number> = {}, more: { signal?: AbortSignal } = {}) =>
  rig.binance('POST /fapi/v1/order', { ...BUY, ...fields }, more);
const faults = async (): Promise<Body[]> => (await rig.get('/faults')).body['faults'] as Body[];
const orderIds = async (): Promise<unknown[]> => {
  const { body } = await rig.get('/truth?venue=BINANCE&account=1');
  const [account] = body['accounts'] as { orders: { client_id: string }[] }[];
  return (account?.orders ?? []).map(({ client_id }) => client_id);
};
const KINDS = [
  'latency',
  'answer-lost',
  'request-lost',
  'http-status',
  'maintenance',
  'reject',
  'partial',
  'drop-event',
  'duplicate-event',
  'swap-events',
  'delay-event',
  'book-desync',
  'frame-drop',
  'frame-duplicate',
  'frame-swap',
  'frame-truncate',
  'frame-wrong-type',
  'frame-unknown-channel',
  'frame-cross-book',
  'rest-hang',
  'rest-fail',
  'clock-skew',
  'silent-sockets',
  'close-sockets',
  'drop-sockets',
  'halt-instrument',
  'lock-price',
  'offset-price',
  'adl',
];

describe('control of faults', () => {
  it('arms every kind as its own description says', async () => {
    const { body } = await rig.get('/');
    const call = (body['calls'] as Body[]).find(({ method, path }) => method === 'POST' && path === '/faults');
    const kinds = call?.['kinds'] as Record<string, { example: Body; about: string }>;
    expect(Object.keys(kinds)).toEqual(KINDS);
    for (const [kind, { example }] of Object.entries(kinds)) {
      const answered = await rig.post('/faults', example);
      expect({ kind, status: answered.status, ok: answered.body['ok'] }).toEqual({ kind, status: 200, ok: true });
    }
    const rows = await faults();
    expect(rows.map((row) => row['kind']).toReversed()).toEqual(KINDS);
  });

  it('arms at all venues under the name that each has, and says where a coin is not listed', async () => {
    const btc = await rig.post('/faults', { venue: 'ALL', kind: 'reject', refusal: 'halted', symbol: 'BTCUSDT' });
    const rows = btc.body['armed'] as Body[];
    expect(rows.map((row) => [row['venue'], row['wire_symbol']])).toEqual([
      ['BINANCE', 'BTCUSDT'],
      ['BYBIT', 'BTCUSDT'],
      ['OKX', 'BTC-USDT-SWAP'],
      ['KUCOIN', 'XBTUSDTM'],
    ]);
    const spot = await rig.post('/faults', { venue: 'OKX', kind: 'answer-lost', symbol: 'btcusdt', market: 'spot' });
    expect((spot.body['armed'] as Body[])[0]?.['wire_symbol']).toBe('BTC-USDT');
    const kas = await rig.post('/faults', { venue: 'ALL', kind: 'answer-lost', symbol: 'KASUSDT' });
    expect(kas.body['not_listed_at']).toEqual(['BINANCE', 'OKX']);
  });

  it('lets a call be refused, counted, and told', async () => {
    await rig.post('/faults', {
      venue: 'BINANCE',
      kind: 'reject',
      call: 'place',
      refusal: 'margin-insufficient',
      count: 2,
    });
    expect((await order()).body['code']).toBe(-2019);
    expect((await faults())[0]).toMatchObject({ state: 'armed', fired: 1, left: 1 });
    expect((await order()).body['code']).toBe(-2019);
    expect((await faults())[0]).toMatchObject({ state: 'spent', fired: 2, left: 0 });
    expect((await order()).status).toBe(200);
    const { body } = await rig.get('/faults');
    expect((body['venues'] as Record<string, Body>)['BINANCE']?.['private_struck']).toMatchObject({ reject: 2 });
  });

  it('loses an answer after the order was done, and a request before', async () => {
    await rig.post('/faults', { venue: 'BINANCE', kind: 'answer-lost', call: 'place', symbol: 'BTCUSDT' });
    const before = rig.sim.counters('BINANCE').requests;
    const lost = new AbortController();
    const waiting = expect(order({ newClientOrderId: 'done-unheard' }, { signal: lost.signal })).rejects.toThrow();
    await vi.waitFor(async () => expect(await orderIds()).toContain('done-unheard'));
    lost.abort();
    await waiting;
    await rig.post('/faults', { venue: 'BINANCE', kind: 'request-lost', call: 'place' });
    const gone = new AbortController();
    const never = expect(order({ newClientOrderId: 'never-done' }, { signal: gone.signal })).rejects.toThrow();
    await vi.waitFor(async () => expect((await faults())[0]).toMatchObject({ kind: 'request-lost', fired: 1 }));
    gone.abort();
    await never;
    expect(await orderIds()).not.toContain('never-done');
    expect(rig.sim.counters('BINANCE').requests).toBe(before + 2);
  });

  it('answers with a status, with maintenance, or late', async () => {
    for (const status of [429, 418, 503]) {
      await rig.post('/faults', { venue: 'BINANCE', kind: 'http-status', call: 'place', status, retry_after_s: 7 });
      expect((await order()).status).toBe(status);
    }
    await rig.post('/faults', { venue: 'BINANCE', kind: 'maintenance', call: 'balances' });
    expect((await rig.binance('GET /fapi/v3/balance', {})).status).toBeGreaterThanOrEqual(500);
    await rig.post('/faults', { venue: 'BINANCE', kind: 'latency', call: 'place', ms: 400 });
    const late = order({ newClientOrderId: 'late' });
    await vi.waitFor(async () => expect((await faults())[0]).toMatchObject({ kind: 'latency', fired: 1 }));
    expect(await orderIds()).not.toContain('late');
    rig.clock.advance(400);
    expect((await late).status).toBe(200);
  });

  it('skews a clock until healed', async () => {
    await rig.post('/faults', { venue: 'BINANCE', kind: 'clock-skew', by_ms: -90_000 });
    expect((await order()).body['code']).toBe(-1021);
    const beyond = await rig.post('/faults', { venue: 'ALL', kind: 'clock-skew', by_ms: -86_400_000 });
    expect(beyond).toMatchObject({ status: 400, body: { field: 'by_ms', value: -86_400_000 } });
    expect(rig.sim.faults('BYBIT').skewMs).toBe(0);
    await rig.heal();
    expect((await order()).status).toBe(200);
  });

  it('locks a price, and lets it go when it is healed', async () => {
    await rig.post('/faults', { venue: 'BYBIT', kind: 'lock-price', symbol: 'BTCUSDT' });
    expect(rig.sim.control('BYBIT').locked()).toHaveLength(1);
    await rig.post('/faults', { venue: 'BYBIT', kind: 'lock-price', symbol: 'BTCUSDT', is_locked: false });
    expect(rig.sim.control('BYBIT').locked()).toEqual([]);
    await rig.post('/faults', { venue: 'ALL', kind: 'lock-price', symbol: 'BTCUSDT', market: 'spot' });
    const lockedNow = async (): Promise<unknown[]> => {
      const { body } = await rig.get('/faults');
      return Object.values(body['venues'] as Record<string, Body>).map((venue) => venue['locked']);
    };
    expect(await lockedNow()).toContainEqual([{ symbol: 'BTC-USDT', market: 'spot' }]);
    await rig.heal();
    expect(await lockedNow()).toEqual([[], [], [], []]);
  });

  it('keeps a price apart from the market, and lets it follow when it is healed or set to 0', async () => {
    await rig.post('/faults', { venue: 'BYBIT', kind: 'offset-price', symbol: 'BTCUSDT', offset_bps: 40 });
    expect(rig.sim.control('BYBIT').offset()).toHaveLength(1);
    await rig.post('/faults', { venue: 'BYBIT', kind: 'offset-price', symbol: 'BTCUSDT', offset_bps: 0 });
    expect(rig.sim.control('BYBIT').offset()).toEqual([]);
    await rig.post('/faults', {
      venue: 'ALL',
      kind: 'offset-price',
      symbol: 'BTCUSDT',
      market: 'perp',
      offset_bps: -40,
    });
    await rig.heal();
    expect(rig.sim.control('OKX').offset()).toEqual([]);
  });

  it('halts a listing, keeps sockets silent, and heals both', async () => {
    await rig.post('/faults', { venue: 'ALL', kind: 'halt-instrument', symbol: 'BTCUSDT' });
    await rig.post('/faults', { venue: 'ALL', kind: 'silent-sockets', side: 'both' });
    expect((await order()).status).toBe(400);
    const { body } = await rig.get('/faults');
    expect((body['venues'] as Record<string, Body>)['KUCOIN']).toMatchObject({
      halted: [{ symbol: 'XBTUSDTM', market: 'perp' }],
      private_silent: true,
      public_silent: true,
    });
    await rig.post('/faults', { venue: 'BINANCE', kind: 'halt-instrument', symbol: 'BTCUSDT', is_halted: false });
    expect((await order()).status).toBe(200);
    const healed = await rig.heal();
    expect((healed.body['healed'] as Body[]).length).toBe(9);
    const after = (await rig.get('/faults')).body;
    expect(after['faults']).toEqual([]);
    for (const venue of Object.values(after['venues'] as Record<string, Body>)) {
      expect(venue).toMatchObject({ halted: [], private_silent: false, public_silent: false, clock_skew_ms: 0 });
    }
  });

  it('drops, doubles and delays private events, and leaves the order of the rest', async () => {
    const { body } = await rig.binance('POST /fapi/v1/listenKey', {});
    const client = await connect(`${rig.sim.baseUrls.BINANCE}/usdm/private/ws/${String(body['listenKey'])}`);
    const told = (id: string): number =>
      client.frames.filter((frame) => (frame['o'] as Body | undefined)?.['c'] === id).length;
    await order({ newClientOrderId: 'plain' });
    await vi.waitFor(() => expect(told('plain')).toBeGreaterThan(0));
    const usual = told('plain');
    await rig.post('/faults', { venue: 'BINANCE', kind: 'drop-event', event: 'fill' });
    await order({ newClientOrderId: 'fill-dropped' });
    await rig.post('/faults', { venue: 'BINANCE', kind: 'duplicate-event', event: 'fill' });
    await order({ newClientOrderId: 'fill-twice' });
    await vi.waitFor(() => expect(told('fill-twice')).toBe(usual + 1));
    expect(told('fill-dropped')).toBe(usual - 1);
    await rig.post('/faults', { venue: 'BINANCE', kind: 'delay-event', event: 'fill', ms: 5_000 });
    await order({ newClientOrderId: 'fill-late' });
    await vi.waitFor(() => expect(told('fill-late')).toBe(usual - 1));
    rig.clock.advance(5_000);
    await vi.waitFor(() => expect(told('fill-late')).toBe(usual));
    client.close();
  });

  it('puts a book out of step, and closes sockets', async () => {
    const client = await connect(`${rig.sim.baseUrls.BINANCE}/usdm/public/ws/btcusdt@depth@100ms`);
    await rig.post('/faults', { venue: 'BINANCE', kind: 'book-desync', symbol: 'BTCUSDT', count: 1 });
    rig.clock.advance(2_000);
    await vi.waitFor(() => expect(client.frames.length).toBeGreaterThan(3));
    expect((await faults())[0]).toMatchObject({ kind: 'book-desync', state: 'spent', fired: 1 });
    const closed = await rig.post('/faults', {
      venue: 'BINANCE',
      kind: 'close-sockets',
      code: 1012,
      reason: 'restart',
    });
    expect((closed.body['armed'] as Body[])[0]).toMatchObject({ state: 'done', fired: 1 });
    await vi.waitFor(() => expect(client.closed).toEqual([{ code: 1012, reason: 'restart' }]));
  });

  it('fails and hangs paths until healed', async () => {
    const path = `${rig.sim.baseUrls.OKX}/api/v5/public/time`;
    await rig.post('/faults', {
      venue: 'OKX',
      kind: 'rest-fail',
      path_prefix: '/api/v5/public',
      status: 502,
      retry_after_s: 3,
    });
    const failed = await getJson(path);
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([502, '3']);
    expect((await getJson(path)).status).toBe(200);
    await rig.post('/faults', { venue: 'OKX', kind: 'rest-hang', path_prefix: '/api/v5/public' });
    const lost = new AbortController();
    const waiting = expect(fetch(path, { signal: lost.signal })).rejects.toThrow();
    await vi.waitFor(async () =>
      expect((await faults())[0]).toMatchObject({ kind: 'rest-hang', fired: 1, left: 'always' }),
    );
    lost.abort();
    await waiting;
    await rig.heal();
    expect((await getJson(path)).status).toBe(200);
  });

  it('deleverages one leg', async () => {
    rig.place('BYBIT', 'BTCUSDT', { lots: 10 });
    const half = { venue: 'BYBIT', kind: 'adl', symbol: 'BTCUSDT', frac: 0.5 };
    const { body } = await rig.post('/faults', half);
    expect((body['armed'] as Body[])[0]).toMatchObject({ state: 'done', fired: 1 });
    const truth = await rig.get('/truth?venue=BYBIT');
    const [account] = truth.body['accounts'] as { positions: Body[]; fills: Body[] }[];
    expect(account?.positions[0]).toMatchObject({ qty: '0.005' });
    expect(account?.fills[0]).toMatchObject({ cause: 'adl', qty: '0.005' });
    expect(await rig.post('/faults', { ...half, venue: 'ALL' })).toMatchObject({
      status: 400,
      body: { field: 'venue' },
    });
  });

  it('repeats chances for a seed', async () => {
    const struck = async (): Promise<boolean[]> => {
      await rig.post('/seed', { seed: 5 });
      await rig.post('/faults', { venue: 'KUCOIN', kind: 'answer-lost', count: 'always', chance: 0.5 });
      const desk = rig.sim.desk('KUCOIN');
      const hits = Array.from({ length: 40 }, () => desk.takeCallFault('place', null) !== null);
      await rig.heal();
      return hits;
    };
    const first = await struck();
    expect(new Set(first).size).toBe(2);
    expect(await struck()).toEqual(first);
  });

  it.each([
    ['venue', { venue: 'KRAKEN', kind: 'answer-lost' }],
    ['venue', { kind: 'answer-lost' }],
    ['kind', { venue: 'OKX', kind: 'earthquake' }],
    ['kind', { venue: 'OKX' }],
    ['call', { venue: 'OKX', kind: 'answer-lost', call: 'withdraw' }],
    ['event', { venue: 'OKX', kind: 'drop-event', event: 'news' }],
    ['call', { venue: 'OKX', kind: 'drop-event', call: 'place' }],
    ['count', { venue: 'OKX', kind: 'answer-lost', count: 0 }],
    ['count', { venue: 'OKX', kind: 'answer-lost', count: 1.5 }],
    ['count', { venue: 'OKX', kind: 'answer-lost', count: 'often' }],
    ['chance', { venue: 'OKX', kind: 'answer-lost', chance: 1.1 }],
    ['ms', { venue: 'OKX', kind: 'latency', ms: -1 }],
    ['ms', { venue: 'OKX', kind: 'latency' }],
    ['status', { venue: 'OKX', kind: 'http-status', status: 200 }],
    ['retry_after_s', { venue: 'OKX', kind: 'http-status', status: 429, retry_after_s: 4_000 }],
    ['refusal', { venue: 'OKX', kind: 'reject', refusal: 'mood' }],
    ['fill_frac', { venue: 'OKX', kind: 'partial', fill_frac: 1 }],
    ['symbol', { venue: 'OKX', kind: 'halt-instrument' }],
    ['symbol', { venue: 'OKX', kind: 'answer-lost', symbol: 'NOPEUSDT' }],
    ['symbol', { venue: 'OKX', kind: 'answer-lost', symbol: 7 }],
    ['symbol', { venue: 'BINANCE', kind: 'answer-lost', symbol: 'KASUSDT' }],
    ['symbol', { venue: 'OKX', kind: 'clock-skew', by_ms: 1, symbol: 'BTCUSDT' }],
    ['market', { venue: 'OKX', kind: 'answer-lost', market: 'perp' }],
    ['by_ms', { venue: 'OKX', kind: 'clock-skew', by_ms: 1e12 }],
    ['answers_pings', { venue: 'OKX', kind: 'silent-sockets', answers_pings: false }],
    ['code', { venue: 'OKX', kind: 'close-sockets', code: 1006 }],
    ['reason', { venue: 'OKX', kind: 'close-sockets', reason: 'é'.repeat(80) }],
    ['path_prefix', { venue: 'OKX', kind: 'rest-hang', path_prefix: 'v5' }],
    ['topic', { venue: 'OKX', kind: 'frame-drop', topic: '' }],
    ['key', { venue: 'OKX', kind: 'adl', symbol: 'BTCUSDT', key: 'nobody' }],
  ])('names %s as what is wrong with %j', async (field, body) => {
    const answered = await rig.post('/faults', body);
    expect(answered.status).toBe(400);
    expect(answered.body).toMatchObject({ ok: false, code: 'bad_field', field });
    expect(answered.body['allowed']).toEqual(expect.stringMatching(/.{3}/));
    expect(answered.body).toHaveProperty('value');
    expect(await faults()).toEqual([]);
  });
});
