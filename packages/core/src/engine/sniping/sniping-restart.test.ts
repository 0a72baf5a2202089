import { describe, expect, it } from 'vitest';
import type { TradingRecord } from '../../domain/index.ts';
import { AbstainingChooser } from './fixed-chooser.ts';
import { SnipingState } from './sniping-state.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

interface Plan {
  /** 1 dies after every record, 3 after every third one. */
  readonly stride: number;
  readonly settings: object;
  run(world: SnipingWorld): Promise<void>;
}

const PLANS: Readonly<Record<string, Plan>> = {
  'entry, break-even and target': {
    stride: 1,
    settings: {},
    run: async (world) => {
      world.trigger();
      await world.pass(300);
      world.show(59_510);
      await world.pass(2_000);
      world.show(59_620);
      await world.pass(3_000);
      world.show(59_800);
      await world.pass(6_000);
    },
  },
  'a repriced entry and the time stop': {
    stride: 3,
    settings: { timeStopMs: 20_000 },
    run: async (world) => {
      world.trigger();
      await world.pass(25_000);
      world.show(59_510);
      await world.pass(30_000);
    },
  },
  'an addition and the stop': {
    stride: 3,
    settings: { dcaEnabled: true, dcaLevels: 1, dcaDistancesPct: [0.5], dcaMinGapMs: 1_000, riskUsd: 50 },
    run: async (world) => {
      world.trigger();
      await world.pass(300);
      world.show(59_510);
      await world.pass(8_000);
      world.show(59_200);
      world.print(59_200);
      world.liquidate('LONG', 100_000);
      world.liquidate('LONG', 100_000);
      await world.pass(1_500);
      world.show(59_100);
      await world.pass(3_000);
      world.show(58_900);
      await world.pass(8_000);
    },
  },
};

async function play({ settings, run }: Plan, crashAfter: number | null): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive: true, createChooser: () => new AbstainingChooser() });
  world.crashAfter = crashAfter;
  await world.start();
  await world.startEngine({ leverage: 1, ...settings });
  await run(world);
  return world;
}

/** How a world ended: the trade, what is left, and what was sent. */
function endOf(world: SnipingWorld) {
  const { reason, state, filledQtyBase, entryPx, exit, exitPx, netUsd, additions } = world.snipe();
  const view = world.core?.view();
  return {
    trade: { reason, state, filledQtyBase, entryPx, exit, exitPx, netUsd, additions },
    trades: world.fold.state.snipes.finished().length + world.fold.state.snipes.open().length,
    positions: view?.positions,
    orders: view?.orders,
  };
}

/** Records up to the engine's start are no part of a trade; the decision is the first that is. */
const firstOf = (world: SnipingWorld): number => world.journal.records.findIndex(({ kind }) => kind === 'snipe') + 1;

/** The trigger of an addition that dies before the addition is a record is no trigger: nothing remembers it. */
function isLostAddition({ journal }: SnipingWorld, last: number): boolean {
  return journal.records
    .slice(last, last + 2)
    .some((record) => record.kind === 'snipe' && record.snipe.reason.startsWith('addition'));
}

describe('a restart', () => {
  for (const [name, plan] of Object.entries(PLANS)) {
    it(`after any record of ${name} ends as without it`, { timeout: 120_000 }, async () => {
      const whole = await play(plan, null);
      const expected = endOf(whole);
      expect(expected).toMatchObject({ trade: { state: 'closed' }, trades: 1, positions: [], orders: [] });
      const records = whole.journal.records.length;
      for (let last = firstOf(whole); last < records; last += plan.stride) {
        if (isLostAddition(whole, last)) continue;
        const world = await play(plan, last);
        const about = `after record ${last} (${world.journal.records[last - 1]?.kind ?? 'none'})`;
        expect(world.crashes, about).toBe(1);
        expect(endOf(world), about).toEqual(expected);
        const ids = world.recordsOf('order').map(({ order }) => order.clientOrderId);
        expect(new Set(ids).size, about).toBe(ids.length);
        world.crash();
      }
      whole.crash();
    });
  }

  it('finds in checkpoint and records the state that was running, wherever the checkpoint was', async () => {
    const plan = PLANS['an addition and the stop'];
    if (plan === undefined) throw new Error('no plan');
    const world = await play(plan, null);
    const { records } = world.journal;
    const fold = (from: SnipingState, some: readonly TradingRecord[]): SnipingState => {
      for (const record of some) from.apply(record);
      return from;
    };
    const newChooser = () => new AbstainingChooser();
    const whole = fold(new SnipingState(newChooser), records).snapshot();
    for (let cut = 0; cut <= records.length; cut += 1) {
      const before = fold(new SnipingState(newChooser), records.slice(0, cut)).snapshot();
      const saved = JSON.parse(JSON.stringify(before)) as typeof before;
      // Records that the checkpoint holds already come again after some crashes.
      const after = fold(new SnipingState(newChooser, saved), records.slice(Math.max(0, cut - 3)));
      expect(after.snapshot()).toEqual(whole);
    }
    world.crash();
  });
});
