import { afterEach, describe, expect, it } from 'vitest';
import { decimal } from '../../domain/index.ts';
import { AbstainingChooser } from './fixed-chooser.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];

async function newWorld(settings: object = {}): Promise<SnipingWorld> {
  const world = new SnipingWorld();
  worlds.push(world);
  await world.start();
  await world.startEngine(settings);
  return world;
}

/** A world whose entry at 59510.6 is filled: the book came down to it. */
async function openWorld(settings: object = {}): Promise<SnipingWorld> {
  const world = await newWorld(settings);
  world.trigger();
  await world.pass(200);
  world.show(59_510);
  await world.pass(1_000);
  expect(world.snipe()).toMatchObject({ state: 'open', entryPx: '59510.6', filledQtyBase: '0.016' });
  return world;
}

const orders = (world: SnipingWorld, role: string) =>
  world.recordsOf('order').flatMap(({ order }) => (order.role === role ? [order] : []));

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('a trade of PAS Trader', () => {
  it('is written before its first order, and the decision with it', async () => {
    const world = await newWorld();
    world.trigger();
    await world.pass(200);
    const kinds = world.journal.records.map(({ kind }) => kind);
    const at = kinds.indexOf('snipe');
    expect(kinds.slice(at, at + 4)).toEqual(['snipe', 'intent', 'order', 'decision']);
    const [decision] = world.recordsOf('decision');
    expect(decision?.decision).toMatchObject({ action: 'traded', engine: 'pas-trader', liquidatedSide: 'LONG' });
    expect(decision?.decision.gates.every(({ ok }) => ok)).toBe(true);
    // 15 bps below the mid of 59600.05, on the tick; 1,000 USD at most.
    expect(orders(world, 'entry')).toMatchObject([{ side: 'BUY', tif: 'POST_ONLY', px: '59510.6', qtyBase: '0.016' }]);
    expect(orders(world, 'entry')[0]?.source).toBe('pas-trader');
  });

  it('is protected and has its target at once, and earns what the ledger says', async () => {
    const world = await openWorld();
    expect(world.stops()).toEqual(['59361.9']);
    expect(world.core?.view().positions).toMatchObject([{ stopPx: '59361.9', takeProfitPx: '59718.9' }]);
    expect(orders(world, 'take-profit')).toMatchObject([
      { side: 'SELL', px: '59718.9', qtyBase: '0.016', isReduceOnly: true, tif: 'POST_ONLY' },
    ]);
    world.show(59_800);
    await world.pass(2_000);
    // 0.016 x (59718.9 - 59510.6) = 3.3328; fees 2 bps of 952.1696 and of 955.5024 = 0.3815344
    expect(world.snipe()).toMatchObject({
      state: 'closed',
      exit: 'take-profit',
      exitPx: '59718.9',
      netUsd: '2.9512656',
    });
    expect(world.snipe().netBps).toBeCloseTo((2.951_265_6 / 952.169_6) * 1e4, 9);
    expect(world.stops()).toEqual([]);
    expect(world.core?.view().positions).toEqual([]);
  });

  it('ends at its stop, tells the loss and cancels the target', async () => {
    const world = await openWorld();
    world.show(59_300);
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'stop-loss' });
    expect(Number(world.snipe().netUsd)).toBeLessThan(0);
    expect(world.core?.view().orders).toEqual([]);
  });

  it('gives up after two reprices without ever taking', async () => {
    const world = await newWorld();
    world.trigger();
    await world.pass(65_000);
    expect(world.snipe()).toMatchObject({ state: 'missed', reprices: 2, attempts: 3, filledQtyBase: '0' });
    const entries = orders(world, 'entry');
    expect(entries.map(({ tif }) => tif)).toEqual(['POST_ONLY', 'POST_ONLY', 'POST_ONLY']);
    expect(new Set(entries.map(({ clientOrderId }) => clientOrderId)).size).toBe(3);
    expect(world.core?.view().orders).toEqual([]);
  });

  it('sends the next attempt only after the venue has ended the last', async () => {
    const world = await newWorld();
    world.trigger();
    await world.pass(25_000);
    const ids = orders(world, 'entry').map(({ clientOrderId }) => clientOrderId);
    const records = world.journal.records;
    const ended = records.findIndex(
      (record) =>
        record.kind === 'order-report' &&
        record.report.clientOrderId === ids[0] &&
        record.report.status === 'cancelled',
    );
    const next = records.findIndex((record) => record.kind === 'order' && record.order.clientOrderId === ids[1]);
    expect(ended).toBeGreaterThan(-1);
    expect(next).toBeGreaterThan(ended);
  });

  it('goes on with the part that was filled when its time is over', async () => {
    const world = await newWorld();
    world.trigger();
    await world.pass(200);
    // A sale through the limit of less than is wished.
    world.print(59_510, 0.006);
    await world.pass(1_000);
    expect(world.snipe()).toMatchObject({ state: 'entering', filledQtyBase: '0.006' });
    expect(world.stops()).toHaveLength(1);
    await world.pass(22_000);
    expect(world.snipe()).toMatchObject({ state: 'open', filledQtyBase: '0.006', attempts: 1 });
    expect(orders(world, 'take-profit').at(-1)).toMatchObject({ qtyBase: '0.006' });
    world.show(59_800);
    await world.pass(2_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'take-profit' });
  });

  it('takes at once with an arm that does, or not at all', async () => {
    const world = await newWorld({ fixedArmId: 'fade-10-35x25-ioc' });
    world.trigger();
    await world.pass(1_000);
    expect(orders(world, 'entry')).toMatchObject([{ tif: 'IOC' }]);
    expect(world.snipe()).toMatchObject({ state: 'open', entryPx: '59600.1', attempts: 1 });
  });

  it('has its stop at the distance of the arm from what was paid, not from the limit of an order that takes', async () => {
    const world = await newWorld({ fixedArmId: 'fade-10-35x25-ioc' });
    world.trigger();
    await world.pass(2_000);
    // 59600.1 less 25 bps is 59451.09975; the limit stood 10 bps above the mid.
    expect(world.snipe()).toMatchObject({ entryPx: '59600.1', stopPx: '59451.1', stopEntryPx: '59600.1' });
    expect(world.recordsOf('stop-wish').map(({ stopPx }) => stopPx)).toEqual(['59451.1']);
    expect(world.stops()).toEqual(['59451.1']);
    await world.restart();
    await world.pass(2_000);
    expect(world.stops()).toEqual(['59451.1']);
  });

  it('moves its stop to the entry and lets it stand there until it is reached', async () => {
    const world = await openWorld();
    world.show(59_620);
    await world.pass(1_500);
    expect(world.snipe()).toMatchObject({ state: 'open', isBreakEven: true, stopPx: '59510.6' });
    expect(world.recordsOf('stop-wish').map(({ stopPx }) => stopPx)).toEqual(['59510.6']);
    await world.pass(1_500);
    expect(world.stops()).toEqual(['59510.6']);
    world.show(59_505);
    await world.pass(2_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'break-even' });
    // The wish ends with the trade: the next position has its own.
    expect(world.recordsOf('stop-wish').at(-1)?.stopPx).toBeNull();
  });

  it('is closed at the market when it takes too long', async () => {
    const world = await openWorld({ timeStopMs: 30_000 });
    await world.pass(32_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'time', exitPx: '59510' });
    expect(orders(world, 'exit')).toMatchObject([{ type: 'market', isReduceOnly: true, qtyBase: '0.016' }]);
    expect(world.core?.view().orders).toEqual([]);
  });

  it('that the kill switch closes says so', async () => {
    const world = await openWorld();
    const core = world.core;
    if (core === null) throw new Error('no core');
    await world.during(core.call('kill-switch', { level: 3, reason: 'drill', by: 'operator' }));
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({
      state: 'closed',
      exit: 'kill-switch',
      reason: 'closed by the kill switch: drill',
    });
  });

  it('is never touched by an opposite cluster', async () => {
    const world = await openWorld();
    const before = world.recordsOf('order').length;
    world.liquidate('SHORT', 150_000);
    world.liquidate('SHORT', 150_000);
    await world.pass(3_000);
    expect(world.recordsOf('order')).toHaveLength(before);
    expect(world.snipe().state).toBe('open');
  });

  it('adds on a new cluster of its side when additions are on, within what was reserved', async () => {
    const dca = { dcaEnabled: true, dcaLevels: 1, dcaDistancesPct: [0.5], dcaMinGapMs: 60_000 };
    const world = await newWorld({ ...dca, riskUsd: 50 });
    world.trigger();
    await world.pass(200);
    world.show(59_510);
    await world.pass(61_000);
    const first = world.snipe();
    expect(first).toMatchObject({ state: 'open', additions: 0 });
    world.show(59_200);
    world.print(59_200);
    world.liquidate('LONG', 100_000);
    world.liquidate('LONG', 100_000);
    await world.pass(300);
    expect(world.snipe()).toMatchObject({ additions: 1 });
    const { snipeId } = world.snipe();
    const told = world.recordsOf('decision').map(({ decision }) => decision);
    expect(told.at(-1)).toMatchObject({ action: 'added', snipeId, engine: 'pas-trader' });
    expect(told.at(-1)?.reason).toMatch(new RegExp(`^added to trade ${snipeId}: addition 1 of `, 'u'));
    world.show(59_100);
    await world.pass(2_000);
    const added = world.snipe();
    expect(Number(added.filledQtyBase)).toBeCloseTo(2 * Number(first.filledQtyBase), 12);
    expect(Number(added.filledQtyBase) * 59_510).toBeLessThan(1_000);
    expect(orders(world, 'take-profit').at(-1)).toMatchObject({ qtyBase: added.filledQtyBase });
    // 75 bps behind the first entry: the distance of the level and the arm's stop; wished anew for the new average.
    expect(added).toMatchObject({ stopPx: first.stopPx, stopEntryPx: added.entryPx });
    expect(world.recordsOf('stop-wish').at(-1)?.stopPx).toBe(added.stopPx);
    expect(world.stops()).toEqual([added.stopPx]);
    world.show(59_900);
    await world.pass(3_000);
    expect(world.snipe()).toMatchObject({ state: 'closed', exit: 'take-profit' });
    // The result belongs to the decision that began the trade, also over a restart.
    await world.restart();
    const real = world
      .recordsOf('decision-outcome')
      .filter(({ outcome }) => outcome.outcomes.some(({ isReal }) => isReal))
      .map(({ outcome }) => outcome.decisionId);
    expect(real).toEqual([first.decisionId]);
  });
});

describe('an engine', () => {
  it('that is stopped cancels its resting entry and manages its open trade to the end', async () => {
    const resting = await newWorld();
    resting.trigger();
    await resting.pass(200);
    await resting.call('stop-engine', { engine: 'pas-trader', by: 'operator' });
    await resting.pass(1_500);
    expect(resting.snipe()).toMatchObject({ state: 'missed' });
    expect(resting.core?.view().orders).toEqual([]);

    const open = await openWorld();
    await open.call('stop-engine', { engine: 'pas-trader', by: 'operator' });
    open.show(59_800);
    await open.pass(2_000);
    expect(open.snipe()).toMatchObject({ state: 'closed', exit: 'take-profit' });
  });

  it('refuses settings field by field and keeps the former', async () => {
    const world = await newWorld();
    const value = { riskUsd: -1, nonsense: 2 };
    const refused = await world.call('set-engine-settings', { engine: 'pas-trader', value, by: 'operator' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'INPUT_INVALID' } });
    if (refused.ok) throw new Error('it passed');
    expect(refused.error.detail).toContain('riskUsd must be between');
    expect(refused.error.detail).toContain('nonsense is no setting');
    expect(world.fold.state.settingsOf('pas-trader').riskUsd).toBe(5);
  });

  it('in manual mode proposes, and trades once when a person says so', async () => {
    const world = await newWorld({ mode: 'manual' });
    world.trigger();
    await world.pass(300);
    const decisionId = world.recordsOf('decision')[0]?.decision.decisionId ?? '';
    const proposed = world.sniping?.view().decisions[0];
    expect(proposed).toMatchObject({ action: 'proposed', decisionId, plan: { ok: true, value: { side: 'long' } } });
    expect(world.recordsOf('order')).toEqual([]);
    const executed = await world.call('execute-decision', { decisionId, by: 'operator' });
    expect(executed).toMatchObject({
      ok: true,
      value: { decision: { action: 'traded', reason: 'executed by operator' } },
    });
    const again = await world.call('execute-decision', { decisionId, by: 'operator' });
    expect(again).toMatchObject({ ok: false, error: { code: 'ORDER_FINAL' } });
    await world.pass(300);
    expect(orders(world, 'entry')).toHaveLength(1);
    // What was shown is what was sent: nothing moved meanwhile.
    if (proposed?.plan?.ok !== true) throw new Error('nothing was planned');
    const { qtyBase, stopPx, takeProfitPx, entryPx, notionalUsd } = proposed.plan.value;
    expect(world.recordsOf('snipe')[0]?.snipe).toMatchObject({
      wantedQtyBase: qtyBase,
      entryLimitPx: entryPx,
      stopPx,
      takeProfitPx,
    });
    expect(decimal(notionalUsd).eq(decimal(qtyBase).times(decimal(entryPx)))).toBe(true);
    expect(world.sniping?.view().decisions[0]?.plan).toBeUndefined();
  });

  it('in manual mode forgets a proposal after 30 s, and one that a person dismissed', async () => {
    const world = await newWorld({ mode: 'manual' });
    world.trigger();
    await world.pass(31_000);
    const decisionId = world.recordsOf('decision')[0]?.decision.decisionId ?? '';
    const late = await world.call('execute-decision', { decisionId, by: 'operator' });
    expect(late).toMatchObject({ ok: false, error: { code: 'PREVIEW_EXPIRED' } });
    const dismissed = await world.call('dismiss-decision', { decisionId, by: 'operator' });
    expect(dismissed).toMatchObject({ ok: true, value: { decision: { reason: 'dismissed by operator' } } });
    expect(world.recordsOf('order')).toEqual([]);
  });
});

describe('a decision', () => {
  it('is written at a trigger when nothing runs, and its arms are followed all the same', async () => {
    const world = new SnipingWorld();
    worlds.push(world);
    await world.start();
    await world.pass(1_200);
    world.trigger();
    await world.pass(200);
    expect(world.recordsOf('decision')[0]?.decision).toMatchObject({ action: 'watched', engine: null, snipeId: null });
    expect(world.recordsOf('order')).toEqual([]);
    expect(world.sniping?.view().shadows.followed).toBe(1);
  });

  it('is written in monitor mode and when a gate says no, with every gate and its words', async () => {
    const watching = await newWorld({ mode: 'monitor' });
    watching.trigger();
    expect(watching.recordsOf('decision')[0]?.decision).toMatchObject({ action: 'watched', engine: 'pas-trader' });
    const blocked = await newWorld({ maxSpreadBps: 0.01 });
    blocked.trigger();
    const decision = blocked.recordsOf('decision')[0]?.decision;
    expect(decision).toMatchObject({ action: 'blocked' });
    expect(decision?.reason).toMatch(/^spread: /u);
    expect(decision?.gates).toHaveLength(20);
  });

  it('is not written again while nothing changed, nor twice within a second', async () => {
    const world = await newWorld({ mode: 'monitor' });
    world.trigger();
    world.liquidate('LONG', 1_000);
    await world.pass(1_500);
    world.liquidate('LONG', 1_000);
    expect(world.recordsOf('decision')).toHaveLength(1);
    // Twice the threshold, four times: another size is another decision.
    world.liquidate('LONG', 300_000);
    expect(world.recordsOf('decision')).toHaveLength(2);
    const ids = world.recordsOf('decision').map(({ decision }) => decision.decisionId);
    expect(new Set(ids).size).toBe(2);
  });

  it('tells what every arm earned, the real fill in place of its shadow, and the learner hears it', async () => {
    const learnt: string[] = [];
    const chooser = new AbstainingChooser();
    const learn = ({ decisionId }: { decisionId: string }) => void learnt.push(decisionId);
    const world = new SnipingWorld({ createChooser: () => Object.assign(chooser, { learn }) });
    worlds.push(world);
    await world.start();
    await world.startEngine({ shadowHorizonMs: 60_000 });
    world.trigger();
    await world.pass(200);
    world.show(59_510);
    await world.pass(1_000);
    world.show(59_800);
    await world.pass(65_000);
    const [record] = world.recordsOf('decision-outcome');
    expect(record?.outcome.outcomes).toHaveLength(36);
    const real = record?.outcome.outcomes.filter(({ isReal }) => isReal);
    expect(real).toMatchObject([{ armId: 'fade-15-35x25-post', isFilled: true, exit: 'take-profit' }]);
    expect(real?.[0]?.netBps).toBe(world.snipe().netBps);
    expect(learnt).toEqual([record?.outcome.decisionId]);
    const row = world.sniping?.view().arms.find(({ arm }) => arm.armId === 'fade-15-35x25-post');
    expect(row).toMatchObject({ chosen: 1, outcomes: 1, realFills: 1 });
  });
});
