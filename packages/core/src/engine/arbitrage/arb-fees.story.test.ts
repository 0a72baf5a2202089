import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { ArbWorld, T0 } from './arb-world.fixture.ts';
import { buildDepth } from '../../domain/build-messages.fixture.ts';

const SPOT_PERP = 'BTCUSDT.SPOT.BINANCE>BTCUSDT.PERP.BYBIT';

describe('a fee that is taken in a third coin', () => {
  it('leaves the result unknown until the coin has a price', async () => {
    const bnb = buildInstrument({ venue: 'BINANCE', kind: 'spot', baseAsset: 'BNB' });
    const world = new ArbWorld({ instruments: [...new ArbWorld().instruments, bnb] });
    world.venues[0].feeIn = 'BNB';
    await world.start();
    expect(await world.execute({ opportunityId: SPOT_PERP })).toMatchObject({ ok: true });
    await world.settle(5_000);
    await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(5_000);
    expect(world.trade()).toMatchObject({ state: 'certified', result: { feesUsd: null, netUsd: null, netBps: null } });
    expect(world.arbitrage!.view().performance.live).toMatchObject({ trades: 1, unpriced: 1, netUsd: '0' });

    const ix = world.instruments.indexOf(bnb);
    world.engine.store.onBookSnapshot(ix, buildDepth([[5_999, 1]], [[6_001, 1]]), T0);
    await world.pass(11_000);
    const { result } = world.trade();
    expect(Number(result?.feesUsd)).toBeGreaterThan(0);
    expect(world.arbitrage!.view().performance.live).toMatchObject({ unpriced: 0, netUsd: result?.netUsd });
    expect(world.errors).toEqual([]);
  });
});
