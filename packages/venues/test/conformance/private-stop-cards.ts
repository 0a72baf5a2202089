import { isTerminal, type PlaceOrder } from '@riptide/core/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPrivateScene, type PrivateScene, type PrivateVenueUnderTest } from './private-scene.ts';

const SOON = { timeout: 15_000, interval: 25 } as const;

/** Cards of orders that wait at the venue. */
export function describeStops(under: PrivateVenueUnderTest): void {
  describe('with a protective stop', () => {
    let scene: PrivateScene;
    let entry: PlaceOrder;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
      entry = await scene.order(scene.perp);
      expect(await scene.client.place(entry)).toMatchObject({ ok: true });
      await vi.waitFor(async () => expect(await positionQty()).toBe(entry.qtyBase), SOON);
    }, 60_000);
    afterAll(() => scene.stop());

    const positionQty = async (): Promise<string> => {
      const positions = await scene.client.positions();
      if (!positions.ok) throw new Error(positions.error.detail);
      return positions.value.find((one) => one.instrumentId === scene.perp.id)?.qtyBase ?? '0';
    };
    const stop = async (): Promise<PlaceOrder> =>
      scene.order(scene.perp, {
        side: 'SELL',
        type: 'stop-market',
        triggerPx: await scene.pxAt(scene.perp, -200),
        qtyBase: scene.client.capabilities.closePosition ? null : entry.qtyBase,
        closesPosition: scene.client.capabilities.closePosition,
        isReduceOnly: true,
        role: 'protective-stop',
      });
    const ref = (order: PlaceOrder) => ({
      instrument: order.instrument,
      clientOrderId: order.clientOrderId,
      venueOrderId: null,
      isConditional: true,
    });
    const inOpenOrders = async (order: PlaceOrder) => {
      const open = await scene.client.openOrders('perp');
      if (!open.ok) throw new Error(open.error.detail);
      return open.value.find((one) => one.clientOrderId === order.clientOrderId);
    };

    it('E55 sees a stop in the open orders until it is cancelled', async () => {
      const order = await stop();
      expect(await scene.client.place(order)).toMatchObject({ ok: true });
      await vi.waitFor(
        async () =>
          expect(await inOpenOrders(order)).toMatchObject({
            status: 'untriggered',
            type: 'stop-market',
            side: 'SELL',
            triggerPx: order.triggerPx,
          }),
        SOON,
      );
      expect(await scene.client.queryOrder(ref(order))).toMatchObject({ ok: true, value: { status: 'untriggered' } });
      expect(await scene.client.cancel(ref(order), true)).toMatchObject({ ok: true, value: { kind: 'accepted' } });
      await vi.waitFor(async () => expect(await inOpenOrders(order)).toBeUndefined(), SOON);
      expect(await scene.client.cancel(ref(order), true)).toEqual({ ok: true, value: { kind: 'already-final' } });
    });

    it('E55 closes the position when the stop is met', async () => {
      const order = await stop();
      expect(await scene.client.place(order)).toMatchObject({ ok: true });
      scene.sim.shockPrice(scene.perp.baseAsset, -0.05);
      await vi.waitFor(async () => expect(await positionQty()).toBe('0'), { timeout: 30_000, interval: 100 });
      await vi.waitFor(
        async () =>
          expect(await scene.client.queryOrder(ref(order))).toMatchObject({
            ok: true,
            value: { status: 'filled', cumQtyBase: entry.qtyBase },
          }),
        SOON,
      );
      expect(await inOpenOrders(order)).toBeUndefined();
      const told = scene.seen.orders.filter((one) => one.clientOrderId === order.clientOrderId);
      const ends = told.map((one) => one.status).filter((status) => isTerminal(status));
      expect(new Set(ends), 'a stop that fired is never told cancelled').toEqual(new Set(['filled']));
    }, 60_000);
  });
}
