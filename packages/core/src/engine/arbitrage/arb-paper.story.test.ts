import { beforeEach, describe, expect, it } from 'vitest';
import { decimal, SEQUENCINGS, type Income } from '../../domain/index.ts';
import { ArbWorld, PAIR } from './arb-world.fixture.ts';

let world: ArbWorld;

beforeEach(async () => {
  world = new ArbWorld({ execution: 'paper' });
  await world.start();
});

describe('an arbitrage on paper', () => {
  it.each(SEQUENCINGS.filter((each) => each !== 'maker-taker'))(
    'is opened, closed and certified, %s',
    async (sequencing) => {
      expect(await world.execute({ sequencing })).toMatchObject({ ok: true });
      expect(await world.settle(10_000)).toMatchObject({ state: 'hedged', execution: 'paper' });
      world.show(1, 60_010);
      await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
      const trade = await world.settle(10_000);
      await world.pass(1_000);
      expect(world.trade()).toMatchObject({ state: 'certified' });
      expect(Number(trade.result?.netUsd)).toBeGreaterThan(0);
      expect(world.errors).toEqual([]);
    },
  );

  it('rests on one leg, is hedged when the market comes to it, closed and certified, maker-taker', async () => {
    expect(await world.execute({ sequencing: 'maker-taker' })).toMatchObject({ ok: true });
    await world.pass(500);
    const [resting, ...more] = world.recordsOf('order').map(({ order }) => order);
    expect(resting).toMatchObject({ tif: 'POST_ONLY', side: 'BUY', px: '60000', venue: 'BINANCE', mode: 'paper' });
    expect(more).toEqual([]);
    world.show(0, 59_990);
    const trade = await world.settle(10_000);
    expect(trade).toMatchObject({ state: 'hedged', buy: { entryBase: '0.01', entryPx: '60000' } });
    expect(trade.sell.entryBase).toBe('0.01');
    const [fill] = world.recordsOf('fill').map(({ fill: each }) => each);
    expect(fill?.liquidity).toBe('maker');
    await world.call('arb-close', { arbId: trade.arbId, by: 'operator' });
    await world.settle(10_000);
    await world.pass(1_000);
    expect(world.trade()).toMatchObject({ state: 'certified' });
    expect(world.errors).toEqual([]);
  });

  it('is taken back and proven flat when the market does not come to it', async () => {
    expect(await world.execute({ sequencing: 'maker-taker' })).toMatchObject({ ok: true });
    expect(await world.settle(30_000)).toMatchObject({ state: 'aborted' });
    expect(world.trade().certificates.at(-1)).toMatchObject({ kind: 'flat', ok: true });
    expect(world.recordsOf('fill')).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it('takes an expected loss only when it is told to', async () => {
    const back = PAIR.split('>').toReversed().join('>');
    expect(await world.execute({ opportunityId: back })).toMatchObject({ ok: false, error: { code: 'RISK_NO_EDGE' } });
    expect(await world.execute({ opportunityId: back, acceptsNegative: true })).toMatchObject({ ok: true });
    expect(await world.settle(10_000)).toMatchObject({ state: 'hedged' });
  });

  it('counts funding that is told after its end', async () => {
    await world.execute();
    await world.settle(10_000);
    const settledMs = world.clock.nowMs();
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(5_000);
    const before = world.trade().result;
    const income: Income = {
      kind: 'funding',
      incomeId: 'late',
      instrumentId: world.trade().sell.instrumentId,
      scope: 'futures',
      asset: 'USDT',
      amount: '0.07',
      venueMs: settledMs,
    };
    world.core!.context.facts.append([{ kind: 'income', account: 'BYBIT:paper', income }]);
    await world.pass(500);
    const { result } = world.trade();
    expect(result?.fundingUsd).toBe('0.07');
    expect(
      decimal(result?.netUsd ?? '0')
        .minus(decimal(before?.netUsd ?? '0'))
        .toString(),
    ).toBe('0.07');
    expect(world.arbitrage!.view().performance.paper).toMatchObject({ trades: 1, netUsd: result?.netUsd });
  });
});

describe('a pair between a live venue and one on paper', () => {
  it('is refused, and both legs are named', async () => {
    const mixed = new ArbWorld();
    await mixed.start();
    await mixed.during(
      mixed.core!.call('set-execution', { venue: 'BYBIT', mode: 'paper', confirmation: null, by: 'operator' }),
    );
    expect(await mixed.execute({})).toMatchObject({
      ok: false,
      error: {
        code: 'RISK_MODE_MISMATCH',
        detail: 'one leg would be live at BINANCE and the other paper at BYBIT',
      },
    });
    expect(mixed.recordsOf('order')).toEqual([]);
  });
});
