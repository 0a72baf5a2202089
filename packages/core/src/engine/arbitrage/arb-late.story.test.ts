import { beforeEach, describe, expect, it } from 'vitest';
import { domainError, err } from '../../domain/index.ts';
import { ArbWorld } from './arb-world.fixture.ts';
import { heldOf } from './leg-books.ts';
import { TradeBook } from './trade-book.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
});

describe('a pair that is closed while its first order rests', () => {
  it('asks for the end of the order until the venue has taken it', async () => {
    const [buy] = world.venues;
    await world.execute({ sequencing: 'maker-taker' });
    await world.pass(300);
    expect(buy.restingIds()).toHaveLength(1);
    buy.onCancel = () => err(domainError('VENUE_RATE_LIMITED', 'status=429', { retryAfterMs: 1_000 }));
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(5_000);
    expect(world.trade().state).toBe('exiting');
    buy.onCancel = buy.cancelOrder;
    expect(await world.settle(10_000)).toMatchObject({ state: 'aborted' });
    expect(buy.restingIds()).toEqual([]);
  });
});

describe('the fee that a venue takes for a liquidation', () => {
  it('is a cost of the trade', async () => {
    await world.execute();
    await world.settle(5_000);
    const { buy, arbId } = world.trade();
    const { trades } = world.fold.state;
    const before = trades.byId(arbId)?.books.buy.feesQuote;
    const income = {
      kind: 'liquidation-fee' as const,
      incomeId: '1',
      instrumentId: buy.instrumentId,
      scope: 'futures' as const,
      asset: 'USDT',
      amount: '-1.25',
      venueMs: world.clock.nowMs(),
    };
    world.core?.context.facts.append([{ kind: 'income', account: buy.account, income }]);
    const after = trades.byId(arbId)?.books.buy.feesQuote;
    expect(Number(after) - Number(before)).toBeCloseTo(1.25, 9);
  });
});

describe('a leg of one step that can not be closed', () => {
  it('stays naked: a whole step is a position, not a rest', async () => {
    await world.execute({ qtyBase: '0.001' });
    await world.settle(5_000);
    world.venues[0].faultOf = ({ side, type }) =>
      side === 'SELL' && type !== 'stop-market' ? { kind: 'reject' } : null;
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(30_000);
    expect(world.held()).toEqual(['0.001', '0']);
    expect(world.trade().state).toBe('naked');
    world.venues[0].faultOf = () => null;
    await world.call('arb-flatten', { arbId: world.trade().arbId, by: 'operator' });
    expect(await world.settle(20_000)).toMatchObject({ state: 'certified' });
    expect(world.held()).toEqual(['0', '0']);
  });
});

describe('a balance that was told too late', () => {
  it('is not what a spot leg is measured by', async () => {
    const [buy] = world.venues;
    const desk = world.core?.context.desks.get(`${buy.venue}:live`);
    const balances = desk?.balances ?? [];
    desk?.noteBalances([
      ...balances,
      { scope: 'spot', asset: 'BTC', total: '0.29', free: '0.29', locked: '0', borrowed: '0', updatedMs: 0 },
    ]);
    await world.execute({ opportunityId: 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT' });
    expect(await world.settle(10_000)).toMatchObject({ state: 'hedged', buy: { heldBefore: '0' } });
  });
});

describe('a liquidation that is told before the fill it ends', () => {
  it('closes the leg all the same, and its fee is of that trade', async () => {
    await world.execute();
    await world.settle(5_000);
    const { arbId, buy } = world.trade();
    const book = new TradeBook();
    for (const record of [...world.recordsOf('arb').slice(0, 3), ...world.recordsOf('order')]) book.apply(record);
    const entry = world.recordsOf('fill').find(({ account }) => account === buy.account);
    if (entry === undefined) throw new Error('no fill');
    const { fill } = entry;
    const closing = { ...fill, fillId: 'x', clientOrderId: null, side: 'SELL' as const, cause: 'liquidation' as const };
    const venueMs = fill.venueMs + 100;
    const income = {
      kind: 'liquidation-fee' as const,
      incomeId: '1',
      instrumentId: buy.instrumentId,
      scope: 'futures' as const,
      asset: 'USDT',
      amount: '-1.25',
      venueMs,
    };
    const { account, atMs, seq } = entry;
    book.apply({ kind: 'income', account, income, atMs, seq });
    book.apply({ ...entry, fill: { ...closing, venueMs } });
    book.apply(entry);
    const leg = book.byId(arbId)?.books.buy;
    expect(leg).toMatchObject({ lastExit: 'liquidation', firstFillMs: fill.venueMs });
    expect(leg === undefined ? null : heldOf(leg).toString()).toBe('0');
    expect(Number(leg?.feesQuote)).toBeCloseTo(1.25 + 2 * Number(fill.fee), 9);
  });
});
