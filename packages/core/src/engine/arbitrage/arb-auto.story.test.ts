import { beforeEach, describe, expect, it } from 'vitest';
import { ArbWorld, VENUES_OF_WORLD, wish } from './arb-world.fixture.ts';

let world: ArbWorld;

async function scan(maxPositionUsd = 1_000): Promise<void> {
  world.engine.scanner.start({ minEntryNetBps: 10, maxPositionUsd, venues: [...VENUES_OF_WORLD] });
  // The usual exit spread is known after thirty samples, one a second.
  await scanFor(40_000);
}

/** Prices tick a little: one that stands still is not believed. */
async function scanFor(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    if (passedMs % 1_000 === 0) world.show(0, passedMs % 2_000 === 0 ? 60_000 : 60_000.1);
    world.engine.scanner.tick(world.clock.nowMs());
    await world.pass(100);
  }
}

beforeEach(async () => {
  world = new ArbWorld();
  world.show(1, 60_001);
  await world.start();
});

describe('automatic trades', () => {
  it('are off unless somebody switched them on', async () => {
    await scan();
    world.show(1, 60_300);
    await scanFor(3_000);
    expect(world.hasTrade()).toBe(false);
  });

  it('take the best executable row, and each pair once', async () => {
    await world.call('arb-settings', { value: { autoExecute: true, exitSpreadBps: -500 }, by: 'operator' });
    await scan();
    world.show(1, 60_300);
    await scanFor(3_000);
    expect(world.trade()).toMatchObject({ source: 'auto', state: 'hedged', by: 'auto' });
    expect(world.fold.state.trades.openCount).toBe(1);
  });

  it('take a row of exactly one step', async () => {
    await world.call('arb-settings', { value: { autoExecute: true, exitSpreadBps: -500 }, by: 'operator' });
    const qtyStep = world.instruments[0]?.qtyStep;
    await scan(1.2 * 60_000 * Number(qtyStep));
    // Its notional in cents is worth less than the step at the price of now.
    world.show(1, 60_300.7);
    await scanFor(3_000);
    expect(world.trade()).toMatchObject({ source: 'auto', wantedQtyBase: qtyStep });
  });

  it('count what is refused, and tell each reason once a minute', async () => {
    await world.call('arb-settings', { value: { autoExecute: true, maxTradeUsd: 10 }, by: 'operator' });
    await scan();
    world.show(1, 60_300);
    await scanFor(5_000);
    expect(world.hasTrade()).toBe(false);
    const { auto } = world.arbitrage!.view();
    expect(auto).toMatchObject({ isOn: true, lastRefusal: expect.stringContaining('QUANTITY_TOO_SMALL') });
    expect(auto.refusals['QUANTITY_TOO_SMALL']).toBeGreaterThan(10);
    expect(world.recordsOf('event').filter(({ event }) => event === 'arbitrage_refused')).toHaveLength(1);
  });
});

describe('what keeps the engine from trading on', () => {
  it('lets a pair wait after a trade, also over a restart', async () => {
    world.show(1, 60_300);
    await world.execute();
    await world.settle(5_000);
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.settle(5_000);
    await world.pass(500);
    expect(await world.execute()).toMatchObject({ ok: false, error: { code: 'RISK_COOLDOWN_ACTIVE' } });
    await world.restart();
    expect(await world.execute()).toMatchObject({ ok: false, error: { code: 'RISK_COOLDOWN_ACTIVE' } });
    await world.pass(10_000);
    expect(await world.execute()).toMatchObject({ ok: true });
  });

  it('switches off after three failures in a row, and recovers with time', async () => {
    world.show(1, 60_300);
    await world.call('arb-settings', { value: { failureCooldownMs: 0 }, by: 'operator' });
    world.venues[1].faultOf = (order) => (/^Pa.{11}se/.test(order.clientOrderId) ? { kind: 'reject' } : null);
    for (let nth = 0; nth < 3; nth += 1) {
      expect(await world.execute()).toMatchObject({ ok: true });
      await world.pass(6_000);
      expect(world.trade().state).toBe('certified');
    }
    world.venues[1].faultOf = () => null;
    expect(world.arbitrage!.view().stability).toEqual({ score: 7, max: 10, isOff: true });
    expect(await world.execute()).toMatchObject({ ok: false, error: { code: 'ARBITRAGE_BUSY' } });
    world.clock.advance(300_000);
    expect(world.fold.state.guards.of('live').stabilityAt(world.clock.nowMs())).toMatchObject({
      score: 8,
      isOff: false,
    });
  });

  it('holds at most so many pairs at once', async () => {
    world.show(1, 60_300);
    await world.call('arb-settings', { value: { maxConcurrentPairs: 1 }, by: 'operator' });
    await world.execute(wish());
    await world.settle(5_000);
    const spot = await world.execute({ opportunityId: 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT' });
    expect(spot).toMatchObject({ ok: false });
    expect(world.fold.state.trades.openCount).toBe(1);
  });
});
