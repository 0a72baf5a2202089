import { beforeEach, describe, expect, it } from 'vitest';
import { domainError, type PlaceOrder } from '../../domain/index.ts';
import { ArbWorld, type wish } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

async function sent(over: Parameters<typeof wish>[0] = {}): Promise<void> {
  const done = await world.execute(over);
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
}

async function hedged(over: Parameters<typeof wish>[0] = {}) {
  await sent(over);
  const trade = await world.settle(5_000);
  expect(trade.state).toBe('hedged');
  return trade;
}

function isOfTrade({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}[bs][ex]/.test(clientOrderId);
}

function perp(at: 0 | 1) {
  const venue = world.venues[at];
  const found = world.instruments.find((each) => each.venue === venue.venue && each.kind === 'perp');
  if (found === undefined) throw new Error('no perp');
  return found;
}

describe('a leg that can neither be completed nor closed', () => {
  beforeEach(async () => {
    world.venues[1].faultOf = (order) => (isOfTrade(order) ? { kind: 'reject' } : null);
    world.venues[0].faultOf = ({ side, type }) =>
      side === 'SELL' && type !== 'stop-market' ? { kind: 'reject' } : null;
    await sent();
    await world.pass(8_000);
  });

  it('is tried three times, then stands naked with its far stop, and nothing new is sent', async () => {
    const trade = world.trade();
    expect(trade.state).toBe('naked');
    expect(trade.repairs.filter(({ kind }) => kind === 'unwind').map(({ step }) => step)).toEqual([1, 2, 3]);
    const placed = world.venues[0].placed.filter((order) => order.side === 'SELL' && order.type !== 'stop-market');
    expect(placed.map(({ type }) => type)).toEqual(['limit', 'limit', 'market']);
    expect(world.core!.context.facts.conditions().map(({ kind }) => kind)).toContain('naked');
    const stops = [...world.venues[0].orders.values()].filter(({ status }) => status === 'untriggered');
    expect(stops.map(({ triggerPx }) => triggerPx)).toEqual([trade.buy.disasterStopPx]);
    const again = await world.execute({ opportunityId: 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT' });
    expect(again).toMatchObject({ ok: false });
    expect(world.recordsOf('event').filter(({ severity }) => severity === 'CRITICAL')).toHaveLength(1);
  });

  it('ends certified when a person flattens it', async () => {
    world.venues[0].faultOf = () => null;
    await world.call('arb-flatten', { arbId: world.trade().arbId, by: 'operator' });
    expect(await world.settle(10_000)).toMatchObject({ state: 'certified', exitReason: 'flattened by operator' });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.core!.context.facts.conditions()).toEqual([]);
  });

  it('ends certified when a later look finds it flat', async () => {
    world.venues[0].takeAway(perp(0), '0.01', 'order');
    expect(await world.settle(60_000)).toMatchObject({ state: 'certified' });
    expect(world.core!.context.facts.conditions()).toEqual([]);
  });

  it('is found naked again after a restart', async () => {
    await world.restart();
    await world.pass(3_000);
    expect(world.trade().state).toBe('naked');
    expect(world.core!.context.facts.conditions().map(({ kind }) => kind)).toContain('naked');
  });
});

describe('an order that nobody can be asked about', () => {
  it('is judged by the position after ten seconds, and never sent again', async () => {
    const [, sell] = world.venues;
    sell.faultOf = (order) => (/se01/.test(order.clientOrderId) ? { kind: 'lost', taken: false } : null);
    sell.failing.set('queryOrder', domainError('VENUE_UNREACHABLE', 'no answer'));
    await sent();
    await world.pass(9_000);
    expect(world.trade().state).toBe('unknown');
    const trade = await world.settle(20_000);
    expect(trade).toMatchObject({ state: 'certified' });
    expect(trade.judgedOrderIds).toHaveLength(1);
    expect(sell.placed.filter(isOfTrade)).toHaveLength(1);
    expect(world.held()).toEqual(['0', '0']);
  });

  it('stays unknown while its position can not be read either', async () => {
    const [, sell] = world.venues;
    sell.faultOf = (order) => (/se01/.test(order.clientOrderId) ? { kind: 'lost', taken: true } : null);
    for (const call of ['queryOrder', 'positions', 'fills']) {
      sell.failing.set(call, domainError('VENUE_UNREACHABLE', 'no answer'));
    }
    await sent();
    await world.pass(40_000);
    expect(world.trade().state).toBe('unknown');
    sell.failing.clear();
    expect(await world.settle(60_000)).toMatchObject({ state: 'hedged' });
    expect(world.held()).toEqual(['0.01', '-0.01']);
  });
});

describe('a venue that can not be read for a certificate', () => {
  it('is asked again and named, and never taken as flat', async () => {
    const { arbId } = await hedged();
    world.venues[1].failing.set('positions', domainError('VENUE_UNREACHABLE', 'no answer'));
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(20_000);
    expect(world.trade()).toMatchObject({ state: 'closed', reason: expect.stringContaining('waiting for BYBIT:live') });
    world.venues[1].failing.clear();
    expect(await world.settle(40_000)).toMatchObject({ state: 'certified' });
  });
});

describe('a resting order on one leg', () => {
  it('is hedged fill by fill, also by what fills while it is being cancelled', async () => {
    await sent({ sequencing: 'maker-taker' });
    await world.pass(300);
    const [buy] = world.venues;
    const [id = ''] = buy.restingIds();
    buy.hit(id, '0.003');
    await world.pass(200);
    expect(world.held()).toEqual(['0.003', '-0.003']);
    buy.onCancel = () => {
      buy.hit(id, '0.002');
      buy.onCancel = buy.cancelOrder;
      return buy.cancelOrder({ instrument: perp(0), clientOrderId: id, venueOrderId: null, isConditional: false });
    };
    const trade = await world.settle(30_000);
    expect(trade.state).toBe('hedged');
    expect(world.held()).toEqual(['0.005', '-0.005']);
  });

  it('is taken back, unwound and never left naked when its fills can not be hedged', async () => {
    world.venues[1].faultOf = (order) => (isOfTrade(order) ? { kind: 'fill', frac: '0' } : null);
    await sent({ sequencing: 'maker-taker' });
    await world.pass(300);
    const [id = ''] = world.venues[0].restingIds();
    world.venues[0].hit(id, '0.004');
    expect(await world.settle(30_000)).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.venues[0].restingIds()).toEqual([]);
  });
});

describe('rules that end an open pair', () => {
  it.each(['adl', 'liquidation', 'order'] as const)(
    'closes the other leg when one is taken away by %s',
    async (cause) => {
      await hedged();
      world.venues[0].takeAway(perp(0), '0.01', cause);
      expect(await world.settle(100)).toBeDefined();
      await world.pass(5_000);
      expect(world.trade()).toMatchObject({
        state: 'certified',
        exitReason: expect.stringContaining('missing leg: the buy leg'),
      });
      expect(world.held()).toEqual(['0', '0']);
    },
  );

  it('closes the other leg when a part of one is taken away', async () => {
    await hedged();
    world.venues[1].takeAway(perp(1), '0.004');
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
  });

  it('closes when the spread has come in', async () => {
    await hedged();
    world.show(1, 59_990);
    await world.pass(3_000);
    expect(world.trade()).toMatchObject({ state: 'certified', exitReason: expect.stringContaining('exit spread') });
  });

  it('closes at its stop and at its take-profit in bps of the pair', async () => {
    await hedged({ bracket: 'panic', stopLossBps: 30, takeProfitBps: 20 });
    world.show(1, 60_650);
    await world.pass(3_000);
    expect(world.trade()).toMatchObject({ state: 'certified', exitReason: expect.stringContaining('stop loss') });
    expect(Number(world.trade().result?.netBps)).toBeLessThan(-30);
  });

  it('takes the bracket of the risk guard where it names none, and none where none is wanted', async () => {
    const value = { slBps: 40, tpBps: 60 };
    await world.during(world.core!.call('set-setting', { name: 'risk-guard', value, by: 'operator' }));
    const bare = { stopLossBps: null, takeProfitBps: null };
    expect(await hedged({ bracket: 'panic', ...bare })).toMatchObject({ stopLossBps: 40, takeProfitBps: 60 });
  });

  it('is not stopped by its own fees while prices stand still', async () => {
    const { buy, sell } = await hedged({ bracket: 'panic', stopLossBps: 5, takeProfitBps: 200 });
    expect(2 * (buy.feeBps + sell.feeBps)).toBeGreaterThan(15);
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'hedged' });
    world.show(1, 60_400);
    await world.pass(3_000);
    expect(world.trade().exitReason).toMatch(/^stop loss: -[\d.]+ bps, the stop is 5 bps beyond [\d.]+ bps of fees$/);
  });

  it('closes both legs when one comes near its liquidation', async () => {
    world.venues[0].liquidationPxOf = () => '30000';
    await hedged();
    expect(world.trade().buy.liquidationFrac).toBeCloseTo(0.5, 2);
    world.venues[0].liquidationPxOf = () => '58000';
    await world.during(world.core!.context.desks.get('BINANCE:live')!.refreshPositions());
    await world.pass(4_000);
    expect(world.trade()).toMatchObject({
      state: 'certified',
      exitReason: expect.stringContaining('margin: the buy leg'),
    });
  });

  it('waits with its longest hold and a person’s close while a venue is silent, and closes both legs when it is back', async () => {
    await world.call('arb-settings', { value: { maxHoldMs: 5_000, exitSpreadBps: -500 }, by: 'operator' });
    const { arbId } = await hedged();
    world.silent.add('BYBIT');
    await world.pass(9_000);
    expect(world.trade().state).toBe('hedged');
    const detail = expect.stringContaining('BYBIT is not heard of');
    const refused = await world.call('arb-close', { arbId, by: 'operator' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'RISK_BOOK_STALE', detail } });
    await world.pass(2_000);
    expect(world.trade()).toMatchObject({ state: 'hedged', orders: { buy: { exit: 0 }, sell: { exit: 0 } } });
    world.silent.clear();
    await world.pass(4_000);
    expect(world.trade()).toMatchObject({ state: 'certified', exitReason: expect.stringContaining('max hold') });
    expect(world.held()).toEqual(['0', '0']);
  });

  it('does not wait with the kill switch for a venue that is silent', async () => {
    await hedged();
    world.silent.add('BYBIT');
    await world.pass(3_000);
    await world.during(world.core!.call('kill-switch', { level: 3, reason: 'test', by: 'operator' }));
    await world.pass(10_000);
    expect(world.trade().state).toBe('certified');
  });

  it('closes after its longest hold', async () => {
    await world.call('arb-settings', { value: { maxHoldMs: 5_000, exitSpreadBps: -500 }, by: 'operator' });
    await hedged();
    await world.pass(9_000);
    expect(world.trade()).toMatchObject({ state: 'certified', exitReason: expect.stringContaining('max hold') });
  });

  it('ends certified when the kill switch flattens it', async () => {
    await hedged();
    await world.during(world.core!.call('kill-switch', { level: 3, reason: 'test', by: 'operator' }));
    expect(await world.settle(100)).toBeDefined();
    await world.pass(10_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
    expect(world.errors).toEqual([]);
  });
});

describe('spot against perp', () => {
  const SPOT_PERP = 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT';

  it('holds as many coins as it is short, fee in coins included, and sells just those', async () => {
    const before = world.venues[0].cashOf('BTC');
    await hedged({ opportunityId: SPOT_PERP });
    const bought = world.venues[0].cashOf('BTC').minus(before);
    expect(Number(bought)).toBeCloseTo(0.01, 5);
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(Number(world.venues[0].cashOf('BTC').minus(before))).toBeLessThan(0.00001);
  });

  it('keeps what is too little for an order as dust, which the next trade takes along', async () => {
    await hedged({ opportunityId: SPOT_PERP });
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(15_000);
    const [dust] = world.fold.state.dust.list();
    expect(dust).toMatchObject({ account: 'BINANCE:live', instrumentId: 'BTCUSDT.SPOT.BINANCE' });
    expect(Number(dust?.qtyBase)).toBe(Number(world.venues[0].cashOf('BTC')));
    for (let nth = 0; nth < 6; nth += 1) {
      await hedged({ opportunityId: SPOT_PERP });
      await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
      await world.pass(15_000);
    }
    expect(Number(world.venues[0].cashOf('BTC'))).toBeLessThan(0.00001);
    expect(Number(world.fold.state.dust.list()[0]?.qtyBase ?? 0)).toBe(Number(world.venues[0].cashOf('BTC')));
  });
});
