import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fc } from '@fast-check/vitest';
import { afterEach, describe, expect, it } from 'vitest';
import { BOOK_RESET_REASONS } from '@riptide/core/domain';
import type { InstrumentView } from '@riptide/core/engine';
import { batchOf, MarketWorld, PERPS, T0, viewOf } from './market-world.fixture.ts';
import { readMarket } from './read-market.ts';

const worlds: MarketWorld[] = [];

function worldOf(...given: ConstructorParameters<typeof MarketWorld>): MarketWorld {
  const world = new MarketWorld(...given);
  worlds.push(world);
  return world;
}

afterEach(async () => {
  for (const world of worlds.splice(0)) {
    await world.recorder.close();
    rmSync(world.folder, { recursive: true, force: true });
  }
});

function bidAt(world: MarketWorld, atMs: number, ix = 0): number | undefined {
  return readMarket(world.folder, atMs).market?.rows.find((row) => row.ix === ix)?.values.bidPx;
}

const tenths = fc.integer({ min: 1, max: 2_000_000 }).map((ticks) => ticks / 10);
const maybe = (value: fc.Arbitrary<number>): fc.Arbitrary<number> =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
const views: fc.Arbitrary<InstrumentView> = fc
  .record({
    ix: fc.integer({ min: 0, max: PERPS.length - 1 }),
    bidPx: maybe(tenths),
    askPx: maybe(tenths),
    bidQtyBase: maybe(
      fc.oneof(
        fc.integer({ min: 0, max: 1e9 }).map((steps) => steps / 1e3),
        fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
      ),
    ),
    markPx: maybe(tenths),
    fundingRateFrac: maybe(fc.integer({ min: -4_000, max: 4_000 }).map((units) => units / 1e6)),
    nextFundingMs: maybe(fc.constantFrom(T0 + 3_600_000, T0 + 7_200_000)),
    bookMs: maybe(fc.integer({ min: T0 - 5_000, max: T0 })),
    bookResetReason: fc.constantFrom(null, ...BOOK_RESET_REASONS),
  })
  .map(({ ix, ...rest }) => viewOf(ix, rest));

describe('the record of the market', () => {
  it('gives back at any time what the batches up to it had told', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(views, { maxLength: 3 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 59 }),
        async (batches, cut) => {
          const world = worldOf();
          for (const batch of batches) world.beat(batch);
          await world.recorder.close();
          const upTo = Math.min(cut, batches.length - 1);
          const expected = new Map<number, InstrumentView>();
          for (const view of batches.slice(0, upTo + 1).flat()) expected.set(view.ix, view);
          const found = readMarket(world.folder, T0 + 100 * (upTo + 1)).market;
          expect(found?.rows.map(({ ix }) => ix)).toEqual([...expected.keys()].toSorted((a, b) => a - b));
          for (const { ix, values } of found?.rows ?? []) {
            const { bookResetReason: reason, ...view } = expected.get(ix) as InstrumentView;
            for (const field of ['bidPx', 'askPx', 'bidQtyBase', 'fundingRateFrac', 'nextFundingMs'] as const) {
              if (Number.isNaN(view[field])) expect(values[field]).toBeNaN();
              else expect(Math.abs(values[field] - view[field])).toBeLessThanOrEqual(Math.abs(view[field]) * 2e-9);
            }
            expect(Object.is(values.markPx, view.markPx) || Math.abs(values.markPx - view.markPx) <= 0.0005).toBe(true);
            expect(values.bookState).toBe(reason === null ? 0 : 1 + BOOK_RESET_REASONS.indexOf(reason));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('reads a minute in the middle of hours without the blocks before it', async () => {
    const world = worldOf();
    for (let second = 0; second < 400; second += 1) {
      world.clock.advance(900);
      world.beat([viewOf(0, { bidPx: 1_000 + second, bookMs: world.clock.nowMs() - 7 })]);
    }
    await world.recorder.close();
    for (const second of [0, 59, 60, 61, 333, 399])
      expect(bidAt(world, T0 + (second + 1) * 1_000)).toBe(1_000 + second);
    const row = readMarket(world.folder, T0 + 100_500).market?.rows[0];
    expect([row?.atMs, row?.bookMs]).toEqual([T0 + 100_000, T0 + 99_893]);
  });

  it('knows nothing before it began', async () => {
    const world = worldOf();
    world.beat([viewOf(0, { bidPx: 1 })]);
    await world.recorder.close();
    expect(readMarket(world.folder, T0)).toEqual({ market: null, sinceMs: T0 + 100, damaged: null });
    const nowhere = { market: null, sinceMs: null, damaged: null };
    expect(readMarket(join(world.folder, 'nowhere'), T0)).toEqual(nowhere);
  });

  it('tells up to when it reaches where it breaks off', async () => {
    const world = worldOf();
    for (let beat = 0; beat < 20; beat += 1) world.beat();
    await world.recorder.close();
    expect(readMarket(world.folder, T0 + 3_600_000).market?.recordedMs).toBe(T0 + 2_000);
  });

  it('ends at the block that a crash has torn, wherever in it', async () => {
    const world = worldOf();
    for (let beat = 0; beat < 45; beat += 1) world.beat([viewOf(0, { bidPx: beat + 1 })]);
    await world.recorder.close();
    const [name = ''] = readdirSync(world.folder);
    const path = join(world.folder, name);
    const whole = readFileSync(path);
    const seen = new Set<number | undefined>();
    for (let length = whole.length - 1; length >= 0; length -= 1) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      seen.add(bidAt(world, T0 + 10_000));
    }
    // The last prices of whole blocks of eleven beats, and nothing at all.
    expect([...seen]).toEqual([44, 33, 22, 11, undefined]);
  });

  it('takes no damaged block for a whole one', async () => {
    const world = worldOf();
    for (let beat = 0; beat < 25; beat += 1) world.beat([viewOf(0, { bidPx: beat + 1 })]);
    await world.recorder.close();
    const path = join(world.folder, readdirSync(world.folder)[0] ?? '');
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 255, bytes.length - 3);
    writeFileSync(path, bytes);
    expect(bidAt(world, T0 + 10_000)).toBe(22);
  });

  /** Turns one byte of a file over. */
  function damage(path: string, place: number): void {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(place) ^ 255, place);
    writeFileSync(path, bytes);
  }

  it('names the file that is damaged where the record ends early, wherever the damage is', async () => {
    const world = worldOf();
    for (let beat = 0; beat < 45; beat += 1) world.beat([viewOf(0, { bidPx: beat + 1 })]);
    await world.recorder.close();
    const [name = ''] = readdirSync(world.folder);
    const path = join(world.folder, name);
    const whole = readFileSync(path);
    expect(readMarket(world.folder, T0 + 4_500)).toMatchObject({ damaged: null, market: { recordedMs: T0 + 4_500 } });
    for (let place = 0; place < whole.length; place += 1) {
      writeFileSync(path, whole);
      damage(path, place);
      const { market, damaged, sinceMs } = readMarket(world.folder, T0 + 4_500);
      // The time in the first head decides which file is read; what it says then is told by its sum when it is read.
      if (sinceMs !== null && sinceMs !== T0 + 100) continue;
      expect([place, damaged]).toEqual([place, name]);
      expect(market?.recordedMs ?? 0).toBeLessThan(T0 + 4_500);
    }
  });

  it('tells a damaged beginning from one that is only short', async () => {
    const world = worldOf();
    world.beat([viewOf(0, { bidPx: 1 })]);
    world.recorder.begin(PERPS);
    world.beat([viewOf(0, { bidPx: 2 })]);
    await world.recorder.close();
    const [, second = ''] = readdirSync(world.folder);
    const whole = readFileSync(join(world.folder, second));
    truncateSync(join(world.folder, second), 9);
    expect(readMarket(world.folder, T0 + 200).damaged).toBeNull();
    writeFileSync(join(world.folder, second), whole);
    damage(join(world.folder, second), 3);
    expect(readMarket(world.folder, T0 + 200).damaged).toBe(second);
    expect(readMarket(world.folder, T0 + 100).market?.recordedMs).toBe(T0 + 100);
  });

  it('begins a segment where the clock goes back, and the later time counts', async () => {
    const world = worldOf();
    world.beat([viewOf(0, { bidPx: 1 })]);
    world.clock.advance(60_000);
    world.beat([viewOf(0, { bidPx: 2 })]);
    world.recorder.take(batchOf(T0 + 30_000, [viewOf(0, { bidPx: 3 })]));
    await world.recorder.close();
    expect(readdirSync(world.folder)).toHaveLength(2);
    expect(bidAt(world, T0 + 100)).toBe(1);
    expect(bidAt(world, T0 + 40_000)).toBe(3);
  });

  it('goes on with the instruments of a fresh hot thread', async () => {
    const world = worldOf();
    world.beat([viewOf(0, { bidPx: 1 })]);
    world.recorder.begin(PERPS.slice(1));
    world.beat([viewOf(0, { bidPx: 2 })]);
    await world.recorder.close();
    const found = readMarket(world.folder, T0 + 300).market;
    expect([found?.instruments[0]?.id, found?.rows[0]?.values.bidPx]).toEqual([PERPS[1]?.id, 2]);
  });

  it('keeps the levels of a book with the records they were copied at, though they come later', async () => {
    const world = worldOf();
    world.beat([viewOf(0, { bidPx: 1 })]);
    const capture = { seq: 7, lastSeq: 9, atMs: T0 + 100, ix: 0 };
    const loss = { seq: 10, lastSeq: 12, count: 3 };
    world.clock.advance(90);
    world.recorder.takeDepths(
      [{ ...capture, bids: Float64Array.of(1, 5, 0.9, 6), asks: Float64Array.of(1.1, 4) }],
      loss,
    );
    for (let beat = 0; beat < 30; beat += 1) world.beat([viewOf(0, { bidPx: 2 + beat })]);
    await world.recorder.close();
    const found = readMarket(world.folder, T0 + 100).market;
    expect(found?.depths).toEqual([{ ...capture, bids: [1, 5, 0.9, 6], asks: [1.1, 4] }]);
    expect(found?.losses).toEqual([loss]);
    expect(world.recorder.figures.depthsLost).toBe(3);
    expect(found?.rows[0]?.values.bidPx).toBe(1);
  });
});

describe('the room it takes', () => {
  it('stays under its bytes: the oldest segment goes first, and the newest stays', async () => {
    const bytesMax = 64_000;
    const world = worldOf({ bytesMax });
    for (let beat = 0; beat < 6_000; beat += 1) {
      if (beat % 100 === 0) await world.recorder.settled();
      world.beat(
        PERPS.map((_, ix) => viewOf(ix, { bidPx: (beat * 7_919 + ix) % 65_537, bidQtyBase: (beat * 31) % 977 })),
      );
    }
    await world.recorder.close();
    const bytes = readdirSync(world.folder).reduce(
      (sum, name) => sum + readFileSync(join(world.folder, name)).length,
      0,
    );
    expect(bytes).toBeLessThanOrEqual(bytesMax);
    expect(world.recorder.figures.deleted).toBeGreaterThan(3);
    expect(bidAt(world, T0 + 600_000)).toBe((5_999 * 7_919) % 65_537);
    expect(readMarket(world.folder, T0 + 1_000)).toMatchObject({ market: null, damaged: null });
    expect(readMarket(world.folder, T0 + 1_000).sinceMs).toBeGreaterThan(T0 + 1_000);
  });

  it('lets no segment stay longer than its hours', async () => {
    const world = worldOf({ keepMs: 3_600_000 });
    world.beat([viewOf(0, { bidPx: 1 })]);
    await world.recorder.settled();
    const [first = ''] = readdirSync(world.folder);
    world.clock.advance(2 * 3_600_000);
    world.beat([viewOf(0, { bidPx: 2 })]);
    world.clock.advance(1_000);
    world.beat();
    await world.recorder.close();
    expect(readdirSync(world.folder)).not.toContain(first);
  });
});

describe('a disk that refuses', () => {
  it('stops the record, says why, and begins anew after a minute', async () => {
    let isFull = false;
    const world = worldOf({
      openFile: async (path) => {
        const file = await open(path, 'wx');
        return {
          close: () => file.close(),
          write: ((bytes: Buffer, at: number, length: number) =>
            isFull
              ? Promise.reject(new Error('ENOSPC: no space left'))
              : file.write(bytes, at, length)) as typeof file.write,
        };
      },
    });
    for (let beat = 0; beat < 15; beat += 1) world.beat([viewOf(0, { bidPx: 1 })]);
    await world.recorder.settled();
    expect(world.recorder.figures.reason).toBeNull();
    isFull = true;
    for (let beat = 0; beat < 30; beat += 1) world.beat([viewOf(0, { bidPx: 2 })]);
    await world.recorder.settled();
    expect(world.recorder.figures).toMatchObject({ reason: 'ENOSPC: no space left', failures: 1 });
    world.beat([viewOf(0, { bidPx: 3 })]);
    isFull = false;
    world.clock.advance(60_000);
    for (let beat = 0; beat < 15; beat += 1) world.beat([viewOf(0, { bidPx: 4 })]);
    await world.recorder.close();
    expect(world.recorder.figures.reason).toBeNull();
    expect(bidAt(world, T0 + 1_100)).toBe(1);
    expect(bidAt(world, world.clock.nowMs())).toBe(4);
    expect(readMarket(world.folder, T0 + 30_000).market?.recordedMs).toBeLessThan(T0 + 5_000);
  });

  it('keeps away from the last room, which the journal needs', async () => {
    const world = worldOf({ freeBytes: () => 100 << 20 });
    for (let beat = 0; beat < 15; beat += 1) world.beat([viewOf(0, { bidPx: 1 })]);
    await world.recorder.settled();
    expect(world.recorder.figures.reason).toBe('only 100 MiB are free on the disk');
    expect(readdirSync(world.folder)).toEqual([]);
  });
});
