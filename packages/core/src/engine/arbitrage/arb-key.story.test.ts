import { beforeEach, describe, expect, it } from 'vitest';
import { ArbWorld, wish } from './arb-world.fixture.ts';

let world: ArbWorld;
beforeEach(async () => {
  world = new ArbWorld();
  await world.start();
  await world.execute();
  await world.settle(5_000);
});

const setKey = (key: { apiKey: string; apiSecret: string } | null) =>
  world.during(world.core!.call('set-key', { venue: 'BYBIT', key } as never));
const blocks = () => [...world.core!.view().state.blocks, ...world.arbitrage!.view().blocks];

describe('a symbol that nobody lists', () => {
  it('is unknown to the preview and to the order', async () => {
    for (const name of ['arb-preview', 'arb-execute'] as const) {
      const asked = await world.call(name, wish({ opportunityId: null, symbol: 'NOPEUSDT' }));
      expect(asked).toMatchObject({ ok: false, error: { code: 'INSTRUMENT_UNKNOWN' } });
    }
  });
});

describe('a key that is removed while an arbitrage is open', () => {
  it('is named at once, by the trade and by what refuses new risk, until it is there again', async () => {
    expect(blocks()).toEqual([]);
    const { arbId, reason } = world.trade();
    await setKey(null);
    await world.pass(1_000);
    expect(world.arbitrage!.view().troubles).toMatchObject([
      { arbId, text: expect.stringContaining('is not watched, since the key of BYBIT is missing') },
    ]);
    expect(blocks()).toMatchObject([
      {
        gate: 'account',
        venue: 'BYBIT',
        mode: 'live',
        severity: 'fault',
        text: 'the key of BYBIT is missing: no order can be sent there; not watched there: -0.01 BTCUSDT',
      },
      {
        gate: 'account',
        venue: 'BYBIT',
        mode: 'live',
        severity: 'fault',
        text: 'the key of BYBIT is missing: 1 open arbitrage is not watched there',
      },
    ]);
    const shown = async () => {
      const found = await world.call('arb-query', { arbId });
      return found.ok ? found.value.trades[0]?.reason : found.error.code;
    };
    expect(await shown()).toBe(`the key of BYBIT is missing: the trade waits for it; before: ${reason}`);
    await world.call('arb-close', { arbId, by: 'operator' });
    await world.pass(40_000);
    expect(await shown()).toMatch(/^the key of BYBIT is missing/);
    await setKey({ apiKey: 'k', apiSecret: 's' });
    await world.settle(30_000);
    await world.pass(1_000);
    expect([world.trade().state, blocks(), world.arbitrage!.view().troubles]).toEqual(['certified', [], []]);
  });
});
