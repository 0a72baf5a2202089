import { beforeEach, describe, expect, it } from 'vitest';
import type { ArbTrade, OrderIntent, PlaceOrder } from '../../domain/index.ts';
import type { OrderWish } from '../trading-views.ts';
import { ArbWorld, type wish } from './arb-world.fixture.ts';

const SPOT_PERP = 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT';
const BUY_POSITION = 'BINANCE:live|BTCUSDT.PERP.BINANCE';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

async function hedged(over: Parameters<typeof wish>[0] = {}): Promise<ArbTrade> {
  expect(await world.execute(over)).toMatchObject({ ok: true });
  const trade = await world.settle(5_000);
  expect(trade.state).toBe('hedged');
  return trade;
}

function order(over: Partial<OrderWish> = {}): OrderWish {
  return {
    venue: 'BYBIT',
    market: 'perp',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'market',
    qtyBase: '0.01',
    notionalUsd: null,
    px: null,
    isReduceOnly: false,
    tif: 'IOC',
    leverage: 2,
    ...over,
  };
}

async function previewed(over: Partial<OrderWish> = {}) {
  const done = await world.during(world.core!.call('preview-order', order(over)));
  if (!done.ok) throw new Error(done.error.detail);
  return done.value;
}

function foreignOrders(): readonly PlaceOrder[] {
  return world.venues.flatMap(({ placed }) =>
    placed.filter(
      ({ clientOrderId, type }) => type !== 'stop-market' && !/^Pa[0-9a-z]{11}[bs][ex]/.test(clientOrderId),
    ),
  );
}

describe('an order by hand where a pair has a leg', () => {
  it('is refused in the preview, with the trade and how it is closed', async () => {
    const { arbId } = await hedged();
    const { isAllowed, refusal } = await previewed();
    expect({ isAllowed, refusal }).toEqual({
      isAllowed: false,
      refusal: `RISK_INSTRUMENT_IN_USE BTCUSDT.PERP.BYBIT on BYBIT:live is held by arbitrage ${arbId}; close it by arb-close ${arbId}`,
    });
  });

  it('is refused when it is executed, although its preview was older than the pair', async () => {
    const { previewId } = await previewed();
    await hedged();
    const done = await world.during(world.core!.call('execute-order', { previewId, by: 'operator' }));
    expect(done).toMatchObject({ ok: false, error: { code: 'RISK_INSTRUMENT_IN_USE' } });
    expect(foreignOrders()).toEqual([]);
  });

  it.each(['SCALP', 'ARB'] as const)('is refused in the precheck of %s', async (mode) => {
    await hedged();
    const venues = ['BINANCE', 'BYBIT'] as const;
    const request = { symbol: 'BTCUSDT', mode, venues, qtyBase: '0.01', notionalUsd: null };
    const done = await world.during(world.core!.call('precheck', request));
    if (!done.ok) throw new Error(done.error.detail);
    const refused = done.value.decisions.filter(({ code }) => code === 'RISK_INSTRUMENT_IN_USE');
    expect(done.value.isAllowed).toBe(false);
    expect(refused.map(({ venue }) => venue)).toEqual(['BINANCE', 'BYBIT']);
  });

  it.each(['BUY', 'SELL'] as const)('of coins is refused too: %s', async (side) => {
    await hedged({ opportunityId: SPOT_PERP });
    expect(await previewed({ venue: 'BINANCE', market: 'spot', side })).toMatchObject({
      isAllowed: false,
      refusal: expect.stringContaining('RISK_INSTRUMENT_IN_USE'),
    });
  });

  it('is free again when the pair has ended', async () => {
    const { arbId } = await hedged();
    await world.call('arb-close', { arbId, by: 'operator' });
    expect(await world.settle(10_000)).toBeDefined();
    await world.pass(3_000);
    expect(await previewed()).toMatchObject({ isAllowed: true });
  });

  it('that only reduces is followed by the other leg', async () => {
    await hedged();
    const { previewId, isAllowed } = await previewed({ isReduceOnly: true, qtyBase: '0.004' });
    expect(isAllowed).toBe(true);
    await world.during(world.core!.call('execute-order', { previewId, by: 'operator' }));
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
  });
});

describe('a leg that is closed by hand', () => {
  it('is closed with the other, by the pair itself', async () => {
    await hedged();
    const done = await world.during(world.core!.call('close-position', { positionId: BUY_POSITION, by: 'operator' }));
    expect(done).toMatchObject({ ok: true, value: { account: 'BINANCE:live', order: { side: 'SELL' } } });
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified', exitReason: 'closed by the operator' });
    expect(world.held()).toEqual(['0', '0']);
    expect(foreignOrders()).toEqual([]);
  });

  it('takes the coins of its pair along', async () => {
    const coins = world.venues[0].cashOf('BTC');
    await hedged({ opportunityId: SPOT_PERP });
    const positionId = 'BYBIT:live|BTCUSDT.PERP.BYBIT';
    await world.during(world.core!.call('close-position', { positionId, by: 'operator' }));
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(Number(world.venues[0].cashOf('BTC').minus(coins))).toBeLessThan(0.00001);
  });

  it('counts once per leg when everything is closed, and each pair is closed once', async () => {
    await hedged();
    const done = await world.during(world.core!.call('close-all', { by: 'operator' }));
    expect(done).toMatchObject({ ok: true, value: { submitted: 2, failed: [] } });
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.trade().orders).toEqual({ buy: { entry: 1, exit: 1 }, sell: { entry: 1, exit: 1 } });
    expect(foreignOrders()).toEqual([]);
  });

  it('is closed from the first step of the ladder anew when it stands alone', async () => {
    world.venues[1].faultOf = ({ clientOrderId }) => (clientOrderId.startsWith('Pa') ? { kind: 'reject' } : null);
    world.venues[0].faultOf = ({ side, type }) =>
      side === 'SELL' && type !== 'stop-market' ? { kind: 'reject' } : null;
    expect(await world.execute()).toMatchObject({ ok: true });
    await world.pass(8_000);
    expect(world.trade().state).toBe('naked');
    world.venues[0].faultOf = () => null;
    await world.during(world.core!.call('close-all', { by: 'operator' }));
    expect(await world.settle(10_000)).toMatchObject({ state: 'certified', exitReason: 'flattened by the operator' });
    expect(world.held()).toEqual(['0', '0']);
  });

  it('takes the coins along when the kill switch closes the perp by itself', async () => {
    const coins = world.venues[0].cashOf('BTC');
    await hedged({ opportunityId: SPOT_PERP });
    await world.during(world.core!.call('kill-switch', { level: 3, reason: 'test', by: 'operator' }));
    await world.pass(10_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
    expect(Number(world.venues[0].cashOf('BTC').minus(coins))).toBeLessThan(0.00001);
    expect(world.errors).toEqual([]);
  });
});

describe('an instrument that PAS Trader holds', () => {
  it('is refused to an arbitrage, with who holds it', async () => {
    const { core } = world;
    const instrument = world.instruments.find(({ id }) => id === 'BTCUSDT.PERP.BYBIT')!;
    const intent: OrderIntent = {
      intentId: core!.context.newIntentId(),
      source: 'pas-trader',
      role: 'entry',
      instrumentId: instrument.id,
      side: 'BUY',
      type: 'market',
      tif: 'IOC',
      qtyBase: '0.01',
      px: null,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: false,
      closesPosition: false,
      leverage: 2,
      expectedNetBps: null,
      stopPx: null,
      createdMs: world.clock.nowMs(),
    };
    const desk = core!.context.desks.get('BYBIT:live')!;
    await world.during(desk.refreshModes(instrument));
    expect(await world.during(core!.orders.submit(intent, instrument, desk))).toMatchObject({ ok: true });
    await world.pass(500);
    expect(await world.execute()).toMatchObject({
      ok: false,
      error: { code: 'RISK_INSTRUMENT_IN_USE', detail: expect.stringContaining('pas-trader') },
    });
    expect(world.hasTrade()).toBe(false);
  });
});
