import { readFileSync } from 'node:fs';
import type {
  BalanceReport,
  Fill,
  Income,
  OrderReport,
  PositionReport,
  PrivateSink,
  PrivateStreamState,
} from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordOf } from '../kit/index.ts';
import type { BybitExecution } from './execution.ts';
import { buildListed, buildPlaceOrder } from './extra/listed.fixture.ts';
import { startScripted } from './extra/scripted-venue.fixture.ts';

const SOON = { timeout: 15_000, interval: 10 } as const;
const CREATE = '/v5/order/create';
const CANCEL = '/v5/order/cancel';
const REALTIME = '/v5/order/realtime';
const HISTORY = '/v5/order/history';
const listed = buildListed();
const perp = listed.find('BTCUSDT.PERP.BYBIT');
const spot = listed.find('BTCUSDT.SPOT.BYBIT');
const ref = { instrument: perp, clientOrderId: 'PA1b2c3', venueOrderId: null, isConditional: false };

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../fixtures/bybit/${name}`, import.meta.url), 'utf8'));
}

function resultOf(name: string): unknown {
  return recordOf(fixture(name))?.['result'];
}

let scene: Awaited<ReturnType<typeof startScripted>>;
beforeEach(async () => {
  scene = await startScripted();
});
afterEach(async () => {
  await scene.client.stop();
  await scene.venue.stop();
});

describe('place', () => {
  it('takes the acknowledgement for no more than an id', async () => {
    scene.venue.script(CREATE, resultOf('rest_post_order_create.json'));
    expect(await scene.client.place(buildPlaceOrder(spot))).toEqual({
      ok: true,
      value: { venueOrderId: '1321003749386327552', report: null, fills: [] },
    });
    expect(scene.venue.calls[0]).toMatchObject({ method: 'POST', body: { category: 'spot', orderLinkId: 'PA1' } });
    expect(scene.venue.calls[0]?.headers['x-bapi-sign']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says of an order that the venue refused that it was rejected, and why', async () => {
    scene.venue.answers.set(CREATE, [{ body: fixture('rest_refusal_margin.json') }]);
    const result = await scene.client.place(buildPlaceOrder(perp));
    expect(result).toMatchObject({ error: { code: 'MARGIN_INSUFFICIENT', outcome: 'rejected' } });
  });

  it.each([
    ['a cut connection', 'cut'],
    ['a broken gateway', { status: 502, body: 'bad gateway' }],
    ['a server timeout with HTTP 200', { body: { retCode: 10_000, retMsg: 'Server Timeout' } }],
    ['a code nobody listed', { body: { retCode: 999_999, retMsg: '?' } }],
    ['an answer of another shape', { body: ['?'] }],
    ['an acknowledgement without an id', { body: { retCode: 0, retMsg: 'OK', result: {} } }],
  ] as const)('calls the outcome unknown after %s, and never sends again', async (_name, scripted) => {
    scene.venue.answers.set(CREATE, [scripted]);
    expect(await scene.client.place(buildPlaceOrder(perp))).toMatchObject({ error: { outcome: 'unknown' } });
    expect(scene.venue.callsOf(CREATE)).toHaveLength(1);
  });

  it('sends nothing that is off the step', async () => {
    const result = await scene.client.place(buildPlaceOrder(perp, { qtyBase: '0.0001' }));
    expect(result).toMatchObject({ error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' } });
    expect(scene.venue.calls).toEqual([]);
  });

  it('tries once more after measuring the clock that the venue called skewed', async () => {
    const skewed = { body: { retCode: 10_002, retMsg: 'timestamp', result: {}, time: Date.now() } };
    const done = { body: fixture('rest_post_order_create.json') };
    scene.venue.answers.set(CREATE, [skewed, done]);
    scene.venue.script('/v5/market/time', { timeSecond: '1795000000', timeNano: '1795000000123000000' });
    expect(await scene.client.place(buildPlaceOrder(perp))).toMatchObject({ ok: true });
    const [first, second] = scene.venue.callsOf(CREATE).map((call) => Number(call.headers['x-bapi-timestamp']));
    expect(Math.abs((second ?? 0) - 1_795_000_000_123)).toBeLessThan(5_000);
    expect(Math.abs((first ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('is quiet for as long as the venue says after too many requests', async () => {
    scene.venue.refuse(CREATE, 10_006, { 'x-bapi-limit-reset-timestamp': String(Date.now() + 60_000) });
    const limited = await scene.client.place(buildPlaceOrder(perp));
    expect(limited).toMatchObject({ error: { code: 'VENUE_RATE_LIMITED', outcome: 'rejected' } });
    const next = await scene.client.place(buildPlaceOrder(perp, { role: 'flatten' }));
    expect(next).toMatchObject({ error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' } });
    expect(scene.venue.callsOf(CREATE)).toHaveLength(1);
  });

  it('is quiet everywhere when the venue locked the address out', async () => {
    scene.venue.answers.set(CREATE, [{ status: 403, body: 'access too frequent' }]);
    expect(await scene.client.place(buildPlaceOrder(perp))).toMatchObject({ error: { code: 'VENUE_BANNED' } });
    expect(await scene.client.cancel(ref, true)).toMatchObject({ error: { outcome: 'not-sent' } });
    expect(scene.venue.callsOf(CANCEL)).toEqual([]);
  });
});

describe('cancel', () => {
  it.each([110_001, 110_008, 110_010, 170_139, 170_142, 170_143, 170_213])(
    'takes %i for an order that has ended, not for an error',
    async (retCode) => {
      scene.venue.refuse(CANCEL, retCode);
      expect(await scene.client.cancel(ref, true)).toEqual({ ok: true, value: { kind: 'already-final' } });
    },
  );

  it('keeps other refusals', async () => {
    scene.venue.refuse(CANCEL, 10_005);
    expect(await scene.client.cancel(ref, true)).toMatchObject({ error: { code: 'CREDENTIALS_FORBIDDEN' } });
  });
});

describe('queryOrder', () => {
  const none = { category: 'linear', list: [], nextPageCursor: '' };

  it('looks among the resting, the ended and the past orders before it says that there is none', async () => {
    scene.venue.script(REALTIME, none);
    scene.venue.script(HISTORY, none);
    expect(await scene.client.queryOrder(ref)).toEqual({ ok: true, value: null });
    expect(scene.venue.callsOf(REALTIME).map((call) => call.query.get('openOnly'))).toEqual(['0', '1']);
    expect(scene.venue.callsOf(HISTORY)).toHaveLength(1);
  });

  it('finds the order by our id among others', async () => {
    scene.venue.script(REALTIME, resultOf('rest_get_order_realtime_linear.json'));
    expect(await scene.client.queryOrder(ref)).toMatchObject({ ok: true, value: { cumQtyBase: '0.004' } });
    expect(scene.venue.calls).toHaveLength(1);
  });

  it('never says that there is none when it could not ask everywhere', async () => {
    scene.venue.script(REALTIME, none);
    scene.venue.refuse(HISTORY, 10_005);
    expect(await scene.client.queryOrder(ref)).toMatchObject({ ok: false });
  });
});

describe('lists', () => {
  it('reads every page of the open orders and leaves out what nobody listed', async () => {
    const last = { category: 'linear', list: [], nextPageCursor: '' };
    scene.venue.script(REALTIME, resultOf('rest_get_order_realtime_linear.json'), last);
    const open = await scene.client.openOrders('perp');
    expect(open.ok && open.value.map((one) => one.clientOrderId)).toEqual(['PA1b2c3', 'PSTOP1', 'PTP1']);
    expect(scene.venue.calls[1]?.query.get('cursor')).toBe('9aac161b%3A1795000000100%2C0eb76cb3%3A1795000000101');
  });

  it('refuses a list that does not end instead of cutting it', async () => {
    let page = 0;
    const pages = Array.from({ length: 70 }, () => {
      page += 1;
      return { list: [{}], nextPageCursor: `p${page}` };
    });
    scene.venue.script('/v5/position/list', ...pages);
    scene.venue.script('/v5/account/info', resultOf('rest_get_account_info.json'));
    expect(await scene.client.positions()).toMatchObject({ error: { code: 'VENUE_ANSWER_MALFORMED' } });
  }, 20_000);

  it('tells executions oldest first, in spans of seven days', async () => {
    const none = { category: 'linear', list: [], nextPageCursor: '' };
    scene.venue.script('/v5/execution/list', none, resultOf('rest_get_execution_list_linear.json'));
    const fills = await scene.client.fills('perp', null, Date.now() - 10 * 86_400_000);
    expect(fills.ok && fills.value.map((one) => one.cause)).toEqual(['order', 'liquidation']);
    const spans = scene.venue.calls.map(({ query }) => Number(query.get('endTime')) - Number(query.get('startTime')));
    expect(spans).toHaveLength(2);
    for (const ms of spans) expect(ms).toBeLessThanOrEqual(7 * 86_400_000);
  });

  it('gives positions the margin mode of the account and leaves out flat ones', async () => {
    scene.venue.script('/v5/account/info', resultOf('rest_get_account_info.json'));
    scene.venue.script('/v5/position/list', resultOf('rest_get_position_list.json'), { list: [], nextPageCursor: '' });
    const positions = await scene.client.positions();
    expect(positions.ok && positions.value.map((one) => [one.qtyBase, one.marginMode])).toEqual([
      ['-0.01', 'cross'],
      ['200000', 'cross'],
    ]);
  });
});

describe('settings', () => {
  it.each([
    ['leverage', 110_043, '/v5/position/set-leverage'],
    ['position mode', 110_025, '/v5/position/switch-mode'],
    ['margin mode', 110_026, '/v5/account/set-margin-mode'],
  ])('takes a %s that is set already for done', async (what, retCode, path) => {
    scene.venue.refuse(path, retCode);
    const set = {
      leverage: () => scene.client.setLeverage(perp, 7, 'cross'),
      'position mode': () => scene.client.setPositionMode('one-way'),
      'margin mode': () => scene.client.setMarginMode(perp, 'cross', 7),
    }[what];
    expect(await set?.()).toEqual({ ok: true, value: null });
  });

  it('says that positions keep the margin mode from being changed, also when only the reasons tell', async () => {
    const reasons = [{ reasonCode: '3400000', reasonMsg: 'Equity needs to be equal to or greater than 1000 USDC' }];
    scene.venue.script('/v5/account/set-margin-mode', { reasons });
    expect(await scene.client.setMarginMode(perp, 'isolated', 7)).toMatchObject({
      error: { code: 'MARGIN_MODE_LOCKED' },
    });
  });

  it('arms no timer where the venue has none for us', async () => {
    expect(scene.client.capabilities.deadMan).toEqual([]);
    expect(await scene.client.armDeadMan(60_000, [perp])).toMatchObject({ error: { outcome: 'not-sent' } });
  });
});

describe('the private socket of a venue that falls silent', () => {
  const clock = new VirtualClock(1_795_000_000_000);
  beforeEach(async () => {
    await scene.client.stop();
    await scene.venue.stop();
    scene = await startScripted(clock);
  });

  it('is dropped when nobody answers the login', async () => {
    scene.venue.onFrame = () => undefined;
    const { sink } = recordingSink();
    const started = scene.client.start(sink);
    await vi.waitFor(() => expect(scene.venue.frames).toHaveLength(1), SOON);
    clock.advance(6_000);
    expect(await started).toMatchObject({ error: { code: 'VENUE_UNREACHABLE' } });
    await vi.waitFor(() => {
      clock.advance(250);
      expect(scene.venue.sockets.length).toBeGreaterThan(1);
    }, SOON);
  });

  it('is dropped when a ping stays unanswered, and says so', async () => {
    const { onFrame } = scene.venue;
    scene.venue.onFrame = (frame, socket) => {
      if (frame['op'] !== 'ping') onFrame(frame, socket);
    };
    const { sink, seen } = recordingSink();
    const started = scene.client.start(sink);
    await vi.waitFor(() => {
      clock.advance(250);
      expect(seen.streams.map((state) => state.isLive)).toEqual([true]);
    }, SOON);
    expect(await started).toEqual({ ok: true, value: null });
    clock.advance(21_000);
    expect(seen.streams.at(-1)).toMatchObject({ isLive: false, reason: 'no-pong' });
  });

  it('stays for hours without a word while its pings are answered', async () => {
    const { sink, seen } = recordingSink();
    const started = scene.client.start(sink);
    await vi.waitFor(() => {
      clock.advance(250);
      expect(seen.streams).toHaveLength(1);
    }, SOON);
    await started;
    const { counters } = scene.client as BybitExecution;
    for (let beat = 1; beat <= 3; beat += 1) {
      clock.advance(10_000);
      await vi.waitFor(() => expect(scene.venue.frames).toHaveLength(2 + beat), SOON);
      // A frame that is nobody's follows the pong: once it is counted the pong was read.
      scene.venue.push({ topic: 'nobody', data: [] });
      await vi.waitFor(() => expect(counters.frames.unknown).toBe(beat), SOON);
    }
    expect(scene.client.streamState()).toMatchObject({ isLive: true, reconnects: 0, lastEventMs: null });
  });
});

describe('the private socket', () => {
  it('is live after the login and the topics, and hands everything on', async () => {
    const { sink, seen } = recordingSink();
    expect(await scene.client.start(sink)).toEqual({ ok: true, value: null });
    expect(scene.venue.frames.map((frame) => frame['op'])).toEqual(['auth', 'subscribe']);
    expect(scene.venue.frames[1]?.['args']).toEqual(['order', 'execution', 'position', 'wallet']);
    for (const topic of ['order', 'execution', 'position', 'wallet'])
      scene.venue.push(fixture(`ws_private_${topic}.json`));
    await vi.waitFor(() => expect(seen.balances).toHaveLength(1), SOON);
    expect(seen.orders[0]).toMatchObject({ clientOrderId: 'PA1b2c3', status: 'cancelled' });
    expect(seen.fills[0]).toMatchObject({ fillId: '0ab1bdf7-4219-438b-b30a-32ec863018f7' });
    expect(seen.positions[0]).toMatchObject({ qtyBase: '-0.01', entryPx: '64100.5' });
    expect(seen.streams.map((state) => state.isLive)).toEqual([true]);
    expect(scene.client.streamState().lastEventMs).not.toBeNull();
  });

  it('says that it is down, and live again once everything is acknowledged anew', async () => {
    const { sink, seen } = recordingSink();
    await scene.client.start(sink);
    scene.venue.sockets[0]?.terminate();
    await vi.waitFor(() => expect(seen.streams.map((state) => state.isLive)).toEqual([true, false, true]), SOON);
    expect(scene.client.streamState().reconnects).toBe(1);
  });

  it('says why a login was refused, and keeps trying', async () => {
    const { sink } = recordingSink();
    scene.venue.onFrame = (_frame, socket) =>
      socket.send(JSON.stringify({ success: false, op: 'auth', retCode: 10_003, retMsg: 'Invalid apikey' }));
    expect(await scene.client.start(sink)).toMatchObject({
      error: { code: 'CREDENTIALS_INVALID', outcome: 'rejected' },
    });
    expect(scene.client.streamState().isLive).toBe(false);
    await vi.waitFor(() => expect(scene.venue.sockets.length).toBeGreaterThan(1), SOON);
  });

  it('is not live with topics refused', async () => {
    const { sink, seen } = recordingSink();
    scene.venue.onFrame = ({ op }, socket) =>
      socket.send(JSON.stringify({ success: op === 'auth', op, ret_msg: op === 'auth' ? '' : 'no rights' }));
    expect(await scene.client.start(sink)).toMatchObject({ error: { code: 'CREDENTIALS_FORBIDDEN' } });
    expect(seen.streams.every((state) => !state.isLive)).toBe(true);
  });

  it('says that nobody answers', async () => {
    await scene.venue.stop();
    const { sink } = recordingSink();
    expect(await scene.client.start(sink)).toMatchObject({ error: { code: 'VENUE_UNREACHABLE' } });
  });

  it('says nothing after it was stopped', async () => {
    const { sink, seen } = recordingSink();
    await scene.client.start(sink);
    await scene.client.stop();
    const count = seen.streams.length;
    await scene.client.stop();
    expect(seen.streams.at(-1)).toMatchObject({ isLive: false, reason: 'stopped' });
    expect(seen.streams).toHaveLength(count);
  });
});

function recordingSink() {
  const seen = {
    orders: [] as OrderReport[],
    fills: [] as Fill[],
    positions: [] as PositionReport[],
    balances: [] as BalanceReport[],
    incomes: [] as Income[],
    streams: [] as PrivateStreamState[],
  };
  const sink: PrivateSink = {
    onOrder: (one) => void seen.orders.push(one),
    onFill: (one) => void seen.fills.push(one),
    onPosition: (one) => void seen.positions.push(one),
    onBalances: (some) => void seen.balances.push(...some),
    onIncome: (one) => void seen.incomes.push(one),
    onStream: (state) => void seen.streams.push(state),
  };
  return { sink, seen };
}
