import { rmSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { booksAt, type BooksQuestion, type MomentBooks } from './books-at-moment.ts';
import { MarketWorld, T0, viewOf } from './market/market-world.fixture.ts';
import { readMarket } from './market/read-market.ts';

let world: MarketWorld;

beforeEach(() => {
  world = new MarketWorld();
});

afterEach(async () => {
  await world.recorder.close();
  rmSync(world.folder, { recursive: true, force: true });
});

/** Records seconds of a market up to the present time of its clock. */
function record(seconds: number): void {
  for (let beat = 0; beat < seconds * 10; beat += 1) world.beat([viewOf(0, { bidPx: 1, bookMs: world.clock.nowMs() })]);
}

/** The books at a time, asked for an hour later unless it is said when. */
function at(atMs: number, over: Partial<BooksQuestion> = {}): MomentBooks {
  const question = { atMs, seq: null, nowMs: atMs + 3_600_000, isEngineUp: true, ...over };
  return booksAt(readMarket(world.folder, atMs), question);
}

const why = ({ books, unknown }: MomentBooks): unknown => [books, unknown[0]?.reason ?? null];

describe('the books at a moment', () => {
  it('are unknown from a second after the engine went down, not live as it left them', async () => {
    record(5);
    await world.recorder.close();
    expect(at(T0 + 5_900).books).toMatchObject([{ isLive: true }]);
    const reason = 'the record of the market breaks off 2 s before the moment: nothing was recorded then';
    expect(why(at(T0 + 6_600))).toEqual([null, reason]);
    const asked = { nowMs: T0 + 6_700 };
    expect(why(at(T0 + 6_600, { ...asked, isEngineUp: false }))).toEqual([null, reason]);
  });

  it('are those of a moment ago while the engine is up and writes them', async () => {
    record(5);
    await world.recorder.close();
    expect(at(T0 + 6_600, { nowMs: T0 + 6_700 }).books).toMatchObject([{ isLive: true }]);
    expect(at(T0 + 6_600, { nowMs: T0 + 7_600 }).books).toBeNull();
  });

  it('are unknown in a gap that the engine came back from, however soon it is asked', async () => {
    record(5);
    world.clock.advance(2_000);
    world.recorder.begin([]);
    record(1);
    await world.recorder.close();
    expect(at(T0 + 6_600, { nowMs: T0 + 7_200 }).books).toBeNull();
  });

  it('are told apart: never recorded, recorded later, damaged', async () => {
    expect(why(at(T0))).toEqual([null, 'the market is not recorded, or all of its record was taken away']);
    record(5);
    await world.recorder.close();
    expect(why(at(T0 - 1))).toEqual([null, expect.stringContaining('was not recorded')]);
    const [name = ''] = readdirSync(world.folder);
    const path = join(world.folder, name);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(path, bytes);
    const broken = `the record of the market breaks off 5 s before the moment: ${name} is torn or damaged there`;
    expect(why(at(T0 + 9_000))).toEqual([null, broken]);
    bytes.writeUInt8(0, 0);
    writeFileSync(path, bytes);
    expect(why(at(T0 + 4_000))).toEqual([null, `the market of then can not be read: ${name} is torn or damaged`]);
  });

  it('say where levels of a record were not copied because too many were asked for at once', async () => {
    record(1);
    world.recorder.takeDepths([], { seq: 70, lastSeq: 75, count: 4 });
    record(1);
    await world.recorder.close();
    const reason = 'the levels of 4 books were not copied at records 70 to 75: too many at once';
    expect(at(T0 + 1_000, { seq: 72 }).unknown).toEqual([{ part: 'depth', reason }]);
    expect(at(T0 + 1_000, { seq: 76 }).unknown).toEqual([]);
    expect(at(T0 + 1_000).unknown).toEqual([]);
  });
});
