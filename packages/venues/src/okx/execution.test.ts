import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderLine } from '../kit/http/order-line.ts';
import { buildPlaceOrder, okxFixture, okxListed, okxRows } from './extra/private.fixture.ts';
import { startScripted, type ScriptedScene } from './extra/scripted-venue.fixture.ts';

const SOON = { timeout: 15_000, interval: 10 } as const;
const PERP = okxListed('ETH-USDT-SWAP');
const SPOT = okxListed('ETH-USDT');
const ORDER = '/trade/order';
const CANCEL = '/trade/cancel-order';
const plainRef = { instrument: PERP, clientOrderId: 'PA1', venueOrderId: null, isConditional: false };
const stopRef = { instrument: PERP, clientOrderId: 'PSL1', venueOrderId: null, isConditional: true };
const stop = buildPlaceOrder({
  clientOrderId: 'PSL1',
  side: 'SELL',
  type: 'stop-market',
  qtyBase: null,
  triggerPx: '3050',
  closesPosition: true,
  isReduceOnly: true,
  role: 'protective-stop',
});

let scene: ScriptedScene;
beforeEach(async () => {
  scene = await startScripted();
});
afterEach(async () => {
  await scene.client.stop();
  await scene.venue.stop();
});

function refusal(sCode: string): { readonly body: unknown } {
  return { body: { code: '1', msg: 'All operations failed', data: [{ ordId: '', sCode, sMsg: 'no' }] } };
}

describe('place', () => {
  it('takes the acknowledgement for no more than an id', async () => {
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    expect(await scene.client.place(buildPlaceOrder())).toEqual({
      ok: true,
      value: { venueOrderId: '2610000000000000001', report: null, fills: [] },
    });
    const [call] = scene.venue.callsOf(ORDER);
    expect(call?.body).toMatchObject({ instId: 'ETH-USDT-SWAP', tdMode: 'cross', sz: '2.5', clOrdId: 'PA1' });
    expect(call?.headers).toMatchObject({ 'ok-access-key': 'sim-key', 'ok-access-passphrase': 'sim-pass' });
  });

  it('writes spot orders as the level of the account wants it', async () => {
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    await scene.client.place(buildPlaceOrder({ instrument: SPOT }));
    const [config] = okxRows('rest_get_account_config');
    scene.venue.rows('/account/config', { ...config, acctLv: '3' });
    await scene.client.probeKey();
    await scene.client.place(buildPlaceOrder({ instrument: SPOT }));
    expect(scene.venue.callsOf(ORDER).map((call) => call.body)).toMatchObject([
      { tdMode: 'cash' },
      { tdMode: 'cross' },
    ]);
  });

  it.each([
    ['a swap order', {}],
    ['a spot order', { instrument: SPOT }],
  ])('lets %s leave in the turn that places it, once the set-up is known', async (_name, over) => {
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    await scene.client.place(buildPlaceOrder(over));
    const left = vi.spyOn(OrderLine.prototype, 'send');
    const placed = scene.client.place(buildPlaceOrder({ ...over, clientOrderId: 'PA2' }));
    const texts = left.mock.calls.map(([text]) => text);
    left.mockRestore();
    await placed;
    expect(texts).toEqual([expect.stringContaining('"clOrdId":"PA2"')]);
  });

  it('says of an order that the venue refused that it was rejected, and why', async () => {
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order_refused') });
    expect(await scene.client.place(buildPlaceOrder())).toMatchObject({
      error: { code: 'MARGIN_INSUFFICIENT', outcome: 'rejected' },
    });
    scene.venue.script('/trade/order-algo', { body: okxFixture('rest_post_order_algo_refused') });
    expect(await scene.client.place(stop)).toMatchObject({
      error: { code: 'ORDER_TRIGGERS_NOW', outcome: 'rejected' },
    });
  });

  it.each([
    ['a cut connection', 'cut'],
    ['a broken gateway', { status: 502, body: 'bad gateway' }],
    ['a timeout of the venue', { status: 400, body: { code: '50004', msg: '', data: [] } }],
    ['a system error', { status: 500, body: { code: '50026', msg: '', data: [] } }],
    ['a code nobody listed', refusal('51999')],
    ['an answer of another shape', { body: { code: '0', data: '?' } }],
    ['an acknowledgement without an id', { body: { code: '0', data: [{ sCode: '0' }] } }],
    ['an empty acknowledgement', { body: { code: '0', data: [] } }],
  ] as const)('calls the outcome unknown after %s, and never sends again', async (_name, scripted) => {
    scene.venue.script(ORDER, scripted);
    expect(await scene.client.place(buildPlaceOrder())).toMatchObject({ error: { outcome: 'unknown' } });
    expect(scene.venue.callsOf(ORDER)).toHaveLength(1);
  });

  it('sends once more, with the right time, after a clock refusal', async () => {
    scene.venue.script(
      ORDER,
      { status: 401, body: { code: '50102', msg: 'Timestamp request expired.' } },
      { body: okxFixture('rest_post_trade_order') },
    );
    scene.venue.rows('/public/time', { ts: '1795000000123' });
    expect(await scene.client.place(buildPlaceOrder())).toMatchObject({ ok: true });
    const [first, second] = scene.venue
      .callsOf(ORDER)
      .map((call) => Date.parse(String(call.headers['ok-access-timestamp'])));
    expect(Math.abs((first ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(Math.abs((second ?? 0) - 1_795_000_000_123)).toBeLessThan(5_000);
  });

  it('is quiet for one window after too many requests; other instruments go on', async () => {
    scene.venue.script(ORDER, { body: { code: '50011', msg: 'Too Many Requests', data: [] } });
    expect(await scene.client.place(buildPlaceOrder())).toMatchObject({
      error: { code: 'VENUE_RATE_LIMITED', outcome: 'rejected', retryAfterMs: 2_000 },
    });
    expect(await scene.client.place(buildPlaceOrder({ role: 'flatten' }))).toMatchObject({
      error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' },
    });
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    expect(await scene.client.place(buildPlaceOrder({ instrument: SPOT }))).toMatchObject({ ok: true });
  });

  it('does not keep an order waiting for a set-up that does not come', async () => {
    scene.venue.script('/account/config', 'silence');
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    const sentMs = Date.now();
    expect(await scene.client.place(buildPlaceOrder({ role: 'flatten' }))).toMatchObject({ ok: true });
    expect(Date.now() - sentMs).toBeLessThan(4_000);
  });

  it('sends no swap order in hedge mode', async () => {
    const [config] = okxRows('rest_get_account_config');
    scene.venue.rows('/account/config', { ...config, posMode: 'long_short_mode' });
    expect(await scene.client.place(buildPlaceOrder())).toMatchObject({
      error: { code: 'POSITION_MODE_MISMATCH', outcome: 'not-sent' },
    });
    expect(scene.venue.callsOf(ORDER)).toEqual([]);
  });
});

describe('cancel', () => {
  it.each(['51400', '51401', '51402', '51410', '51503', '51603'])(
    'takes %s for an order that has ended',
    async (code) => {
      scene.venue.script(CANCEL, refusal(code));
      expect(await scene.client.cancel(plainRef, true)).toEqual({ ok: true, value: { kind: 'already-final' } });
    },
  );

  it('keeps other refusals', async () => {
    scene.venue.script(CANCEL, { body: { code: '50120', msg: '', data: [] } });
    expect(await scene.client.cancel(plainRef, true)).toMatchObject({ error: { code: 'CREDENTIALS_FORBIDDEN' } });
  });

  it('names a waiting stop by its own call and id, and a triggered one as the order it became', async () => {
    scene.venue.script('/trade/order-algo', { body: okxFixture('rest_post_order_algo') });
    scene.venue.rows('/trade/cancel-algos', { algoId: '2600000000000000007', sCode: '0', sMsg: '' });
    scene.venue.rows(CANCEL, { ordId: '2610000000000000011', sCode: '0', sMsg: '' });
    expect(await scene.client.place(stop)).toMatchObject({ value: { venueOrderId: '2600000000000000007' } });
    await scene.client.cancel(stopRef, true);
    expect(scene.venue.callsOf('/trade/cancel-algos')[0]?.body).toEqual([
      { instId: 'ETH-USDT-SWAP', algoId: '2600000000000000007' },
    ]);
    await scene.client.start(scene.sink);
    scene.venue.push('business', okxFixture('ws_private_orders_algo_effective'));
    await vi.waitFor(() => expect(scene.seen.orders).toHaveLength(1), SOON);
    await scene.client.cancel(stopRef, true);
    expect(scene.venue.callsOf(CANCEL)[0]?.body).toEqual({ instId: 'ETH-USDT-SWAP', ordId: '2610000000000000011' });
  });
});

describe('queryOrder', () => {
  it('gives null when the venue knows no such order', async () => {
    scene.venue.script(ORDER, { body: { code: '51603', msg: 'Order does not exist', data: [] } });
    expect(await scene.client.queryOrder(plainRef)).toEqual({ ok: true, value: null });
    scene.venue.script('/trade/order-algo', { body: { code: '0', msg: '', data: [] } });
    expect(await scene.client.queryOrder(stopRef)).toEqual({ ok: true, value: null });
  });

  it('follows a triggered stop to the order it became, under the client id of the stop', async () => {
    const [algo] = okxRows('ws_private_orders_algo_effective');
    const [order] = okxRows('ws_private_orders_triggered');
    scene.venue.rows('/trade/order-algo', algo);
    scene.venue.rows(ORDER, order);
    expect(await scene.client.queryOrder(stopRef)).toMatchObject({
      value: {
        clientOrderId: 'PSL1',
        venueOrderId: '2610000000000000011',
        status: 'filled',
        cumQtyBase: '0.25',
        type: 'stop-market',
        triggerPx: '3050',
      },
    });
  });

  it.each([
    ['cancelled', 'without a fill', [], '0'],
    ['filled', 'with its fills', okxRows('rest_get_fills_swap').slice(1), '0.1'],
  ])('calls a triggered stop %s that the venue keeps only %s', async (status, _name, fills, cumQtyBase) => {
    const [algo] = okxRows('ws_private_orders_algo_effective');
    scene.venue.rows('/trade/order-algo', { ...algo, uTime: String(Date.now() - 3 * 3_600_000) });
    scene.venue.script(ORDER, { body: { code: '51603', msg: '', data: [] } });
    scene.venue.rows('/trade/fills-history', ...fills);
    expect(await scene.client.queryOrder(stopRef)).toMatchObject({ value: { status, cumQtyBase } });
    expect(scene.venue.callsOf('/trade/fills-history')[0]?.query.get('ordId')).toBe('2610000000000000011');
  });

  it('does not call a triggered stop ended whose order is too young to be found', async () => {
    const [algo] = okxRows('ws_private_orders_algo_effective');
    scene.venue.rows('/trade/order-algo', { ...algo, uTime: String(Date.now()) });
    scene.venue.script(ORDER, { body: { code: '51603', msg: '', data: [] } });
    scene.venue.rows('/trade/fills-history');
    expect(await scene.client.queryOrder(stopRef)).toMatchObject({ value: { status: 'open' } });
  });
});

describe('lists', () => {
  it('read every page, and conditional orders beside the plain ones', async () => {
    const [order] = okxRows('rest_get_trade_order');
    const page = Array.from({ length: 100 }, (_, ix) => ({ ...order, ordId: `9${ix}`, clOrdId: `P${ix}` }));
    const foreign = { ...order, instId: 'FOO-USDT-SWAP', ordId: '77' };
    scene.venue.script(
      '/trade/orders-pending',
      { body: { code: '0', data: page } },
      { body: { code: '0', data: [order, foreign] } },
    );
    const algos = { body: okxFixture('rest_get_orders_algo_pending') };
    scene.venue.script('/trade/orders-algo-pending', algos, { body: { code: '0', data: [] } });
    const open = await scene.client.openOrders('perp');
    expect(open.ok && open.value).toHaveLength(102);
    expect(scene.venue.callsOf('/trade/orders-pending')[1]?.query.get('after')).toBe('999');
    expect(open.ok && open.value.at(-1)).toMatchObject({ clientOrderId: 'PSL1', status: 'untriggered' });
  });

  it('fail as a whole when a row can not be read: a hole would pass for the truth', async () => {
    scene.venue.rows('/account/positions', { instId: 'ETH-USDT-SWAP', pos: '?' });
    expect(await scene.client.positions()).toMatchObject({ error: { code: 'VENUE_ANSWER_MALFORMED' } });
  });

  it('give fills oldest first, from the slower endpoint when they lie far back', async () => {
    scene.venue.script('/trade/fills', { body: okxFixture('rest_get_fills_swap') });
    scene.venue.script('/trade/fills-history', { body: okxFixture('rest_get_fills_swap') });
    const fills = await scene.client.fills('perp', PERP, Date.now() - 3_600_000);
    expect(fills.ok && fills.value.map(({ fillId }) => fillId)).toEqual(['880077', '-17']);
    await scene.client.fills('perp', null, Date.now() - 5 * 86_400_000);
    expect(scene.venue.callsOf('/trade/fills-history')).toHaveLength(1);
  });

  it('give positions, balances and income', async () => {
    scene.venue.script('/account/positions', { body: okxFixture('rest_get_account_positions') });
    scene.venue.script('/account/balance', { body: okxFixture('rest_get_account_balance') });
    scene.venue.script(
      '/account/bills',
      { body: okxFixture('rest_get_account_bills') },
      { body: { code: '0', data: [] } },
    );
    expect(await scene.client.positions()).toMatchObject({ value: [{ qtyBase: '-0.25' }] });
    expect(await scene.client.balances()).toMatchObject({ value: [{ asset: 'USDT' }, { asset: 'ETH' }] });
    const income = await scene.client.income(Date.now() - 3_600_000);
    expect(income.ok && income.value.map(({ kind }) => kind)).toEqual(['transfer', 'funding']);
  });
});

describe('settings', () => {
  it('give the rates of the fee group that the instrument is in', async () => {
    scene.venue.script('/account/trade-fee', { body: okxFixture('rest_get_account_trade_fee') });
    scene.venue.rows('/public/instruments', { instId: 'ETH-USDT-SWAP', groupId: '5' });
    expect(await scene.client.feeRates(PERP)).toEqual({
      ok: true,
      value: { makerFrac: '-0.00005', takerFrac: '0.0003' },
    });
    expect(scene.venue.callsOf('/public/instruments')[0]?.headers['ok-access-key']).toBeUndefined();
  });

  it('carry a chosen margin mode in the orders that follow', async () => {
    scene.venue.rows('/account/positions');
    scene.venue.rows('/account/set-leverage', { lever: '7', mgnMode: 'isolated', instId: 'ETH-USDT-SWAP' });
    scene.venue.script('/account/leverage-info', { body: okxFixture('rest_get_account_leverage_info') });
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    expect(await scene.client.setMarginMode(PERP, 'isolated', 7)).toEqual({ ok: true, value: null });
    expect(await scene.client.readModes(PERP)).toEqual({
      ok: true,
      value: { instrumentId: PERP.id, positionMode: 'one-way', marginMode: 'isolated', leverage: 7 },
    });
    await scene.client.place(buildPlaceOrder());
    expect(scene.venue.callsOf(ORDER)[0]?.body).toMatchObject({ tdMode: 'isolated' });
  });

  it('let an open position overrule the choice, and refuse a second one in another mode', async () => {
    const [position] = okxRows('rest_get_account_positions');
    scene.venue.rows('/account/positions', { ...position, mgnMode: 'isolated' });
    scene.venue.script(ORDER, { body: okxFixture('rest_post_trade_order') });
    expect(await scene.client.setMarginMode(PERP, 'cross', 7)).toMatchObject({
      error: { code: 'MARGIN_MODE_LOCKED', outcome: 'rejected' },
    });
    await scene.client.place(buildPlaceOrder({ isReduceOnly: true, role: 'exit' }));
    expect(scene.venue.callsOf(ORDER)[0]?.body).toMatchObject({ tdMode: 'isolated', reduceOnly: true });
  });

  it('tell a key that the venue does not know', async () => {
    scene.venue.script('/account/config', { status: 401, body: okxFixture('rest_refusal_signature') });
    expect(await scene.client.probeKey()).toMatchObject({ error: { code: 'CREDENTIALS_INVALID' } });
  });

  it('arm one timer for the account, by our tag only', async () => {
    scene.venue.rows('/trade/cancel-all-after', { triggerTime: '0', tag: 'riptide', ts: '1795768216000' });
    expect(await scene.client.armDeadMan(30_000, [PERP])).toEqual({ ok: true, value: null });
    expect(scene.venue.callsOf('/trade/cancel-all-after')[0]?.body).toEqual({ timeOut: '30', tag: 'riptide' });
  });
});
