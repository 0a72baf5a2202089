import { decimal } from '@riptide/core/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPrivateScene, type PrivateScene, type PrivateVenueUnderTest } from './private-scene.ts';

const SOON = { timeout: 15_000, interval: 25 } as const;
const YEAR_MS = 365 * 86_400_000;

/** Cards of what an account holds, of its settings, keys, clock and streams. */
export function describeAccount(under: PrivateVenueUnderTest): void {
  describeHoldings(under);
  describeKeys(under);
  describeTrouble(under);
}

function describeHoldings(under: PrivateVenueUnderTest): void {
  describe('what the account holds', () => {
    let scene: PrivateScene;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it('E65 sets leverage, margin and position mode and reads them back; setting them again is no error', async () => {
      const { client, perp } = scene;
      const [mode] = client.capabilities.marginModes;
      expect(mode).toBeDefined();
      for (let round = 0; round < 2; round += 1) {
        expect(await client.setPositionMode('one-way')).toEqual({ ok: true, value: null });
        expect(await client.setMarginMode(perp, mode!, 7)).toEqual({ ok: true, value: null });
        expect(await client.setLeverage(perp, 7, mode!)).toEqual({ ok: true, value: null });
      }
      expect(await client.readModes(perp)).toEqual({
        ok: true,
        value: { instrumentId: perp.id, positionMode: 'one-way', marginMode: mode, leverage: 7 },
      });
    });

    it('E65 tells positions and balances that agree with the fills', async () => {
      const { client, perp, spot } = scene;
      const order = await scene.order(perp);
      expect(await client.place(order)).toMatchObject({ ok: true });
      await vi.waitFor(async () => {
        const positions = await client.positions();
        const mine = positions.ok ? positions.value.find((one) => one.instrumentId === perp.id) : undefined;
        expect(mine?.qtyBase).toBe(order.qtyBase);
        expect(Math.abs(Number(mine?.entryPx) / (await scene.lastPx(perp)) - 1)).toBeLessThan(0.03);
      }, SOON);
      const before = await free(scene, spot.quoteAsset);
      await client.place(await scene.order(spot));
      await vi.waitFor(async () => expect(await free(scene, spot.quoteAsset)).toBeLessThan(before - 300), SOON);
      const balances = await client.balances();
      expect(balances.ok && balances.value.length > 0).toBe(true);
      for (const one of balances.ok ? balances.value : []) {
        expect(decimal(one.free).plus(decimal(one.locked)).eq(decimal(one.total)), `${one.scope} ${one.asset}`).toBe(
          true,
        );
      }
      await vi.waitFor(() => expect(scene.seen.balances.length).toBeGreaterThan(0), SOON);
      await vi.waitFor(() => expect(scene.seen.positions.some((one) => one.instrumentId === perp.id)).toBe(true), SOON);
    });

    it('E65 tells the fee rates of both markets', async () => {
      for (const instrument of [scene.spot, scene.perp]) {
        const rates = await scene.client.feeRates(instrument);
        expect(rates.ok).toBe(true);
        if (!rates.ok) continue;
        expect(Number(rates.value.takerFrac)).toBeGreaterThan(0);
        expect(Number(rates.value.takerFrac)).toBeLessThan(0.005);
        expect(Number(rates.value.makerFrac)).toBeLessThanOrEqual(Number(rates.value.takerFrac));
      }
    });

    it('E68 tells a funding settlement as income, once', async () => {
      const { client, perp } = scene;
      const sinceMs = Date.now() - 60_000;
      scene.sim.settleFunding(perp);
      await vi.waitFor(async () => {
        const asked = await client.income(sinceMs);
        const mine = asked.ok
          ? asked.value.filter((one) => one.kind === 'funding' && one.instrumentId === perp.id)
          : [];
        expect(mine).toHaveLength(1);
        expect(decimal(mine[0]!.amount).eq(0)).toBe(false);
        for (const told of scene.seen.incomes.filter((one) => one.kind === 'funding'))
          expect(mine.map((one) => one.incomeId)).toContain(told.incomeId);
      }, SOON);
    });
  });
}

async function free(scene: PrivateScene, asset: string): Promise<number> {
  const balances = await scene.client.balances();
  if (!balances.ok) throw new Error(balances.error.detail);
  const row = balances.value.find((one) => one.asset === asset && one.scope !== 'futures');
  return Number(row?.free ?? 0);
}

function describeKeys(under: PrivateVenueUnderTest): void {
  describe('keys', () => {
    let scene: PrivateScene;
    beforeAll(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterAll(() => scene.stop());

    it('E70 says that a key is wrong, and that nothing was done with it', async () => {
      const { client } = scene.another({ ...scene.key, apiSecret: 'wrong' });
      const wrong = { ok: false, error: { code: 'CREDENTIALS_INVALID', outcome: 'rejected' } };
      expect(await client.probeKey()).toMatchObject(wrong);
      expect(await client.place(await scene.order(scene.spot))).toMatchObject(wrong);
    });

    it('E72 tells what a key may do', async () => {
      const own = await scene.client.probeKey();
      expect(own).toMatchObject({
        ok: true,
        value: { venue: under.venue, spotOk: true, futuresOk: true, positionMode: 'one-way' },
      });
      const expiresMs = Date.now() + YEAR_MS;
      const issued = scene.sim.issueKey({ canWithdraw: true, ipList: ['127.0.0.1'], expiresMs });
      const risky = await scene.another(issued).client.probeKey();
      expect(risky.ok).toBe(true);
      if (!risky.ok) return;
      expect([true, null]).toContain(risky.value.canWithdraw);
      expect([true, null]).toContain(risky.value.isIpRestricted);
      if (risky.value.expiresMs !== null) expect(Math.abs(risky.value.expiresMs - expiresMs)).toBeLessThan(86_400_000);
    });
  });
}

function describeTrouble(under: PrivateVenueUnderTest): void {
  describe('clock and streams', () => {
    let scene: PrivateScene;
    beforeEach(async () => {
      scene = await startPrivateScene(under);
    }, 30_000);
    afterEach(() => scene.stop());

    it('E80 measures the clock anew when the venue calls it skewed', async () => {
      scene.sim.faults.skewClock(120_000);
      const result = await scene.client.place(await scene.order(scene.spot));
      if (!result.ok) expect(result.error).toMatchObject({ code: 'CLOCK_SKEWED', outcome: 'rejected' });
      expect(await scene.client.balances()).toMatchObject({ ok: true });
    });

    it('E90 tells that the private streams are lost, and when they are back', async () => {
      expect(scene.client.streamState().isLive).toBe(true);
      const before = scene.seen.streams.length;
      scene.sim.faults.dropSockets();
      await vi.waitFor(() => {
        const later = scene.seen.streams.slice(before).map((one) => one.isLive);
        expect(later[0]).toBe(false);
        expect(later.at(-1)).toBe(true);
      }, SOON);
      const order = await scene.order(scene.perp);
      expect(await scene.client.place(order)).toMatchObject({ ok: true });
      await vi.waitFor(
        () => expect(scene.seen.fills.some((one) => one.clientOrderId === order.clientOrderId)).toBe(true),
        SOON,
      );
    });

    it('E92 stops for good and says nothing afterwards', async () => {
      await scene.client.stop();
      const count = scene.seen.streams.length;
      scene.sim.faults.dropSockets();
      await scene.client.stop();
      expect(scene.client.streamState().isLive).toBe(false);
      expect(scene.seen.streams).toHaveLength(count);
    });
  });
}
