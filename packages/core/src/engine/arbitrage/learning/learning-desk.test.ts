import { describe, expect, it } from 'vitest';
import { ArbLearner } from '../../../strategies/arbitrage/learning/arb-learner.ts';
import { BUY_AT, LearningWorld, SELL_AT } from './learning-world.fixture.ts';

/** 0.1 % of the size either way is within rounding of the figures by hand. */
const CLOSE = 2;

describe('own trades', () => {
  it('become one sample a second after the last fill, with what each leg got', () => {
    const world = new LearningWorld();
    world.trade();
    world.order('buy');
    world.order('sell');
    world.pass(80);
    world.show(BUY_AT, 60_006);
    world.fill('buy', '60012');
    world.pass(40);
    world.fill('sell', '60094');
    world.trade({ state: 'hedged' });
    expect(world.samples).toEqual([]);
    world.show(BUY_AT, 60_003);
    world.pass(1_300);
    expect(world.samples).toHaveLength(1);
    const [sample] = world.samples;
    expect(sample).toMatchObject({
      isShadow: false,
      arbId: 'a00000000001',
      sequencing: 'parallel',
      predictedBps: 5.65,
    });
    const [buy, sell] = sample?.legs ?? [];
    expect(buy).toMatchObject({ venue: 'BINANCE', side: 'BUY', filledFrac: 1, latencyMs: 80 });
    expect(sell).toMatchObject({ venue: 'OKX', side: 'SELL', filledFrac: 1, latencyMs: 120, latencyCostBps: 0 });
    // Bought 12 over 60000; its mid went up by 6, then down by 3. Sold 6 under 60100.
    expect(buy?.slippageBps).toBeCloseTo(2, CLOSE);
    expect(buy?.latencyCostBps).toBeCloseTo(1, CLOSE);
    expect(buy?.adverseBps).toBeCloseTo(0.5, CLOSE);
    expect(sell?.slippageBps).toBeCloseTo(0.998, CLOSE);
    // 82 on 60053 is 13.654 bps, less 5 bps on each side.
    expect(sample?.realisedBps).toBeCloseTo(3.654, CLOSE);
    world.pass(5_000);
    expect(world.samples).toHaveLength(1);
  });

  it('teach exactly once, also where the process died before the sample was written', () => {
    const world = new LearningWorld();
    world.trade();
    for (const leg of ['buy', 'sell'] as const) world.order(leg);
    world.fill('buy', '60012');
    world.fill('sell', '60094');
    world.desk.stop();
    world.trade({ state: 'hedged', hedgedMs: world.clock.nowMs() });
    world.trade({ state: 'certified', hedgedMs: world.clock.nowMs() });
    world.isJournalFull = true;
    world.pass(1_500);
    expect(world.state.learner.figures().realSamples).toBe(0);
    world.isJournalFull = false;
    world.pass(1_500);
    expect(world.samples).toHaveLength(1);
    expect(world.samples[0]).toMatchObject({ arbId: 'a00000000001', legs: [{ filledFrac: 1 }, { filledFrac: 1 }] });
    expect(world.samples[0]?.legs[0].slippageBps).toBeCloseTo(2, CLOSE);
    expect(world.samples[0]?.realisedBps).toBeCloseTo(3.654, CLOSE);
    world.pass(5_000);
    world.tell({ kind: 'arb-sample', sample: world.samples[0]! });
    world.tell({ kind: 'arb-learner', change: 'reset', by: 'ann' });
    world.pass(5_000);
    expect(world.samples).toHaveLength(2);
    expect(world.state.learner.figures().realSamples).toBe(0);
    expect(new ArbLearner(JSON.parse(JSON.stringify(world.state.learner.snapshot()))).hasTaught('a00000000001')).toBe(
      true,
    );
  });

  it('of a time without learning teach nothing later', () => {
    const world = new LearningWorld();
    world.set({ isLearning: false });
    world.trade();
    world.trade({ state: 'certified' });
    world.pass(2_000);
    world.set({ isLearning: true });
    world.pass(2_000);
    expect(world.samples).toEqual([]);
  });

  it('that are repaired are judged by their first orders, and by what the repairs cost', () => {
    const world = new LearningWorld();
    world.trade();
    world.order('buy');
    world.order('sell');
    world.fill('buy', '60000');
    world.fill('sell', '60100', '0.004');
    world.trade({ state: 'imbalanced' });
    world.pass(2_000);
    expect(world.samples).toEqual([]);
    // The larger leg is trimmed to 0.004 at a loss of 10 a coin: 0.06 on 240.2, and two fees more.
    world.tell({
      kind: 'fill',
      account: 'BINANCE:paper',
      fill: {
        instrumentId: 'BTCUSDT.PERP.BINANCE' as never,
        fillId: 'trim',
        venueOrderId: '9',
        clientOrderId: 'Pa00000000001bx0100',
        side: 'SELL',
        px: '59990',
        qtyBase: '0.006',
        fee: '0',
        feeAsset: 'USDT',
        liquidity: 'taker',
        cause: 'order',
        venueMs: world.clock.nowMs(),
      },
    });
    world.trade({ state: 'hedged' });
    world.pass(200);
    const [sample] = world.samples;
    expect(sample?.legs.map(({ filledFrac }) => filledFrac)).toEqual([1, 0.4]);
    expect(world.state.learner.figures().estimates[0]?.fillProbability).toBeLessThan(0.8);
    // 100 on 60050 is 16.653 bps; the trim cost 2.498 bps of what is held; fees were 0.3 and 0.1202.
    expect(sample?.realisedBps).toBeCloseTo(16.653 - 2.498 - 17.494, 1);
  });

  it('that end without a pair have no result, and an order that was never sent is told as such', () => {
    const world = new LearningWorld();
    world.trade({ sequencing: 'thin-first' });
    world.order('buy');
    world.end('buy', 'expired');
    world.trade({ sequencing: 'thin-first', state: 'aborted' });
    world.pass(200);
    expect(world.samples).toHaveLength(1);
    expect(world.samples[0]).toMatchObject({ realisedBps: null });
    expect(world.samples[0]?.legs).toMatchObject([
      { filledFrac: 0, slippageBps: null, latencyMs: 0 },
      { filledFrac: null, slippageBps: null, latencyMs: null },
    ]);
  });

  it('that wait for an answer are not judged before it came', () => {
    const world = new LearningWorld();
    world.trade();
    world.order('buy');
    world.order('sell');
    world.fill('buy', '60000');
    world.trade({ state: 'unknown' });
    world.pass(9_000);
    expect(world.samples).toEqual([]);
    world.fill('sell', '60100');
    world.trade({ state: 'hedged' });
    world.pass(1_200);
    expect(world.samples[0]?.legs.map(({ latencyMs }) => latencyMs)).toEqual([0, 9_000]);
  });

  it('that were begun before a restart make no sample: nobody saw their market', () => {
    const world = new LearningWorld();
    world.pass(10_000);
    world.trade({ state: 'imbalanced' });
    world.trade({ state: 'hedged' });
    world.pass(2_000);
    expect(world.samples).toEqual([]);
  });

  it('carry what was learned before them', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(150_000);
    const startedMs = world.clock.nowMs();
    world.trade({ startedMs });
    world.trade({ startedMs, state: 'aborted' });
    world.pass(100);
    const own = world.samples.find(({ isShadow }) => !isShadow);
    expect(own?.learnedBps).toBeGreaterThan(5.65);
    expect(own?.learnedBps).toBeLessThanOrEqual(6.65);
  });
});

describe('shadows', () => {
  it('take what the book shows when an order would have come, and look again a second later', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(100);
    world.pass(50);
    world.show(BUY_AT, 60_006);
    world.pass(60);
    world.show(BUY_AT, 60_009);
    world.show(SELL_AT, 60_103);
    world.pass(1_200);
    expect(world.samples).toHaveLength(1);
    const [sample] = world.samples;
    expect(sample).toMatchObject({ isShadow: true, arbId: null, notionalUsd: 600, learnedBps: null });
    const [buy, sell] = sample?.legs ?? [];
    expect(buy).toMatchObject({ filledFrac: 1, latencyMs: 100 });
    expect(buy?.slippageBps).toBeCloseTo(1, CLOSE);
    expect(buy?.latencyCostBps).toBeCloseTo(1, CLOSE);
    expect(buy?.adverseBps).toBeCloseTo(-0.5, CLOSE);
    expect(sell?.slippageBps).toBeCloseTo(0, CLOSE);
    expect(sell?.adverseBps).toBeCloseTo(0.499, CLOSE);
    // The reserve of 1 bps was not needed for more than what the buy lost.
    expect(sample?.realisedBps).toBeCloseTo((sample?.predictedBps ?? 0) + 1 - 1, CLOSE);
  });

  it('get nothing beyond the limit, and a part of a thin book', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(100);
    world.show(BUY_AT, 60_040);
    world.show(SELL_AT, 60_100, 0.001);
    world.pass(1_300);
    const [buy, sell] = world.samples[0]?.legs ?? [];
    expect(buy).toMatchObject({ filledFrac: 0, slippageBps: null });
    expect(sell?.filledFrac).toBeCloseTo(0.5, 9);
    expect(world.samples[0]?.realisedBps).toBeNull();
  });

  it('end without a sample when a book is lost or becomes old', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(100);
    world.store.onBookReset(BUY_AT, 'sequence-gap', world.clock.nowMs());
    world.pass(1_500);
    expect(world.samples).toEqual([]);
    const old = new LearningWorld();
    old.clock.advance(600);
    old.list();
    old.clock.advance(4_000);
    expect(old.samples).toEqual([]);
  });

  it('are at most one per pair in 30 s, and none of a blocked pair or of one that is traded', () => {
    const world = new LearningWorld();
    world.list('evaluation_only');
    world.pass(59_000);
    expect(world.samples).toHaveLength(2);
    world.list('blocked');
    world.pass(60_000);
    expect(world.samples).toHaveLength(2);
    world.list();
    world.trade({ state: 'sent' });
    world.pass(60_000);
    expect(world.samples).toHaveLength(2);
  });

  it('begin no more than twice a second over all pairs', () => {
    const world = new LearningWorld();
    world.list();
    const [row] = world.rows;
    if (row === undefined) throw new Error('no row');
    world.rows = Array.from({ length: 40 }, (_, nth) => ({
      ...row,
      pair: { ...row.pair, id: `${row.pair.id}${nth}` },
    }));
    world.pass(5_000);
    expect(world.samples.length).toBeLessThanOrEqual(10);
    expect(world.samples.length).toBeGreaterThanOrEqual(6);
  });
});

describe('LearningDesk', () => {
  it('runs while the setting is on and the scanner runs', () => {
    const world = new LearningWorld();
    expect(world.desk.view().isRunning).toBe(true);
    world.scanner.isScanning = false;
    expect(world.desk.view().isRunning).toBe(false);
    world.scanner.isScanning = true;
    world.set({ isLearning: false });
    expect(world.desk.view().isRunning).toBe(false);
  });

  it('watches and tells nothing while learning is off', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(200_000);
    const [row] = world.rows;
    if (row === undefined) throw new Error('no row');
    expect(world.desk.learned(row.pair, 600)).not.toBeNull();
    const before = world.samples.length;
    const startedMs = world.clock.nowMs();
    world.set({ isLearning: false });
    expect(world.desk.learned(row.pair, 600)).toBeNull();
    world.trade({ startedMs });
    world.trade({ startedMs, state: 'aborted' });
    world.pass(100_000);
    expect(world.samples).toHaveLength(before);
  });

  it('watches no shadows while frozen, and forgets at a reset', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(62_000);
    expect(world.desk.change({ change: 'freeze', by: 'ann' })).toMatchObject({ ok: true, value: { isFrozen: true } });
    const before = world.samples.length;
    world.pass(62_000);
    expect(world.samples).toHaveLength(before);
    expect(world.desk.change({ change: 'reset', by: 'ann' })).toMatchObject({ ok: true, value: { samples: 0 } });
    world.isJournalFull = true;
    expect(world.desk.change({ change: 'unfreeze', by: 'ann' })).toMatchObject({ ok: false });
    expect(world.desk.view().isFrozen).toBe(true);
  });

  it('shows a pair with what was learned of it', () => {
    const world = new LearningWorld();
    world.list();
    world.pass(62_000);
    const view = world.desk.view();
    expect(view.samples).toBe(3);
    expect(view.estimates[0]).toMatchObject({
      buyVenue: 'BINANCE',
      sellMarket: 'perp',
      sizeUpToUsd: 1_000,
      samples: 3,
    });
    expect(JSON.parse(JSON.stringify(view))).toEqual(view);
  });

  it('counts samples that could not be written', () => {
    const world = new LearningWorld();
    world.list();
    world.isJournalFull = true;
    world.pass(3_000);
    expect(world.desk.unwritten).toBe(1);
  });
});
