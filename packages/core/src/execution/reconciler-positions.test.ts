import { describe, expect, it } from 'vitest';
import { ACCOUNT, BTC, buildFill, buildPlanned, pass, T0 } from './build-execution.fixture.ts';
import { buildPosition, buildScene, CLOCK_OFFSET_MS } from './reconciler-scene.fixture.ts';

const order = { kind: 'order', order: buildPlanned() } as const;

describe('positions at a reconciliation', () => {
  it('takes over positions from before our records with an opening balance', async () => {
    const scene = buildScene();
    scene.client.positionList = [buildPosition('-0.5')];
    const result = await scene.run();
    expect(result).toMatchObject({ positionsSet: [BTC.id], isEqual: true });
    expect(scene.journal.of('position-set')).toMatchObject([{ qtyBase: '-0.5', px: '50000', why: 'opening-balance' }]);
    expect(scene.journal.of('event')).toMatchObject([{ event: 'position_set', severity: 'WARN' }]);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('reads a differing quantity twice more before it believes it', async () => {
    const scene = buildScene();
    await scene.run();
    scene.client.positionList = [buildPosition('1')];
    const result = scene.reconciler.reconcile(ACCOUNT, 'asked');
    await pass(scene.clock, 900, 100);
    expect(scene.conditions.list()).toEqual([]);
    await pass(scene.clock, 500, 100);
    expect(scene.conditions.list()).toMatchObject([{ kind: 'divergence', instrumentId: BTC.id }]);
    await pass(scene.clock, 2_000, 100);
    await result;
    expect(scene.journal.of('position-set')).toMatchObject([{ qtyBase: '1', why: 'venue-truth' }]);
    expect(scene.conditions.list()).toEqual([]);
  });

  it('lets a fill that comes during the re-reading explain the difference', async () => {
    const scene = buildScene();
    await scene.run();
    scene.client.positionList = [buildPosition('1')];
    const result = scene.reconciler.reconcile(ACCOUNT, 'asked');
    await pass(scene.clock, 500, 100);
    scene.client.fillList = [buildFill({ venueMs: T0 + 100 })];
    await pass(scene.clock, 4_000, 100);
    expect(await result).toMatchObject({ positionsSet: [], missingFills: 1, isEqual: true });
    expect(scene.journal.of('position-set')).toEqual([]);
  });

  it('books a position that the venue no longer lists at the mark price', async () => {
    const scene = buildScene();
    await scene.run();
    scene.deps.facts.append([{ kind: 'fill', account: ACCOUNT, fill: buildFill() }]);
    await scene.run();
    expect(scene.journal.of('position-set')).toMatchObject([{ qtyBase: '0', px: '51000', why: 'venue-truth' }]);
  });

  it("says up to when the quantity counts by the venue's clock", async () => {
    const scene = buildScene();
    scene.client.positionList = [buildPosition('1', { updatedMs: T0 - 5_000 })];
    await scene.run();
    expect(scene.journal.of('position-set')).toMatchObject([{ qtyBase: '1', asOfMs: T0 - 5_000 }]);
    scene.client.positionList = [];
    const before = scene.clock.nowMs();
    await scene.run();
    const [, flat] = scene.journal.of('position-set');
    expect(flat).toMatchObject({ qtyBase: '0' });
    expect((flat as { readonly asOfMs?: number }).asOfMs).toBeGreaterThanOrEqual(before + CLOCK_OFFSET_MS);
    expect((flat as { readonly asOfMs?: number }).asOfMs).toBeLessThanOrEqual(scene.clock.nowMs() + CLOCK_OFFSET_MS);
  });

  it('leaves a difference to the resolver while an order of unknown outcome may explain it', async () => {
    const scene = buildScene();
    await scene.run();
    scene.deps.facts.append([order]);
    scene.client.positionList = [buildPosition('1')];
    expect(await scene.run()).toMatchObject({ positionsSet: [], isEqual: false });
    expect(scene.conditions.list()).toMatchObject([{ kind: 'divergence' }]);
    scene.client.fillList = [buildFill({ venueMs: T0 + 1 })];
    expect(await scene.run()).toMatchObject({ isEqual: true });
    expect(scene.conditions.list()).toEqual([]);
  });
});
