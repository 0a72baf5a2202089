import { decimal, type Fill, type OrderReport, type PlaceOrder, type VenueOrderStatus } from '@riptide/core/domain';
import { startVenueSim } from '@riptide/venue-sim';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeAccount } from './private-account-cards.ts';
import { describeForcedMoney } from './private-liquidation-cards.ts';
import { describeStops } from './private-stop-cards.ts';
import {
  distinctFills,
  filledBase,
  freshId,
  startPrivateScene,
  type PrivateScene,
  type PrivateVenueUnderTest,
} from './private-scene.ts';
import { hasPrivateSide } from './sim-handles.ts';

const SOON = { timeout: 15_000, interval: 25 } as const;
const ENDED_UNFILLED: readonly VenueOrderStatus[] = ['cancelled', 'expired', 'rejected'];

const probe = await startVenueSim({ seed: 21, mode: { kind: 'sim' } });
const isThere = hasPrivateSide(probe);
await probe.stop();

/** The private cards of the conformance suite; every venue passes all of them. Numbers have gaps so that cards can be inserted. */
export function describeExecution(under: PrivateVenueUnderTest): void {
  describe(`${under.venue} orders and account`, () => {
    if (!isThere) {
      it.skip('needs the private side of the simulator', () => undefined);
      return;
    }
    describeOrders(under);
    describeFailures(under);
    describeStops(under);
    describeAccount(under);
    describeForcedMoney(under);
  });
}

function describeOrders(under: PrivateVenueUnderTest): void {
  describe('on a healthy venue', () => {
    let scene: PrivateScene;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it.each(['spot', 'perp'] as const)('E10 fills a market order on %s, told by stream and by query', async (kind) => {
      const order = await scene.order(scene[kind]);
      const ack = await scene.client.place(order);
      expect(ack).toMatchObject({ ok: true });
      const venueOrderId = ack.ok ? ack.value.venueOrderId : '';
      await vi.waitFor(
        () => expect(filledBase(scene.fillsOf(order.clientOrderId, venueOrderId))).toBe(order.qtyBase),
        SOON,
      );
      const report = await queried(scene, order);
      expect(report).toMatchObject({ status: 'filled', cumQtyBase: order.qtyBase, side: 'BUY', venueOrderId });
      const lastPx = await scene.lastPx(order.instrument);
      expect(Math.abs(Number(report?.avgPx) / lastPx - 1)).toBeLessThan(0.02);
      for (const fill of scene.fillsOf(order.clientOrderId, venueOrderId)) {
        expect(decimal(fill.fee).gt(0), 'a taker pays').toBe(true);
        expect(fill.cause).toBe('order');
        expect(Math.abs(fill.venueMs - Date.now())).toBeLessThan(60_000);
      }
    });

    it('E12 ends what an IOC order could not fill', async () => {
      const px = await scene.pxAt(scene.perp, -200);
      const order = await scene.order(scene.perp, { type: 'limit', tif: 'IOC', px });
      expect(await scene.client.place(order)).toMatchObject({ ok: true });
      await vi.waitFor(async () => expect(ENDED_UNFILLED).toContain((await queried(scene, order))?.status), SOON);
      expect((await queried(scene, order))?.cumQtyBase).toBe('0');
    });

    it.each(['spot', 'perp'] as const)('E14 never takes with a post-only order on %s', async (kind) => {
      const px = await scene.pxAt(scene[kind], 100);
      const order = await scene.order(scene[kind], { type: 'limit', tif: 'POST_ONLY', px });
      const ack = await scene.client.place(order);
      if (!ack.ok) expect(ack.error).toMatchObject({ code: 'ORDER_WOULD_TAKE', outcome: 'rejected' });
      else {
        await vi.waitFor(async () => expect(ENDED_UNFILLED).toContain((await queried(scene, order))?.status), SOON);
        expect(scene.fillsOf(order.clientOrderId, ack.value.venueOrderId)).toEqual([]);
      }
    });

    it.each(['spot', 'perp'] as const)('E20 rests a limit order on %s and cancels it', async (kind) => {
      const px = await scene.pxAt(scene[kind], -300);
      const order = await scene.order(scene[kind], { type: 'limit', tif: 'POST_ONLY', px });
      expect(await scene.client.place(order)).toMatchObject({ ok: true });
      await vi.waitFor(async () => {
        const open = await scene.client.openOrders(kind);
        const mine = open.ok ? open.value.find((one) => one.clientOrderId === order.clientOrderId) : undefined;
        expect(mine).toMatchObject({ status: 'open', px, qtyBase: order.qtyBase, tif: 'POST_ONLY', cumQtyBase: '0' });
      }, SOON);
      expect(await scene.client.cancel(refOf(order), true)).toMatchObject({ ok: true, value: { kind: 'accepted' } });
      await vi.waitFor(async () => expect((await queried(scene, order))?.status).toBe('cancelled'), SOON);
      await vi.waitFor(
        () => expect(statusesOf(scene, order)).toEqual(expect.arrayContaining(['open', 'cancelled'])),
        SOON,
      );
    });

    it.each(['spot', 'perp'] as const)('E30 counts a partial fill on %s once, by stream and by query', async (kind) => {
      const sinceMs = Date.now() - 60_000;
      scene.sim.armCall('place', { kind: 'partial', fillFrac: 0.4 });
      scene.sim.armEvent('fill', 'duplicate');
      const px = await scene.pxAt(scene[kind], 50);
      const order = await scene.order(scene[kind], { type: 'limit', tif: 'IOC', px });
      const venueOrderId = await placed(scene, order);
      await vi.waitFor(async () => {
        const report = await queried(scene, order);
        const asked = await fillsSince(scene, order, sinceMs);
        const mine = distinctFills(asked, order.clientOrderId, venueOrderId);
        expect(mine.length).toBeGreaterThan(0);
        expect(scene.fillsOf(order.clientOrderId, venueOrderId)).toHaveLength(mine.length);
        const all = distinctFills([...scene.seen.fills, ...asked], order.clientOrderId, venueOrderId);
        expect(filledBase(all)).toBe(report?.cumQtyBase);
        expect(decimal(filledBase(all)).lt(decimal(order.qtyBase ?? '0'))).toBe(true);
      }, SOON);
    });

    it.each(['spot', 'perp'] as const)('E32 finds by query a fill on %s that the stream lost', async (kind) => {
      const sinceMs = Date.now() - 60_000;
      scene.sim.armEvent('fill', 'drop');
      const order = await scene.order(scene[kind]);
      const venueOrderId = await placed(scene, order);
      await vi.waitFor(async () => {
        const asked = await fillsSince(scene, order, sinceMs);
        expect(filledBase(distinctFills(asked, order.clientOrderId, venueOrderId))).toBe(order.qtyBase);
        expect((await queried(scene, order))?.status).toBe('filled');
      }, SOON);
    });

    it('E50 takes the cancel of a filled, a cancelled and an unknown order for no error', async () => {
      const order = await scene.order(scene.spot);
      await scene.client.place(order);
      await vi.waitFor(async () => expect((await queried(scene, order))?.status).toBe('filled'), SOON);
      const final = { ok: true, value: { kind: 'already-final' } };
      expect(await scene.client.cancel(refOf(order), true)).toEqual(final);
      const unknown = await scene.order(scene.perp, { clientOrderId: freshId('PX') });
      expect(await scene.client.cancel(refOf(unknown), true)).toEqual(final);
      expect(await scene.client.queryOrder(refOf(unknown))).toEqual({ ok: true, value: null });
    });

    it('E60 finds the open orders of an earlier life by their client ids', async () => {
      const prefix = freshId('PR');
      const orders = await Promise.all(
        (['spot', 'perp'] as const).map(async (kind) =>
          scene.order(scene[kind], {
            clientOrderId: `${prefix}${kind === 'spot' ? 'S' : 'F'}`,
            type: 'limit',
            px: await scene.pxAt(scene[kind], -300),
          }),
        ),
      );
      for (const order of orders) expect(await scene.client.place(order)).toMatchObject({ ok: true });
      const { client } = scene.another();
      const found = (await Promise.all([client.openOrders('spot'), client.openOrders('perp')])).flatMap((open) =>
        open.ok ? open.value : [],
      );
      const ids = found.map((one) => one.clientOrderId).filter((id) => id?.startsWith(prefix) === true);
      expect(new Set(ids)).toEqual(new Set(orders.map((one) => one.clientOrderId)));
      for (const order of orders) expect(await client.cancel(refOf(order), true)).toMatchObject({ ok: true });
    });
  });
}

function describeFailures(under: PrivateVenueUnderTest): void {
  describe('when calls fail', () => {
    let scene: PrivateScene;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it('E40 never sends what is off the step or the tick', async () => {
      const order = await scene.order(scene.perp, { type: 'limit', px: await scene.pxAt(scene.perp, -300) });
      const half = decimal(scene.perp.qtyStep).times(decimal(scene.perp.qtyScale)).div(2).toString();
      const offStep = {
        ...order,
        qtyBase: decimal(order.qtyBase ?? '0')
          .plus(decimal(half))
          .toString(),
      };
      expect(await scene.client.place(offStep)).toMatchObject({
        ok: false,
        error: { code: 'QUANTITY_OFF_STEP', outcome: 'not-sent' },
      });
      const halfTick = decimal(scene.perp.pxTick).div(decimal(scene.perp.pxDivisor)).div(2);
      const offTick = {
        ...order,
        px: decimal(order.px ?? '0')
          .plus(halfTick)
          .toString(),
      };
      expect(await scene.client.place(offTick)).toMatchObject({
        ok: false,
        error: { code: 'PRICE_OFF_TICK', outcome: 'not-sent' },
      });
    });

    it.each([
      ['perp', 'margin-insufficient', ['MARGIN_INSUFFICIENT']],
      ['spot', 'balance-insufficient', ['MARGIN_INSUFFICIENT']],
      ['perp', 'px-out-of-band', ['PRICE_OUT_OF_BAND']],
      // KuCoin futures count contracts and know no least value: there it is a matter of quantity.
      ['perp', 'notional-too-small', ['NOTIONAL_TOO_SMALL', 'QUANTITY_TOO_SMALL']],
      ['perp', 'reduce-only', ['ORDER_REDUCE_ONLY']],
      ['perp', 'duplicate-client-id', ['ORDER_DUPLICATE_ID']],
    ] as const)('E40 says of a %s order refused for %s that it was rejected', async (kind, refusal, codes) => {
      scene.sim.armCall('place', { kind: 'reject', refusal });
      const order = await scene.order(scene[kind], { type: 'limit', px: await scene.pxAt(scene[kind], -300) });
      const result = await scene.client.place(order);
      expect(result).toMatchObject({ ok: false, error: { outcome: 'rejected' } });
      if (!result.ok) expect(codes).toContain(result.error.code);
      expect(await scene.client.queryOrder(refOf(order))).toEqual({ ok: true, value: null });
    });

    it('E42 calls a lost answer unknown, and finds the order by its client id', async () => {
      scene.sim.armCall('place', { kind: 'answer-lost' });
      const order = await scene.order(scene.perp);
      expect(await scene.client.place(order)).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
      expect(await queried(scene, order)).toMatchObject({ status: 'filled', cumQtyBase: order.qtyBase });
    });

    it('E42 calls a lost request unknown as well, and the venue knows none', async () => {
      scene.sim.armCall('place', { kind: 'request-lost' });
      const order = await scene.order(scene.perp);
      expect(await scene.client.place(order)).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
      expect(await scene.client.queryOrder(refOf(order))).toEqual({ ok: true, value: null });
    });

    it('E43 calls a 5xx unknown', async () => {
      scene.sim.armCall('place', { kind: 'status', status: 502, retryAfterS: null });
      const order = await scene.order(scene.perp);
      expect(await scene.client.place(order)).toMatchObject({ ok: false, error: { outcome: 'unknown' } });
    });

    it('E44 says that a rate limited order was not done, and sends nothing until the venue allows it', async () => {
      scene.sim.armCall('place', { kind: 'status', status: 429, retryAfterS: 1 });
      const order = await scene.order(scene.perp);
      const limited = await scene.client.place(order);
      expect(limited).toMatchObject({ ok: false, error: { code: 'VENUE_RATE_LIMITED', outcome: 'rejected' } });
      const next = await scene.client.place({ ...order, clientOrderId: freshId() });
      expect(next).toMatchObject({ ok: false, error: { code: 'VENUE_RATE_LIMITED', outcome: 'not-sent' } });
      await vi.waitFor(
        async () =>
          expect(await scene.client.place({ ...order, clientOrderId: freshId() })).toMatchObject({ ok: true }),
        { timeout: 15_000, interval: 500 },
      );
    });
  });
}

/** Names an order by its client id. */
export function refOf(order: PlaceOrder) {
  return {
    instrument: order.instrument,
    clientOrderId: order.clientOrderId,
    venueOrderId: null,
    isConditional: order.triggerPx !== null,
  };
}

/** Asks for one order; null when the venue knows none. Throws what the venue refused. */
export async function queried(scene: PrivateScene, order: PlaceOrder): Promise<OrderReport | null> {
  const result = await scene.client.queryOrder(refOf(order));
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  return result.value;
}

/** Places an order that must be accepted; returns the venue's number. */
async function placed(scene: PrivateScene, order: PlaceOrder): Promise<string> {
  const ack = await scene.client.place(order);
  if (!ack.ok) throw new Error(`${ack.error.code} ${ack.error.detail}`);
  return ack.value.venueOrderId;
}

async function fillsSince(scene: PrivateScene, order: PlaceOrder, sinceMs: number): Promise<readonly Fill[]> {
  const kind = order.instrument.kind === 'spot' ? 'spot' : 'perp';
  const asked = await scene.client.fills(kind, order.instrument, sinceMs);
  if (!asked.ok) throw new Error(`${asked.error.code} ${asked.error.detail}`);
  return asked.value;
}

function statusesOf(scene: PrivateScene, order: PlaceOrder): readonly VenueOrderStatus[] {
  return scene.seen.orders.filter((one) => one.clientOrderId === order.clientOrderId).map((one) => one.status);
}
