import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { OrderWish } from '../trading-views.ts';
import { CoreWorld, LIVE_KEYS } from './core-world.fixture.ts';
import { restoreCoreState, snapshotCoreState } from './core-state.ts';

type Step =
  | { readonly kind: 'trade'; readonly wish: Partial<OrderWish> }
  | { readonly kind: 'move'; readonly px: number }
  | { readonly kind: 'close' | 'cancel' | 'rotate' | 'cooldown' | 'kill' | 'restart' | 'full' | 'room' }
  | { readonly kind: 'pass'; readonly ms: number };

const wishes: fc.Arbitrary<Partial<OrderWish>> = fc.record({
  venue: fc.constantFrom('BINANCE', 'BYBIT'),
  market: fc.constantFrom('perp', 'spot'),
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('market', 'limit'),
  tif: fc.constantFrom('GTC', 'IOC', 'POST_ONLY'),
  px: fc.constantFrom('59000', '59900', '60100', '61000'),
  qtyBase: fc.constantFrom('0.002', '0.005', '0.01'),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: wishes.map((wish): Step => ({ kind: 'trade', wish })) },
  { weight: 3, arbitrary: fc.integer({ min: 58_500, max: 61_500 }).map((px): Step => ({ kind: 'move', px })) },
  { weight: 2, arbitrary: fc.constantFrom(500, 2_500, 40_000, 70_000).map((ms): Step => ({ kind: 'pass', ms })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('close', 'cancel', 'rotate', 'cooldown', 'kill', 'restart', 'full', 'room')
      .map((kind): Step => ({ kind })),
  },
);

async function take(world: CoreWorld, step: Step): Promise<void> {
  const core = world.running();
  const by = 'operator';
  switch (step.kind) {
    case 'trade': {
      const { type, px = null } = step.wish;
      world.show(60_000, 60_001);
      await world.trade({ ...step.wish, px: type === 'market' ? null : px });
      return;
    }
    case 'move':
      world.show(step.px, step.px + 1);
      return;
    case 'pass':
      return world.pass(step.ms);
    case 'close':
      await world.during(core.call('close-all', { by }));
      return;
    case 'cancel': {
      const [order] = core.view().orders;
      if (order === undefined) return;
      await world.during(core.call('cancel-order', { account: order.account, orderId: order.clientOrderId ?? '', by }));
      return;
    }
    case 'rotate':
      world.journal.isLarge = true;
      core.tick();
      return;
    case 'cooldown':
      await world.during(
        core.call('set-cooldown', { symbol: 'BTCUSDT', venue: 'BYBIT', action: 'trade', durationMs: 5_000, by }),
      );
      return;
    case 'kill':
      await world.during(core.call('kill-switch', { level: 3, reason: 'drill', by }));
      await world.during(core.call('release-kill-switch', { by }));
      return;
    case 'restart':
      if (world.journal.isFull) return;
      await world.stop();
      await world.start({ market: 'sim', execution: 'live', keys: LIVE_KEYS });
      return;
    case 'full':
      world.journal.isFull = true;
      return;
    case 'room':
      world.journal.isFull = false;
      core.tick();
  }
}

/** The order in which orders stand in memory is no state. */
function plain(snapshot: ReturnType<typeof snapshotCoreState>): unknown {
  const { orders, ...rest } = snapshot;
  const byKey = [...orders.orders].sort((a, b) => a.key.localeCompare(b.key));
  return JSON.parse(JSON.stringify({ ...rest, orders: { ...orders, orders: byKey } }));
}

describe('a restart', () => {
  it('finds at any moment the state that was running', { timeout: 90_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 25 }), async (plan) => {
        const world = new CoreWorld();
        world.live.positionList = [];
        await world.start({ market: 'sim', execution: 'live', keys: LIVE_KEYS });
        for (const step of plan) {
          await take(world, step);
          if (world.journal.isFull) continue;
          world.running().tick();
          const restored = restoreCoreState(world.journal.restored());
          expect(plain(snapshotCoreState(restored))).toEqual(plain(world.running().snapshot()));
        }
        await world.stop();
      }),
      { numRuns: 150 },
    );
  });
});
