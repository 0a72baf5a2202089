import { afterEach, describe, expect, it } from 'vitest';
import { CoreWorld } from './core-world.fixture.ts';

/** BYBIT's perp in the world's list. */
const PERP = 2;

describe('what a venue changes about a listing while it is traded', () => {
  const world = { now: null as CoreWorld | null };
  const begin = async (): Promise<CoreWorld> => {
    const made = new CoreWorld();
    world.now = made;
    await made.start();
    made.show(60_000, 60_001);
    return made;
  };
  afterEach(() => world.now?.stop());

  const limit = { venue: 'BYBIT', market: 'perp', type: 'limit', tif: 'GTC' } as const;
  const bandOf = async (from: CoreWorld, side: 'BUY' | 'SELL', px: string) => {
    const seen = await from.preview({ ...limit, side, px });
    if (!seen.ok) throw new Error(seen.error.detail);
    return seen.value.gates.find(({ gate }) => gate === 'price-band');
  };

  it('blocks a limit beyond the prices that the venue takes now, on the side it bounds alone', async () => {
    const core = await begin();
    expect(await bandOf(core, 'BUY', '61000')).toMatchObject({ ok: true, bound: '0.05' });
    core.store.terms.setLimits(PERP, { buyMaxPx: 60_600, sellMinPx: 59_400 }, 60_000);
    expect(await bandOf(core, 'BUY', '61000')).toMatchObject({ ok: false, code: 'RISK_PRICE_BAND', bound: '0.01' });
    expect(await bandOf(core, 'BUY', '60500')).toMatchObject({ ok: true, bound: '0.01' });
    expect(await bandOf(core, 'SELL', '59000')).toMatchObject({ ok: false, bound: '0.01' });
    expect(await bandOf(core, 'SELL', '61000')).toMatchObject({ ok: true });
    core.store.terms.setLimits(PERP, { buyMaxPx: null, sellMinPx: null }, 60_000);
    expect(await bandOf(core, 'BUY', '61000')).toMatchObject({ ok: true, bound: '0.05' });
  });

  it('refuses an entry on what was halted since the start, and takes it when it trades again', async () => {
    const core = await begin();
    core.store.terms.setTrading(PERP, false);
    expect(await core.trade({ venue: 'BYBIT', market: 'perp' })).toMatchObject({ ok: false });
    core.store.terms.setTrading(PERP, true);
    core.show(60_000, 60_001);
    expect(await core.trade({ venue: 'BYBIT', market: 'perp' })).toMatchObject({ ok: true });
  });
});
