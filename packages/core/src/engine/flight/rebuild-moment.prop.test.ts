import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { OrderWish, PositionView, TradingView } from '../trading-views.ts';
import { CoreWorld, LIVE_KEYS } from '../trading/core-world.fixture.ts';
import type { MomentView } from './moment-view.ts';
import { rebuildMoment } from './rebuild-moment.ts';

type Step =
  | { readonly kind: 'trade'; readonly wish: Partial<OrderWish> }
  | { readonly kind: 'move'; readonly px: number }
  | { readonly kind: 'close' | 'rotate' | 'cooldown' | 'kill' | 'restart' }
  | { readonly kind: 'pass'; readonly ms: number };

const wishes: fc.Arbitrary<Partial<OrderWish>> = fc.record({
  venue: fc.constantFrom('BINANCE', 'BYBIT'),
  market: fc.constantFrom('perp', 'spot'),
  side: fc.constantFrom('BUY', 'SELL'),
  type: fc.constantFrom('market', 'limit'),
  tif: fc.constantFrom('GTC', 'IOC'),
  px: fc.constantFrom('59000', '59900', '60100', '61000'),
  qtyBase: fc.constantFrom('0.002', '0.005'),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: wishes.map((wish): Step => ({ kind: 'trade', wish })) },
  { weight: 2, arbitrary: fc.integer({ min: 59_000, max: 61_000 }).map((px): Step => ({ kind: 'move', px })) },
  { weight: 1, arbitrary: fc.constantFrom(500, 40_000).map((ms): Step => ({ kind: 'pass', ms })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('close', 'rotate', 'cooldown', 'kill', 'restart').map((kind): Step => ({ kind })),
  },
);

async function take(world: CoreWorld, step: Step): Promise<void> {
  const core = world.running();
  const by = 'operator';
  switch (step.kind) {
    case 'trade':
      world.show(60_000, 60_001);
      await world.trade({ ...step.wish, px: step.wish.type === 'market' ? null : (step.wish.px ?? null) });
      return;
    case 'move':
      return world.show(step.px, step.px + 1);
    case 'pass':
      return world.pass(step.ms);
    case 'close':
      await world.during(core.call('close-all', { by }));
      return;
    case 'rotate':
      world.journal.isLarge = true;
      return core.tick();
    case 'cooldown':
      await world.during(
        core.call('set-cooldown', { symbol: 'BTCUSDT', venue: 'BYBIT', action: 'trade', durationMs: 50_000, by }),
      );
      return;
    case 'kill':
      await world.during(core.call('kill-switch', { level: 1, reason: 'drill', by }));
      return;
    case 'restart':
      await world.stop();
      await world.start({ market: 'sim', execution: 'live', keys: LIVE_KEYS });
  }
}

/** What the venue tells of a position stands in no record. */
function recorded(position: PositionView): Partial<PositionView> {
  const { leverage, marginMode, marginUsd, liquidationPx, adlRank, roePct, ...rest } = position;
  void [leverage, marginMode, marginUsd, liquidationPx, adlRank, roePct];
  return rest;
}

function sorted<T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): readonly T[] {
  return [...rows].sort((a, b) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? -1 : 1));
}

/** The parts of the engine's own view and of a moment that must be the same. */
function shown({ positions, orders }: Pick<MomentView, 'positions' | 'orders'>, risk: MomentView['risk']): unknown {
  const { killLevel, killReason, killedMs, cooldowns, lossStreaks, disabledVenues, dayStartEquityUsd } = risk;
  return {
    positions: sorted(positions.map(recorded), ({ id }) => id),
    orders: sorted(orders, ({ clientOrderId, venueOrderId }) => clientOrderId ?? venueOrderId),
    conditions: sorted(risk.conditions, ({ key }) => key),
    dayPnlUsd: risk.dayPnlUsd,
    settings: [risk.settings['risk-limits'], risk.settings['risk-guard'], risk.settings['risk-level']],
    killLevel,
    killReason,
    killedMs,
    cooldowns,
    lossStreaks,
    disabledVenues,
    dayStartEquityUsd,
  };
}

interface Seen {
  readonly seq: number;
  readonly view: TradingView;
  readonly prices: Parameters<typeof rebuildMoment>[1]['prices'];
  readonly journal: ReturnType<CoreWorld['journal']['restored']>;
}

/** Notes what the engine shows now; prices as it reads them now. */
function look(world: CoreWorld): Seen {
  const { journal } = world;
  const core = world.running();
  const { eyes } = core.context;
  const marks = new Map(eyes.instruments.map(({ id }) => [id, eyes.markPx(id)]));
  const btc = eyes.priceUsd('BTC');
  const prices: Seen['prices'] = {
    markPx: (id) => marks.get(id) ?? null,
    priceUsd: (asset) => (asset === 'USDT' ? '1' : btc),
  };
  return { seq: journal.lastSeq, view: core.view(), prices, journal: journal.restored() };
}

describe('a moment that is rebuilt', () => {
  it(
    'is what the engine showed at that record, from the checkpoint before it and from the first record alike',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 15 }), async (plan) => {
          const world = new CoreWorld();
          world.live.positionList = [];
          await world.start({ market: 'sim', execution: 'live', keys: LIVE_KEYS });
          const seen: Seen[] = [];
          for (const step of plan) {
            await take(world, step);
            world.running().tick();
            seen.push(look(world));
          }
          await world.stop();
          for (const { seq, view, prices, journal } of seen) {
            const live = shown(view, view.state);
            const options = { atMs: view.atMs, prices, context: null };
            const records = world.journal.records.filter((record) => record.seq <= seq);
            for (const from of [journal, { snapshot: null, records }]) {
              const moment = rebuildMoment(from, options);
              expect(moment.faults).toEqual([]);
              expect(shown(moment, moment.risk)).toEqual(live);
            }
          }
        }),
        { numRuns: 25 },
      );
    },
  );
});
