import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildPlaceOrder, okxFixture } from '../extra/private.fixture.ts';
import { startScripted, type ScriptedScene } from '../extra/scripted-venue.fixture.ts';

const SOON = { timeout: 15_000, interval: 10 } as const;
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

describe('private streams', () => {
  it('are live once both sockets are logged in and every channel is acknowledged', async () => {
    expect(await scene.client.start(scene.sink)).toEqual({ ok: true, value: null });
    expect(scene.client.streamState()).toMatchObject({ isLive: true, reason: null });
    expect(scene.seen.streams.at(-1)).toMatchObject({ isLive: true });
    const channels = scene.venue.frames
      .filter((frame) => frame['op'] === 'subscribe')
      .flatMap((frame) => (frame['args'] as readonly { channel: string }[]).map(({ channel }) => channel));
    expect(channels.toSorted()).toEqual([
      'account',
      'balance_and_position',
      'orders',
      'orders-algo',
      'orders-algo',
      'positions',
    ]);
  });

  it('hand on what the account does, a triggered stop under its own client id', async () => {
    scene.venue.script('/trade/order-algo', { body: okxFixture('rest_post_order_algo') });
    await scene.client.place(stop);
    await scene.client.start(scene.sink);
    for (const name of ['orders_partial', 'positions', 'account', 'orders_triggered']) {
      scene.venue.push('private', okxFixture(`ws_private_${name}`));
    }
    await vi.waitFor(() => expect(scene.seen.orders).toHaveLength(2), SOON);
    expect(scene.seen.orders.map((one) => one.clientOrderId)).toEqual(['PA1', 'PSL1']);
    expect(scene.seen.fills.map((one) => [one.clientOrderId, one.qtyBase])).toEqual([
      ['PA1', '0.1'],
      ['PSL1', '0.25'],
    ]);
    expect(scene.seen.positions).toMatchObject([{ qtyBase: '-0.25' }]);
    expect(scene.seen.balances.map((one) => one.asset)).toEqual(['USDT', 'ETH']);
  });

  it('read the bill when funding moved cash', async () => {
    scene.venue.script('/account/bills', { body: okxFixture('rest_get_account_bills') });
    await scene.client.start(scene.sink);
    scene.venue.push('private', okxFixture('ws_private_balance_and_position_funding'));
    await vi.waitFor(() => expect(scene.seen.incomes.length).toBeGreaterThan(0), SOON);
    expect(scene.venue.callsOf('/account/bills')[0]?.query.get('type')).toBe('8');
    expect(scene.seen.incomes.at(-1)).toMatchObject({ kind: 'funding', amount: '-0.7' });
  });

  it('end for good, twice over, and say nothing afterwards', async () => {
    await scene.client.start(scene.sink);
    await scene.client.stop();
    await scene.client.stop();
    expect(scene.seen.streams.at(-1)).toMatchObject({ isLive: false, reason: 'stopped' });
    expect(scene.client.streamState().isLive).toBe(false);
  });

  it('say so when they are lost, and again when they are back', async () => {
    await scene.client.start(scene.sink);
    scene.venue.sockets.find(({ path }) => path.endsWith('business'))?.socket.terminate();
    await vi.waitFor(() => expect(scene.seen.streams.some(({ isLive }) => !isLive)).toBe(true), SOON);
    await vi.waitFor(() => expect(scene.seen.streams.at(-1)).toMatchObject({ isLive: true, reconnects: 1 }), SOON);
    expect(scene.seen.streams.map(({ isLive }) => isLive)).toEqual([true, false, true]);
  });

  it('tell a refused login, and keep trying', async () => {
    const accept = scene.venue.onFrame;
    scene.venue.onFrame = (frame, socket) => {
      if (frame['op'] === 'login') socket.send(JSON.stringify(okxFixture('ws_private_login_refused')));
    };
    expect(await scene.client.start(scene.sink)).toMatchObject({ error: { code: 'CREDENTIALS_INVALID' } });
    scene.venue.onFrame = accept;
    await vi.waitFor(() => expect(scene.client.streamState().isLive).toBe(true), SOON);
  });

  it('measure the clock before they log in again when the venue calls it skewed', async () => {
    const accept = scene.venue.onFrame;
    scene.venue.rows('/public/time', { ts: '1795000000123' });
    scene.venue.onFrame = (frame, socket) => {
      const [login] = (frame['args'] ?? []) as readonly { timestamp?: string }[];
      if (frame['op'] === 'login' && Math.abs(Number(login?.timestamp) - 1_795_000_000) > 60) {
        socket.send(JSON.stringify({ event: 'error', code: '60006', msg: 'Timestamp request expired' }));
      } else accept(frame, socket);
    };
    expect(await scene.client.start(scene.sink)).toMatchObject({ error: { code: 'CLOCK_SKEWED' } });
    await vi.waitFor(() => expect(scene.client.streamState().isLive).toBe(true), SOON);
  });

  it('live without the channel they can do without, and start over without one they can not', async () => {
    let refused = 'balance_and_position';
    const accept = scene.venue.onFrame;
    scene.venue.onFrame = (frame, socket) => {
      const args = (frame['args'] ?? []) as readonly { channel?: string }[];
      if (frame['op'] === 'subscribe' && args.some(({ channel }) => channel === refused)) {
        socket.send(JSON.stringify({ id: frame['id'], event: 'error', code: '60018', msg: 'no such channel' }));
      } else accept(frame, socket);
    };
    await scene.client.start(scene.sink);
    expect(scene.client.streamState().isLive).toBe(true);
    refused = 'positions';
    scene.venue.sockets.find(({ path }) => path.endsWith('private'))?.socket.terminate();
    const lost = 'OKX private: subscription-refused';
    await vi.waitFor(() => expect(scene.client.streamState().reason).toBe(lost), { timeout: 10_000, interval: 20 });
    refused = '';
    await vi.waitFor(() => expect(scene.client.streamState().isLive).toBe(true), { timeout: 10_000, interval: 20 });
  }, 30_000);
});
