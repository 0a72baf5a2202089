import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { decimal, toDecimalString, ZERO, type IncomeKind, type LegKey } from '../../domain/index.ts';
import { pnlOf } from '../../ledger/index.ts';
import { expectBooksAgree } from './arb-books.fixture.ts';
import { ArbWorld } from './arb-world.fixture.ts';

const KINDS = ['funding', 'liquidation-fee', 'rebate', 'adjustment'] as const satisfies readonly IncomeKind[];
const LEGS = ['buy', 'sell'] as const;

interface Money {
  readonly kind: (typeof KINDS)[number];
  readonly leg: LegKey;
  readonly amount: string;
  /** Told so long after it happened. */
  readonly lateMs: number;
}

interface Story {
  readonly qtyBase: string;
  readonly moves: readonly [number, number];
  readonly monies: readonly Money[];
  readonly end: 'close' | 'liquidation' | 'adl' | 'adl-part' | 'kill';
  readonly isRestarted: boolean;
}

const monies: fc.Arbitrary<Money> = fc.record({
  kind: fc.constantFrom(...KINDS),
  leg: fc.constantFrom(...LEGS),
  amount: fc.integer({ min: -99_999, max: 99_999 }).map((ten4) => toDecimalString(decimal(ten4).div(10_000))),
  lateMs: fc.constantFrom(0, 900, 8_000),
});
const stories: fc.Arbitrary<Story> = fc.record({
  qtyBase: fc.constantFrom('0.002', '0.007', '0.01'),
  moves: fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })),
  monies: fc.array(monies, { maxLength: 5 }),
  end: fc.constantFrom('close', 'liquidation', 'adl', 'adl-part', 'kill'),
  isRestarted: fc.boolean(),
});

/** What both accounts have earned since they were opened, by their books. */
function earned(world: ArbWorld): string {
  const sum = world
    .core!.context.ledger.accounts()
    .map((account) => pnlOf(account, (asset) => (asset === 'USDT' ? '1' : null)).netUsd ?? 'NaN')
    .reduce((total, net) => total.plus(decimal(net)), ZERO);
  return toDecimalString(sum);
}

let ids = 0;

async function tell(world: ArbWorld, money: Money): Promise<void> {
  const { instrumentId, account } = world.trade()[money.leg];
  const venueMs = world.clock.nowMs();
  if (money.lateMs > 0) await world.pass(money.lateMs);
  ids += 1;
  const income = {
    kind: money.kind,
    incomeId: String(ids),
    instrumentId,
    scope: 'futures',
    asset: 'USDT',
    amount: money.amount,
    venueMs,
  } as const;
  world.core!.context.facts.append([{ kind: 'income', account, income }]);
}

function perpOf(world: ArbWorld, at: 0 | 1) {
  const { venue } = world.venues[at];
  const found = world.instruments.find((each) => each.venue === venue && each.kind === 'perp');
  if (found === undefined) throw new Error('no perp');
  return found;
}

async function end(world: ArbWorld, story: Story): Promise<void> {
  switch (story.end) {
    case 'close':
      await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
      return;
    case 'kill':
      await world.during(world.core!.call('kill-switch', { level: 3, reason: 'test', by: 'operator' }));
      await world.during(world.core!.call('release-kill-switch', { by: 'operator' }));
      return;
    case 'adl-part':
      return world.venues[1].takeAway(perpOf(world, 1), '0.001');
    default:
      return world.venues[0].takeAway(perpOf(world, 0), story.qtyBase, story.end);
  }
}

async function play(world: ArbWorld, story: Story): Promise<void> {
  world.show(0, 60_000);
  world.show(1, 60_300);
  const done = await world.execute({ qtyBase: story.qtyBase });
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
  await world.settle(5_000);
  const half = Math.ceil(story.monies.length / 2);
  for (const money of story.monies.slice(0, half)) await tell(world, money);
  world.show(0, 60_000 + story.moves[0]);
  world.show(1, 60_300 + story.moves[1]);
  if (world.trade().state === 'hedged') await end(world, story);
  // What is told while the legs are being closed, and after: a liquidation's fee comes behind its fill.
  for (const money of story.monies.slice(half)) await tell(world, { ...money, kind: 'liquidation-fee' });
  for (let passedMs = 0; passedMs < 60_000 && !world.isOver(); passedMs += 500) await world.pass(500);
  if (story.isRestarted) await world.restart();
  await world.pass(1_000);
}

describe('the sums of arbitrages', () => {
  it('are what the accounts earned, to the last digit, however they ended and whatever was told late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(stories, { minLength: 1, maxLength: 3 }), async (all) => {
        const world = new ArbWorld();
        await world.start();
        const settings = { pairCooldownMs: 0, failureCooldownMs: 0, lossCapUsd: 1_000, exitSpreadBps: -500 };
        await world.call('arb-settings', { value: settings, by: 'operator' });
        for (const story of all) await play(world, story);
        const { live } = world.arbitrage!.view().performance;
        expect(live).toMatchObject({ trades: all.length, unpriced: 0, netUsd: earned(world) });
        const shown = world.arbitrage!.view().trades.map(({ result }) => decimal(result?.netUsd ?? 'NaN'));
        expect(toDecimalString(shown.reduce((sum, net) => sum.plus(net), ZERO))).toBe(live.netUsd);
        expect(live.executedToday).toBe(all.length);
        expect(world.errors).toEqual([]);
        expectBooksAgree(world);
      }),
      { numRuns: 25, seed: 20_270 },
    );
  }, 60_000);
});
