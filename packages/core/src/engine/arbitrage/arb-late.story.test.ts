import { beforeEach, describe, expect, it } from 'vitest';
import { domainError, err } from '../../domain/index.ts';
import { ArbWorld } from './arb-world.fixture.ts';

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
      scope: 'futures',
      asset: 'USDT',
      amount: '-1.25',
      venueMs: world.clock.nowMs(),
    };
    world.core?.context.facts.append([{ kind: 'income', account: buy.account, income }]);
    const after = trades.byId(arbId)?.books.buy.feesQuote;
    expect(Number(after) - Number(before)).toBeCloseTo(1.25, 9);
  });
});
