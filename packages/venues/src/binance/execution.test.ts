import type { BalanceReport, Fill, Income, OrderReport, PrivateSink, PrivateStreamState } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { VENUE_CONFIG_DEFAULTS } from '../kit/index.ts';
import type { BinanceExecution } from './execution.ts';
import {
  BTC_PERP,
  buildPlaceOrder,
  PEPE_PERP,
  readPrivateFixture,
  readPrivateText,
  SOL_SPOT,
} from './extra/private.fixture.ts';
import { startScriptedVenue, type ScriptedVenue, type SeenRequest } from './extra/scripted-venue.fixture.ts';
import { createBinanceExecution } from './venue.ts';

const ORDER = 'POST /usdm/fapi/v1/order';
const SOON = { timeout: 15_000, interval: 20 } as const;

let venue: ScriptedVenue;
let client: BinanceExecution;

beforeEach(async () => {
  venue = await startScriptedVenue();
  const config = { target: { kind: 'simulator', baseUrl: venue.baseUrl }, ...VENUE_CONFIG_DEFAULTS } as const;
  const key = { apiKey: 'k', apiSecret: 's', passphrase: null };
  const deps = { clock: systemClock(), random: seededRandom(1), log: silentLog(), key, offsetMs: () => 0 };
  client = createBinanceExecution(config, deps) as BinanceExecution;
  client.setInstruments([BTC_PERP, PEPE_PERP, SOL_SPOT]);
});

afterEach(async () => {
  await client.stop();
  await venue.stop();
});

const asked = (path: string): readonly SeenRequest[] => venue.requests.filter((one) => one.path.endsWith(path));
const refOf = (isConditional: boolean) => ({
  instrument: BTC_PERP,
  clientOrderId: 'P6a1',
  venueOrderId: null,
  isConditional,
});

describe('place', () => {
  it('calls an order unknown whose connection was cut after it was sent, and sends it once', async () => {
    venue.on(ORDER, () => 'cut');
    expect(await client.place(buildPlaceOrder())).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    expect(asked('/order')).toHaveLength(1);
  });

  it.each([502, 504])('calls an order unknown that was answered with %i, and sends it once', async (status) => {
    venue.on(ORDER, () => ({ status, body: null }));
    expect(await client.place(buildPlaceOrder())).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    expect(asked('/order')).toHaveLength(1);
  });

  it('measures the clock and tries once more after a clock refusal, never twice', async () => {
    venue.on('GET /usdm/fapi/v1/time', () => ({ body: { serverTime: Date.now() + 90_000 } }));
    venue.on(ORDER, () => ({ status: 400, body: { code: -1021, msg: 'Timestamp for this request is outside.' } }));
    expect(await client.place(buildPlaceOrder())).toMatchObject({
      ok: false,
      error: { code: 'CLOCK_SKEWED', outcome: 'rejected' },
    });
    const stamps = asked('/order').map((one) => Number(one.params.get('timestamp')));
    expect(stamps).toHaveLength(2);
    expect(stamps[1]! - stamps[0]!).toBeGreaterThan(85_000);
  });

  it('sends nothing more after a limit until the venue allows it, entries and exits alike', async () => {
    venue.on(ORDER, () => ({
      status: 429,
      body: { code: -1015, msg: 'Too many new orders' },
      headers: { 'retry-after': '30' },
    }));
    venue.on('GET /usdm/fapi/v1/order', () => ({ status: 400, body: { code: -2013, msg: 'Order does not exist.' } }));
    const limited = { ok: false, error: { code: 'VENUE_RATE_LIMITED' } };
    expect(await client.place(buildPlaceOrder())).toMatchObject(limited);
    const exit = buildPlaceOrder({ role: 'exit', isReduceOnly: true });
    expect(await client.place(exit)).toMatchObject({ ok: false, error: { outcome: 'not-sent' } });
    expect(asked('/order')).toHaveLength(1);
    // The limit of orders is not that of requests: what became of an order may still be asked.
    expect(await client.queryOrder(refOf(false))).toEqual({ ok: true, value: null });
  });

  it('keeps a reserve of orders for what reduces risk', async () => {
    venue.on(ORDER, () => ({ body: readPrivateFixture('rest_post_order_usdm') }));
    const results = await Promise.all(Array.from({ length: 150 }, () => client.place(buildPlaceOrder())));
    const refused = results.filter((one) => !one.ok);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' } });
    expect(await client.place(buildPlaceOrder({ role: 'flatten', isReduceOnly: true }))).toMatchObject({ ok: true });
  });

  it('cancels on spot whatever the limit of orders says', async () => {
    venue.on('POST /spot/api/v3/order', () => ({
      status: 429,
      body: { code: -1015, msg: 'Too many new orders' },
      headers: { 'retry-after': '30' },
    }));
    venue.on('DELETE /spot/api/v3/order', () => ({ body: readPrivateFixture('rest_delete_order_spot') }));
    await client.place(buildPlaceOrder({ instrument: SOL_SPOT }));
    expect(await client.cancel({ ...refOf(false), instrument: SOL_SPOT }, true)).toMatchObject({
      ok: true,
      value: { kind: 'accepted', report: { clientOrderId: 'P2a0', status: 'cancelled' } },
    });
  });

  it('gives the executions that a spot order was answered with', async () => {
    venue.on('POST /spot/api/v3/order', () => ({ body: readPrivateFixture('rest_post_order_spot') }));
    const ack = await client.place(buildPlaceOrder({ instrument: SOL_SPOT, qtyBase: '2' }));
    expect(ack).toMatchObject({
      ok: true,
      value: { venueOrderId: '5512345', report: { status: 'filled' }, fills: [{ fillId: '901' }, { fillId: '902' }] },
    });
  });
});

describe('cancel and queryOrder', () => {
  it('take an order the venue does not know for final, and for none', async () => {
    venue.on('DELETE /usdm/fapi/v1/algoOrder', () => ({ status: 400, body: { code: -2011, msg: 'Unknown order' } }));
    venue.on('GET /usdm/fapi/v1/algoOrder', () => ({ status: 400, body: { code: -2013, msg: 'No such order' } }));
    venue.on('GET /usdm/fapi/v1/order', () => ({ status: 400, body: { code: -2013, msg: 'No such order' } }));
    expect(await client.cancel(refOf(true), true)).toEqual({ ok: true, value: { kind: 'already-final' } });
    expect(await client.queryOrder(refOf(true))).toEqual({ ok: true, value: null });
  });

  it('follow a conditional order into the order it became', async () => {
    venue.on('GET /usdm/fapi/v1/algoOrder', () => ({ body: readPrivateFixture('rest_get_algo_order') }));
    const became = { ...(readPrivateFixture('rest_get_order_usdm') as object), symbol: 'BTCUSDT', orderId: 22549998 };
    venue.on('GET /usdm/fapi/v1/order', (request) =>
      request.params.get('orderId') === '22549998' ? { body: became } : { status: 404, body: null },
    );
    expect(await client.queryOrder(refOf(true))).toMatchObject({
      ok: true,
      value: {
        clientOrderId: 'P6a1',
        venueOrderId: '22549998',
        type: 'stop-market',
        triggerPx: '63000',
        closesPosition: true,
        status: 'filled',
        cumQtyBase: '5000',
      },
    });
  });
});

describe('a conditional order that is finished without the number of the order it became', () => {
  const finished = { ...(readPrivateFixture('rest_get_algo_order') as object), actualOrderId: '', actualQty: '0.000' };
  beforeEach(() => venue.on('GET /usdm/fapi/v1/algoOrder', () => ({ body: finished })));

  it('is looked for by its id', async () => {
    const became = { ...(readPrivateFixture('rest_get_order_usdm') as object), symbol: 'BTCUSDT' };
    venue.on('GET /usdm/fapi/v1/order', ({ params }) =>
      params.get('origClientOrderId') === 'P6a1' ? { body: became } : { status: 404, body: null },
    );
    expect(await client.queryOrder(refOf(true))).toMatchObject({
      ok: true,
      value: { venueOrderId: '22549999', status: 'filled', triggerPx: '63000' },
    });
  });

  it('has ended unfilled when there is none', async () => {
    venue.on('GET /usdm/fapi/v1/order', () => ({ status: 400, body: { code: -2013, msg: 'Order does not exist.' } }));
    expect(await client.queryOrder(refOf(true))).toMatchObject({ ok: true, value: { status: 'cancelled' } });
  });
});

describe('positions', () => {
  it('come without leverage and margin mode when the settings are not to be had', async () => {
    venue.on('GET /usdm/fapi/v3/positionRisk', () => ({ body: readPrivateFixture('rest_get_position_risk') }));
    venue.on('GET /usdm/fapi/v1/symbolConfig', () => ({ status: 400, body: { code: -1102, msg: 'no' } }));
    expect(await client.positions()).toMatchObject({
      ok: true,
      value: [{ qtyBase: '-0.01', leverage: null, marginMode: null }, { qtyBase: '5000000' }],
    });
  });
});

describe('settings', () => {
  it('take what is already set for a success, and refuse what no venue takes before it is sent', async () => {
    const unchanged = (code: number) => () => ({ status: 400, body: { code, msg: 'No need to change.' } });
    venue.on('POST /usdm/fapi/v1/positionSide/dual', unchanged(-4059));
    venue.on('POST /usdm/fapi/v1/marginType', unchanged(-4046));
    expect(await client.setPositionMode('one-way')).toEqual({ ok: true, value: null });
    expect(await client.setMarginMode(BTC_PERP, 'isolated', 5)).toEqual({ ok: true, value: null });
    expect(asked('/marginType')[0]?.params.get('marginType')).toBe('ISOLATED');
    const notSent = { ok: false, error: { code: 'LEVERAGE_NOT_ALLOWED', outcome: 'not-sent' } };
    expect(await client.setLeverage(BTC_PERP, 2.5, 'cross')).toMatchObject(notSent);
    expect(await client.readModes(SOL_SPOT)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
  });

  it('arm the dead-man timer of every perp given, and of no spot pair', async () => {
    venue.on('POST /usdm/fapi/v1/countdownCancelAll', () => ({ body: { symbol: 'X', countdownTime: '60000' } }));
    expect(await client.armDeadMan(60_000, [BTC_PERP, SOL_SPOT, PEPE_PERP])).toEqual({ ok: true, value: null });
    expect(asked('/countdownCancelAll').map((one) => one.params.get('symbol'))).toEqual(['BTCUSDT', '1000PEPEUSDT']);
  });
});

describe('fills', () => {
  it('asks by spans of time until the first trade, then by trade id to the end', async () => {
    const nowMs = Date.now();
    const trade = (id: number) => ({ ...(readPrivateFixture('rest_get_user_trades_usdm') as [object])[0], id });
    venue.on('GET /usdm/fapi/v1/userTrades', ({ params }) => {
      if (params.has('fromId')) return { body: [trade(12), trade(13)] };
      return { body: Number(params.get('endTime')) > nowMs - 10 * 86_400_000 ? [trade(11), trade(10)] : [] };
    });
    const result = await client.fills('perp', BTC_PERP, nowMs - 20 * 86_400_000);
    expect(result.ok && result.value.map((one) => one.fillId)).toEqual(['10', '11', '12', '13']);
    const pages = asked('/userTrades').map((one) => one.params.get('fromId') ?? 'by time');
    expect(pages).toEqual(['by time', 'by time', '12']);
  });

  it('refuses what the venue cannot be asked', async () => {
    const refusal = { ok: false, error: { code: 'INPUT_INVALID', outcome: 'not-sent' } };
    expect(await client.fills('spot', null, Date.now())).toMatchObject(refusal);
    expect(await client.fills('spot', SOL_SPOT, 0)).toMatchObject(refusal);
    expect(venue.requests).toEqual([]);
  });
});

describe('user streams', () => {
  const seen = {
    orders: [] as OrderReport[],
    fills: [] as Fill[],
    balances: [] as BalanceReport[],
    incomes: [] as Income[],
    streams: [] as PrivateStreamState[],
  };
  const sink: PrivateSink = {
    onOrder: (report) => void seen.orders.push(report),
    onFill: (fill) => void seen.fills.push(fill),
    onPosition: () => undefined,
    onBalances: (balances) => void seen.balances.push(...balances),
    onIncome: (income) => void seen.incomes.push(income),
    onStream: (state) => void seen.streams.push(state),
  };
  beforeEach(() => {
    for (const list of Object.values(seen)) list.length = 0;
  });

  it('are live once the subscription is acknowledged and the listen key socket stands', async () => {
    expect(await client.start(sink)).toEqual({ ok: true, value: null });
    expect(seen.streams.map((one) => one.isLive)).toEqual([true]);
    const [subscription] = asked('userDataStream.subscribe.signature');
    expect([...(subscription?.params.keys() ?? [])].toSorted()).toEqual(['apiKey', 'signature', 'timestamp']);
    expect([...venue.sockets.values()].toSorted()).toEqual(['/spot/ws-api/v3', '/usdm/private/ws/key1']);
  });

  it.each(['/spot/ws-api', '/usdm/private'])('tell the loss of %s, and when it is back', async (path) => {
    await client.start(sink);
    venue.cut(path);
    await vi.waitFor(() => expect(seen.streams.map((one) => one.isLive)).toEqual([true, false, true]), SOON);
    expect(client.streamState()).toMatchObject({ isLive: true, reconnects: 1, reason: null });
  });

  it('take a new listen key when the old one ran out', async () => {
    await client.start(sink);
    venue.on('POST /usdm/fapi/v1/listenKey', () => ({ body: { listenKey: 'key2' } }));
    venue.push('/usdm/private', readPrivateText('user_listen_key_expired'));
    await vi.waitFor(() => expect([...venue.sockets.values()]).toContain('/usdm/private/ws/key2'), SOON);
    await vi.waitFor(() => expect(client.streamState().isLive).toBe(true), SOON);
  });

  it('say why they are not live when the key is wrong, and keep trying', async () => {
    const refusal = readPrivateFixture('user_api_refused') as { status: number; error: object };
    venue.on('WS', () => ({ status: refusal.status, body: { error: refusal.error } }));
    expect(await client.start(sink)).toMatchObject({ ok: false, error: { code: 'CREDENTIALS_INVALID' } });
    venue.on('WS', () => ({ status: 200, body: { result: { subscriptionId: 0 } } }));
    await vi.waitFor(() => expect(client.streamState().isLive).toBe(true), SOON);
  });

  it('pass events on, and count what they leave out', async () => {
    await client.start(sink);
    venue.push('/spot/ws-api', readPrivateText('user_execution_report'));
    venue.push('/usdm/private', readPrivateText('user_algo_update'));
    const order = JSON.parse(readPrivateText('user_order_trade_update')) as { o: object };
    venue.push('/usdm/private', JSON.stringify({ ...order, o: { ...order.o, i: 22549999, c: 'other' } }));
    venue.push('/usdm/private', JSON.stringify({ ...order, o: { ...order.o, s: 'OTHERUSDT' } }));
    venue.push('/usdm/private', JSON.stringify({ ...order, o: { ...order.o, X: 'ODD' } }));
    venue.push('/usdm/private', 'no json');
    await vi.waitFor(() => expect(client.counters()).toEqual({ malformed: 2, skipped: 1, unlisted: 1 }), SOON);
    expect(seen.fills.map((one) => one.clientOrderId ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'P1a0',
      'P5a1',
    ]);
    expect(seen.orders.map((one) => one.clientOrderId ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
      'P1a0',
      'P5a1',
      'P5a1',
    ]);
  });

  it('ask for what a funding event leaves out: free balances and the id of the income', async () => {
    venue.on('GET /usdm/fapi/v3/balance', () => ({ body: readPrivateFixture('rest_get_balance_usdm') }));
    venue.on('GET /usdm/fapi/v1/income', () => ({ body: readPrivateFixture('rest_get_income') }));
    await client.start(sink);
    venue.push('/usdm/private', readPrivateText('user_account_update_funding'));
    venue.push('/usdm/private', readPrivateText('user_account_update_funding'));
    await vi.waitFor(() => expect(seen.incomes.map((one) => one.incomeId)).toEqual(['9689322392', '9689322394']), SOON);
    expect(seen.balances.map((one) => one.free)).toEqual(['900.5', '50']);
    expect(asked('/balance')).toHaveLength(1);
  });

  it('end a call on its way as unknown when they stop', async () => {
    venue.on(ORDER, () => {
      void client.stop();
      return 'cut';
    });
    expect(await client.place(buildPlaceOrder())).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    expect(client.streamState()).toMatchObject({ isLive: false, reason: 'stopped' });
  });
});
