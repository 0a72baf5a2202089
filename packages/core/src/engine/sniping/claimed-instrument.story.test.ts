import { afterEach, describe, expect, it } from 'vitest';
import type { ArbState, ArbTrade, InstrumentId } from '../../domain/index.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

let world: SnipingWorld;

afterEach(() => world.crash());

function arb(state: ArbState): ArbTrade {
  const leg = (venue: 'BINANCE' | 'BYBIT', side: 'BUY' | 'SELL') => ({
    account: `${venue}:paper` as const,
    venue,
    instrumentId: `BTCUSDT.PERP.${venue}` as InstrumentId,
    side,
  });
  return { arbId: 'a0000000000z', state, buy: leg('BINANCE', 'BUY'), sell: leg('BYBIT', 'SELL') } as ArbTrade;
}

/** A trigger while an arbitrage, whose first order may not have filled yet, stands so. */
async function triggered(state: ArbState, isRestarted = false): Promise<void> {
  world = new SnipingWorld();
  await world.start();
  world.core!.context.facts.append([{ kind: 'arb', trade: arb('sent') }]);
  world.core!.context.facts.append([{ kind: 'arb', trade: arb(state) }]);
  if (isRestarted) await world.restart();
  await world.startEngine();
  world.trigger();
  await world.pass(500);
}

describe('an instrument that an arbitrage holds', () => {
  it.each(['sent', 'hedged', 'naked', 'closed'] as const)(
    'is left alone by PAS Trader while the pair is %s, and the decision says why',
    async (state) => {
      await triggered(state);
      const decisions = world.recordsOf('decision').map(({ decision }) => decision);
      expect(decisions.map(({ action }) => action)).not.toContain('traded');
      const failed = decisions[0]?.gates.filter(({ ok }) => !ok);
      expect(failed).toMatchObject([{ gate: 'position-open', detail: 'an arbitrage holds its long leg here' }]);
      expect(world.recordsOf('order')).toEqual([]);
    },
  );

  it('is left alone after a restart too', async () => {
    await triggered('hedged', true);
    expect(world.recordsOf('order')).toEqual([]);
    expect(world.recordsOf('decision')).not.toEqual([]);
  });

  it.each(['certified', 'aborted'] as const)('is free when the pair is %s', async (state) => {
    await triggered(state);
    expect(world.recordsOf('decision').map(({ decision }) => decision.action)).toContain('traded');
  });
});
