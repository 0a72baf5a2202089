import { afterEach, describe, expect, it, vi } from 'vitest';
import { EXIT_KINDS, type ExitKind } from '../../domain/index.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

interface Way {
  readonly guard?: object;
  readonly settings?: object;
  readonly isLive?: boolean;
  /** Ends the trade that was entered at 59510.6. */
  readonly end: (world: SnipingWorld) => Promise<unknown>;
}

function coreOf({ core }: SnipingWorld) {
  if (core === null) throw new Error('no core');
  return core;
}

/** A world whose entry rests at 59510.6. */
async function enteringWorld({ guard, settings, isLive = false }: Way): Promise<SnipingWorld> {
  const world = new SnipingWorld({ isLive });
  worlds.push(world);
  await world.start();
  if (guard !== undefined) {
    await world.during(coreOf(world).call('set-setting', { name: 'risk-guard', value: guard, by: 'operator' }));
  }
  await world.startEngine({ shadowHorizonMs: 10_000, ...(isLive ? { leverage: 1 } : {}), ...settings });
  world.trigger();
  await world.pass(400);
  return world;
}

async function trail(world: SnipingWorld, orderId: string, share: number): Promise<void> {
  const { filledQtyBase, entryPx } = world.snipe();
  const created = await world.call('trailing-create', {
    orderId,
    venue: null,
    symbol: 'BTCUSDT',
    side: 'BUY',
    entryPx: entryPx ?? '',
    qtyBase: String(Math.round(Number(filledQtyBase) * share * 1_000) / 1_000),
    initialTakeProfitPx: '59520',
    trailingDistanceFrac: 0.001,
    maxTrailingFrac: 0.05,
    by: 'operator',
  });
  expect(created).toMatchObject({ ok: true });
  expect(await world.call('trailing-start', { orderId, by: 'operator' })).toMatchObject({ ok: true });
}

const priced = (...bids: readonly number[]): Way['end'] => {
  return async (world) => {
    for (const bid of bids) {
      world.show(bid);
      await world.pass(2_000);
    }
  };
};
const forced = (cause: 'liquidation' | 'adl' | 'order'): Way => ({
  isLive: true,
  end: async (world) => world.venue.closeByForce(cause),
});

const WAYS: Readonly<Record<ExitKind, Way>> = {
  'take-profit': { end: priced(59_800) },
  'stop-loss': { end: priced(59_300) },
  'break-even': { guard: { breakevenArmBps: 10 }, end: priced(59_620, 59_500) },
  'trailing-stop': {
    guard: { breakevenArmBps: 10, trailEnable: true, trailStepBps: 5, trailRearmBps: 1 },
    end: priced(59_700, 59_600),
  },
  time: { settings: { timeStopMs: 10_000 }, end: (world) => world.pass(11_000) },
  operator: { end: (world) => world.during(coreOf(world).call('close-all', { by: 'operator' })) },
  'trailing-order': {
    end: async (world) => {
      await trail(world, 'T1', 1);
      await priced(59_650, 59_560)(world);
    },
  },
  'kill-switch': {
    end: (world) => world.during(coreOf(world).call('kill-switch', { level: 3, reason: 'drill', by: 'operator' })),
  },
  liquidation: forced('liquidation'),
  adl: forced('adl'),
  other: forced('order'),
  none: { end: async () => undefined },
};

/** What the chosen arm of the trade's decision is told to have earned, and how often its learner heard of it. */
async function told(world: SnipingWorld, learn: { readonly mock: { readonly calls: readonly unknown[][] } }) {
  world.show(60_000);
  await world.pass(90_000);
  const { decisionId, arm } = world.snipe();
  const outcome = world
    .recordsOf('decision-outcome')
    .findLast((each) => each.outcome.decisionId === decisionId)?.outcome;
  const own = outcome?.outcomes.find(({ armId }) => armId === arm.armId);
  const row = world.sniping?.view().decisions.find((each) => each.decisionId === decisionId);
  return {
    own,
    row,
    heard: learn.mock.calls.filter(([each]) => (each as { decisionId: string }).decisionId === decisionId),
  };
}

async function opened(way: Way): Promise<SnipingWorld> {
  const world = await enteringWorld(way);
  world.show(59_510);
  await world.pass(1_500);
  expect(world.snipe()).toMatchObject({ state: 'open', entryPx: '59510.6' });
  return world;
}

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('the result of a trade is told to its decision and to the learner', () => {
  it.each(EXIT_KINDS)('%s', async (kind) => {
    const way = WAYS[kind];
    const world = kind === 'none' ? await enteringWorld(way) : await opened(way);
    const learn = vi.spyOn(world.fold.state.learner, 'learn');
    await way.end(world);
    await world.pass(3_000);
    const { own, row, heard } = await told(world, learn);
    const { state, exit, netBps } = world.snipe();
    expect({ state, exit }).toEqual({ state: kind === 'none' ? 'missed' : 'closed', exit: kind });
    expect(own).toMatchObject({ isReal: true, exit: kind, netBps: kind === 'none' ? 0 : netBps });
    expect(row?.netBps).toBe(own?.netBps);
    expect(heard).toMatchObject([[{ outcomes: expect.arrayContaining([own]) }, expect.any(Number)]]);
  });

  it('trailing orders that close it in parts', async () => {
    const world = await opened({ end: async () => undefined });
    const learn = vi.spyOn(world.fold.state.learner, 'learn');
    await trail(world, 'T1', 0.5);
    await trail(world, 'T2', 0.5);
    await priced(59_650, 59_560)(world);
    await world.pass(3_000);
    const { own, row, heard } = await told(world, learn);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'trailing-order' });
    expect(own).toMatchObject({ isReal: true, exit: 'trailing-order', netBps: world.snipe().netBps });
    expect(row?.netBps).toBe(own?.netBps);
    expect(heard).toHaveLength(1);
  });

  it('however long it was held, and whatever was decided meanwhile', async () => {
    const world = await opened({ settings: { maxConcurrent: 1 }, end: async () => undefined });
    const { decisionId } = world.snipe();
    const [first] = world.recordsOf('decision');
    if (first === undefined) throw new Error('no decision');
    const others = Array.from({ length: 700 }, (_, n) => ({
      kind: 'decision' as const,
      decision: { ...first.decision, decisionId: `x${n}`, action: 'blocked' as const, snipeId: null },
    }));
    coreOf(world).context.facts.append(others);
    const learn = vi.spyOn(world.fold.state.learner, 'learn');
    await priced(59_800)(world);
    const { own, heard } = await told(world, learn);
    expect(world.fold.state.decisions.byId(decisionId)).not.toBeNull();
    expect(own).toMatchObject({ isReal: true, netBps: world.snipe().netBps });
    expect(heard).toHaveLength(1);
  });
});
