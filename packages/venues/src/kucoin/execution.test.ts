import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  BalanceReport,
  EpochMs,
  ExecutionClient,
  Fill,
  Income,
  OrderRef,
  OrderReport,
  PositionReport,
  PrivateSink,
  PrivateStreamState,
} from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock, type Clock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderLine } from '../kit/http/order-line.ts';
import { KUCOIN_CONFIG_DEFAULTS } from './config.ts';
import { BONK, BTC_USDT, buildPlaceOrder, XBT } from './extra/build-kucoin.fixture.ts';
import { ScriptedVenue } from './extra/scripted-venue.fixture.ts';
import { PRIVATE_TOPICS } from './ws/parse-private.ts';
import { createKucoinExecution } from './venue.ts';

const FIXTURES = resolve(import.meta.dirname, '../../fixtures/kucoin');
const text = (name: string): string => readFileSync(resolve(FIXTURES, `${name}.json`), 'utf8');
const dataOf = (name: string): unknown => (JSON.parse(text(name)) as { readonly data: unknown }).data;
const SOON = { timeout: 15_000, interval: 20 } as const;
const FINAL = { ok: true, value: { kind: 'already-final' } };
const MARGIN_MODE = 'GET /futures/api/v2/position/getMarginMode';
const ADD_ORDER = 'POST /futures/api/v1/orders';

class Seen implements PrivateSink {
  readonly orders: OrderReport[] = [];
  readonly fills: Fill[] = [];
  readonly positions: PositionReport[] = [];
  readonly balances: BalanceReport[] = [];
  readonly incomes: Income[] = [];
  readonly streams: PrivateStreamState[] = [];
  onOrder = (report: OrderReport): void => void this.orders.push(report);
  onFill = (fill: Fill): void => void this.fills.push(fill);
  onPosition = (position: PositionReport): void => void this.positions.push(position);
  onBalances = (balances: readonly BalanceReport[]): void => void this.balances.push(...balances);
  onIncome = (income: Income): void => void this.incomes.push(income);
  onStream = (state: PrivateStreamState): void => void this.streams.push(state);
}

function ref(over: Partial<OrderRef> = {}): OrderRef {
  return { instrument: XBT, clientOrderId: 'pas0001', venueOrderId: null, isConditional: false, ...over };
}

/** A little after the fixtures; runs on from there. */
const NOW_MS = 1_795_768_300_000;

function fixtureClock(): Clock {
  const clock = systemClock();
  const startedMs = clock.nowMs();
  return { ...clock, nowMs: () => (NOW_MS + clock.nowMs() - startedMs) as EpochMs };
}

let venue: ScriptedVenue;
let client: ExecutionClient;
let seen: Seen;

beforeEach(async () => {
  venue = new ScriptedVenue();
  await venue.start();
  venue.on(MARGIN_MODE, () => ({ data: { symbol: 'XBTUSDTM', marginMode: 'CROSS' } }));
  venue.on(ADD_ORDER, () => ({ data: { orderId: '290000000000000001', clientOid: 'pas0001' } }));
  seen = new Seen();
  const target = { kind: 'simulator', baseUrl: venue.baseUrl } as const;
  const key = { apiKey: 'k', apiSecret: 's', passphrase: 'p' };
  const deps = { clock: fixtureClock(), random: seededRandom(3), log: silentLog(), key, offsetMs: () => 0 };
  client = createKucoinExecution({ ...KUCOIN_CONFIG_DEFAULTS, target }, deps);
  client.setInstruments([XBT, BONK, BTC_USDT]);
});

afterEach(async () => {
  await client.stop();
  venue.stop();
});

describe('place', () => {
  it('asks for the margin mode once and sends it with every order', async () => {
    const accepted = { ok: true, value: { venueOrderId: '290000000000000001', report: null, fills: [] } };
    expect(await client.place(buildPlaceOrder())).toEqual(accepted);
    expect(await client.place(buildPlaceOrder({ clientOrderId: 'pas0002' }))).toEqual(accepted);
    expect(venue.calls.filter(({ path }) => path.endsWith('getMarginMode'))).toHaveLength(1);
    expect(venue.calls.at(-1)?.body).toMatchObject({ clientOid: 'pas0002', marginMode: 'CROSS', size: 3 });
  });

  it('lets an order leave in the turn that places it, once the mode is known', async () => {
    await client.place(buildPlaceOrder());
    const left = vi.spyOn(OrderLine.prototype, 'send');
    const placed = client.place(buildPlaceOrder({ clientOrderId: 'pas0002' }));
    const texts = left.mock.calls.map(([text]) => text);
    left.mockRestore();
    await placed;
    expect(texts).toEqual([expect.stringContaining('"clientOid":"pas0002"')]);
  });

  it('asks anew after the venue contradicted the mode', async () => {
    venue.on(ADD_ORDER, () => ({ code: '330005', msg: "The order's margin mode does not match the selected one." }));
    expect(await client.place(buildPlaceOrder())).toMatchObject({
      ok: false,
      error: { code: 'MARGIN_MODE_MISMATCH', outcome: 'rejected' },
    });
    venue.on(MARGIN_MODE, () => ({ data: { symbol: 'XBTUSDTM', marginMode: 'ISOLATED' } }));
    await client.place(buildPlaceOrder());
    expect(venue.calls.at(-1)?.body).toMatchObject({ marginMode: 'ISOLATED' });
  });

  it('has sent nothing when the margin mode could not be had', async () => {
    venue.on(MARGIN_MODE, () => ({ code: '300000', msg: 'no' }));
    expect(await client.place(buildPlaceOrder())).toMatchObject({ ok: false, error: { outcome: 'not-sent' } });
    expect(venue.calls.some(({ path }) => path.endsWith('/orders'))).toBe(false);
  });

  it.each([
    ['an answer that was cut off', { cut: true }, 'unknown', 'VENUE_UNREACHABLE'],
    ['a busy venue', { code: '500000', msg: 'busy', status: 500 }, 'unknown', 'VENUE_BUSY'],
    ['an unlisted code', { code: '987654', msg: '' }, 'unknown', 'VENUE_ERROR_UNMAPPED'],
    ['a success without an order', { data: null }, 'unknown', 'VENUE_ANSWER_MALFORMED'],
    ['a refusal', { code: '300003', msg: 'Insufficient balance' }, 'rejected', 'MARGIN_INSUFFICIENT'],
    ['an id used before', { code: '300018', msg: '' }, 'rejected', 'ORDER_DUPLICATE_ID'],
  ] as const)('sends once and says of %s what it means', async (_name, reply, outcome, code) => {
    venue.on(ADD_ORDER, () => reply);
    expect(await client.place(buildPlaceOrder())).toMatchObject({ ok: false, error: { outcome, code } });
    expect(venue.calls.filter(({ path }) => path === '/futures/api/v1/orders')).toHaveLength(1);
  });

  it('refuses coin-margined contracts, whose lots are no base', async () => {
    const order = buildPlaceOrder({ instrument: { ...XBT, isInverse: true } });
    expect(await client.place(order)).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_UNREPRESENTABLE' } });
    expect(venue.calls).toEqual([]);
  });
});

describe('cancel and query', () => {
  const byClient = '/futures/api/v1/orders/client-order/pas0001';

  it('take nothing left to cancel for final', async () => {
    venue.on(`DELETE ${byClient}`, () => ({ code: '100004', msg: 'Order is in not cancelable state' }));
    expect(await client.cancel(ref(), true)).toEqual(FINAL);
    venue.on(`DELETE ${byClient}`, () => ({ code: '100001', msg: 'error.getOrder.orderNotExist' }));
    expect(await client.cancel(ref(), true)).toEqual(FINAL);
    venue.on('DELETE /futures/api/v1/orders/29', () => ({ data: { cancelledOrderIds: [] } }));
    expect(await client.cancel(ref({ clientOrderId: null, venueOrderId: '29' }), true)).toEqual(FINAL);
    venue.on(`DELETE ${byClient}`, () => ({ data: { clientOid: 'pas0001' } }));
    expect(await client.cancel(ref(), true)).toEqual({ ok: true, value: { kind: 'accepted', report: null } });
  });

  it('find a waiting stop by our id where the order calls do not know it', async () => {
    const gone = { code: '100001', msg: 'error.getOrder.orderNotExist' };
    venue.on('GET /futures/api/v1/orders/byClientOid', () => gone);
    venue.on('DELETE /futures/api/v1/orders/client-order/pas0010', () => gone);
    venue.on('GET /futures/api/v1/stopOrders', () => ({ data: dataOf('rest_get_stop_orders') }));
    venue.on('DELETE /futures/api/v1/orders/290000000000000010', ({ path }) => ({
      data: { cancelledOrderIds: [path.split('/').at(-1)] },
    }));
    const stop = ref({ clientOrderId: 'pas0010', isConditional: true });
    expect(await client.queryOrder(stop)).toMatchObject({ ok: true, value: { venueOrderId: '290000000000000010' } });
    expect(await client.cancel(stop, true)).toMatchObject({ ok: true, value: { kind: 'accepted' } });
    expect(await client.queryOrder(ref({ clientOrderId: 'other', isConditional: true }))).toEqual({
      ok: true,
      value: null,
    });
  });

  it('list resting and waiting orders of all pages, and count unlisted ones out', async () => {
    const page = dataOf('rest_get_futures_orders') as { readonly items: readonly object[] };
    venue.on('GET /futures/api/v1/orders', ({ query }) => ({
      data: {
        currentPage: Number(query.get('currentPage')),
        totalPage: 2,
        items: [page.items[query.get('currentPage') === '1' ? 0 : 2]],
      },
    }));
    venue.on('GET /futures/api/v1/stopOrders', () => ({ data: dataOf('rest_get_stop_orders') }));
    const open = await client.openOrders('perp');
    expect(open.ok && open.value.map(({ venueOrderId }) => venueOrderId.slice(-2))).toEqual(['01', '03', '10', '11']);
    client.setInstruments([BONK]);
    const fewer = await client.openOrders('perp');
    expect(fewer.ok && fewer.value.map(({ venueOrderId }) => venueOrderId.slice(-2))).toEqual(['03']);
  });

  it('call the whole list unreadable when a row of ours is', async () => {
    venue.on('GET /futures/api/v1/stopOrders', () => ({ data: { items: [] } }));
    venue.on('GET /futures/api/v1/orders', () => ({ data: { items: [{ symbol: 'XBTUSDTM' }] } }));
    expect(await client.openOrders('perp')).toMatchObject({ ok: false, error: { code: 'VENUE_ANSWER_MALFORMED' } });
  });
});

describe('account', () => {
  it('sets only what is not set yet', async () => {
    venue.on('GET /futures/api/v2/position/getPositionMode', () => ({ data: { positionMode: 0 } }));
    venue.on('POST /futures/api/v2/position/changeMarginMode', () => ({
      code: '50002',
      msg: 'exist.order.or.position',
    }));
    expect(await client.setPositionMode('one-way')).toEqual({ ok: true, value: null });
    expect(await client.setMarginMode(XBT, 'cross', 5)).toEqual({ ok: true, value: null });
    expect(await client.setMarginMode(XBT, 'isolated', 5)).toMatchObject({
      ok: false,
      error: { code: 'MARGIN_MODE_LOCKED' },
    });
  });

  it('knows isolated leverage from the position, else from what was set here, else not at all', async () => {
    venue.on(MARGIN_MODE, () => ({ data: { marginMode: 'ISOLATED' } }));
    venue.on('GET /futures/api/v2/position/getPositionMode', () => ({ data: { positionMode: 0 } }));
    const flat = { ...(dataOf('rest_get_positions') as readonly object[])[0], currentQty: 0, isOpen: false };
    venue.on('GET /futures/api/v1/position', () => ({ data: flat }));
    const leverageOf = async (): Promise<number | null> => {
      const modes = await client.readModes(XBT);
      return modes.ok ? modes.value.leverage : null;
    };
    expect(await leverageOf()).toBeNaN();
    expect(await client.setLeverage(XBT, 7, 'isolated')).toEqual({ ok: true, value: null });
    expect(await leverageOf()).toBe(7);
    venue.on('GET /futures/api/v1/position', () => ({ data: { ...flat, currentQty: 2 } }));
    expect(await leverageOf()).toBe(5);
  });

  it('guards the named spot pairs by whole seconds, and nothing where there are none', async () => {
    venue.on('POST /spot/api/v1/hf/orders/dead-cancel-all', () => ({ data: { currentTime: 1, triggerTime: 2 } }));
    expect(await client.armDeadMan(7_200, [BTC_USDT, XBT])).toEqual({ ok: true, value: null });
    expect(venue.calls.at(-1)?.body).toEqual({ timeout: 8, symbols: 'BTC-USDT' });
    expect(await client.armDeadMan(7_200, [XBT])).toEqual({ ok: true, value: null });
    expect(venue.calls).toHaveLength(1);
    expect(await client.armDeadMan(0, [BTC_USDT])).toEqual({ ok: true, value: null });
    expect(venue.calls.at(-1)?.body).toEqual({ timeout: -1 });
  });

  it('tells funding of what has or had a position, what a liquidation took, and transfers of both accounts', async () => {
    venue.on('GET /futures/api/v1/positions', () => ({ data: [] }));
    venue.on('GET /futures/api/v1/fills', () => ({ data: dataOf('rest_get_futures_fills') }));
    venue.on('GET /futures/api/v1/funding-history', () => ({ data: dataOf('rest_get_funding_history') }));
    venue.on('GET /futures/api/v1/transaction-history', () => ({ data: dataOf('rest_get_transaction_history') }));
    venue.on('GET /futures/api/v1/history-positions', () => ({ data: dataOf('rest_get_history_positions') }));
    venue.on('GET /spot/api/v1/hf/accounts/ledgers', () => ({ data: dataOf('rest_get_hf_ledgers') }));
    const incomes = await client.income(NOW_MS - 86_400_000);
    expect(incomes).toMatchObject({ ok: true });
    expect(incomes.ok && incomes.value.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
      'funding 0.1754705001',
      'liquidation-fee -1',
      'transfer -0.01',
      'transfer -20.5',
      'transfer 20.5',
    ]);
    expect(venue.calls.filter(({ path }) => path.endsWith('funding-history'))).toHaveLength(1);
  });

  it('wants a pair for spot fills', async () => {
    expect(await client.fills('spot', null, NOW_MS)).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
  });
});

describe('private streams', () => {
  it('are live once every topic of both sockets is acknowledged', async () => {
    expect(await client.start(seen)).toEqual({ ok: true, value: null });
    expect(venue.topics.toSorted()).toEqual([...PRIVATE_TOPICS.spot, ...PRIVATE_TOPICS.futures].toSorted());
    expect(seen.streams).toMatchObject([{ isLive: true, reason: null }]);
  });

  it('say why they do not come up', async () => {
    venue.on('POST /futures/api/v1/bullet-private', () => ({ code: '400007', msg: 'Access denied' }));
    expect(await client.start(seen)).toMatchObject({ ok: false, error: { code: 'CREDENTIALS_FORBIDDEN' } });
    expect(client.streamState()).toMatchObject({ isLive: false });
  });

  it('tell the loss of one socket and the return of both, each time', async () => {
    await client.start(seen);
    for (const product of ['spot', 'futures'] as const) {
      const before = seen.streams.length;
      venue.dropSockets(product);
      await vi.waitFor(
        () => expect(seen.streams.slice(before).map(({ isLive }) => isLive)).toEqual([false, true]),
        SOON,
      );
    }
    expect(client.streamState().reconnects).toBe(2);
  });

  it('tell an order at once and its fill with the fee of the history', async () => {
    venue.on('GET /futures/api/v1/fills', () => ({ data: dataOf('rest_get_futures_fills') }));
    await client.start(seen);
    await client.place(buildPlaceOrder());
    venue.push('futures', text('ws_private_futures_match'));
    await vi.waitFor(
      () => expect(seen.orders).toMatchObject([{ clientOrderId: 'pas0001', cumQtyBase: '0.002' }]),
      SOON,
    );
    await vi.waitFor(
      () =>
        expect(seen.fills.find(({ fillId }) => fillId === '1800000000123')).toMatchObject({
          fee: '0.03650016',
          clientOrderId: 'pas0001',
        }),
      SOON,
    );
  });

  it('ask for a stop that nobody here placed before telling it', async () => {
    const [row] = (dataOf('rest_get_stop_orders') as { readonly items: readonly object[] }).items;
    venue.on('GET /futures/api/v1/orders/290000000000000010', () => ({ data: row }));
    await client.start(seen);
    venue.push('futures', text('ws_private_futures_stop_order'));
    await vi.waitFor(
      () =>
        expect(seen.orders).toMatchObject([{ clientOrderId: 'pas0010', isReduceOnly: true, status: 'untriggered' }]),
      SOON,
    );
  });

  it('join a mark move to the position it leaves out, and forget it with the socket', async () => {
    await client.start(seen);
    venue.push('futures', text('ws_private_position_mark'));
    venue.push('futures', text('ws_private_position_change'));
    venue.push('futures', text('ws_private_position_mark'));
    await vi.waitFor(() => expect(seen.positions.map(({ markPx }) => markPx)).toEqual(['91248.31', '91300.5']), SOON);
    expect(seen.positions[1]).toMatchObject({ qtyBase: '0.002', unrealisedUsd: '0.1002', adlRank: 5 });
    venue.dropSockets('futures');
    await vi.waitFor(() => expect(client.streamState().isLive).toBe(false), SOON);
    await vi.waitFor(() => expect(client.streamState().isLive).toBe(true), SOON);
    venue.push('futures', text('ws_private_position_mark'));
    venue.push('futures', text('ws_private_wallet'));
    await vi.waitFor(() => expect(seen.balances).toHaveLength(1), SOON);
    expect(seen.positions).toHaveLength(2);
  });

  it('take settled funding from the history, under the id of the history', async () => {
    venue.on('GET /futures/api/v1/funding-history', () => ({ data: dataOf('rest_get_funding_history') }));
    await client.start(seen);
    venue.push('futures', text('ws_private_position_settlement'));
    await vi.waitFor(() => expect(seen.incomes).toMatchObject([{ kind: 'funding', amount: '0.1754705001' }]), SOON);
  });

  it('drop a socket that answers beats and tells nothing of an accepted order', async () => {
    await client.start(seen);
    await client.place(buildPlaceOrder());
    await vi.waitFor(() => expect(seen.streams.map(({ isLive }) => isLive)).toEqual([true, false, true]), {
      timeout: 25_000,
      interval: 50,
    });
  }, 40_000);

  it('ask for a reconciliation when an event of ours can not be read', async () => {
    await client.start(seen);
    venue.push('futures', text('ws_private_futures_match').replace('"side":"buy"', '"side":"both"'));
    await vi.waitFor(() => expect(seen.streams.map(({ isLive }) => isLive)).toEqual([true, true]), SOON);
  });
});

it('answers VENUE_NOT_READY where KuCoin has no testnet', async () => {
  const key = { apiKey: 'k', apiSecret: 's', passphrase: 'p' };
  const deps = { clock: systemClock(), random: seededRandom(3), log: silentLog(), key, offsetMs: () => 0 };
  const none = createKucoinExecution({ ...KUCOIN_CONFIG_DEFAULTS, target: { kind: 'testnet' } }, deps);
  const notReady = { ok: false, error: { code: 'VENUE_NOT_READY', outcome: 'not-sent' } };
  expect(await none.start(new Seen())).toMatchObject(notReady);
  expect(await none.place(buildPlaceOrder())).toMatchObject(notReady);
  expect(await none.balances()).toMatchObject(notReady);
  await none.stop();
});
