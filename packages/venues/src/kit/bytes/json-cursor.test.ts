import { fc, it as prop } from '@fast-check/vitest';
import { DepthMessage } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { FAR_TICKS, JsonCursor } from './json-cursor.ts';
import { END_OF_OBJECT, keyCode } from './key-code.ts';

function cursorOn(text: string, padding = '77777'): JsonCursor {
  const bytes = Buffer.from(padding + text + padding, 'latin1');
  const cursor = new JsonCursor();
  cursor.reset(bytes, padding.length, padding.length + Buffer.byteLength(text, 'latin1'));
  return cursor;
}

/** Walks any JSON text with the cursor alone. */
function walk(cursor: JsonCursor, keys: Map<number, string>, value: unknown): unknown {
  if (value === null) return cursor.takeNull() ? null : 'not null';
  if (typeof value === 'boolean') return cursor.readBoolean();
  if (typeof value === 'number') return cursor.readDecimal();
  if (typeof value === 'string') return cursor.readString() ? cursor.text() : 'not a string';
  if (Array.isArray(value)) {
    const read: unknown[] = [];
    cursor.enterArray();
    for (const item of value) {
      cursor.nextElement();
      read.push(walk(cursor, keys, item));
    }
    if (cursor.nextElement()) read.push('too many');
    return read;
  }
  const read: Record<string, unknown> = {};
  cursor.enterObject();
  for (;;) {
    const key = cursor.nextKey();
    if (key === END_OF_OBJECT) return read;
    const name = keys.get(key) ?? '?';
    read[name] = walk(cursor, keys, (value as Record<string, unknown>)[name]);
  }
}

const KEYS = ['a', 'b', 'U', 'u', 'ts', 'px', 'data', 'topic'];
const tree = fc.object({
  key: fc.constantFrom(...KEYS),
  maxDepth: 3,
  values: [
    fc.integer({ min: -1e9, max: 1e9 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (Object.is(x, -0) ? 0 : x)),
    fc.boolean(),
    fc.constant(null),
    fc.stringMatching(/^[A-Za-z0-9._:-]{0,12}$/),
  ],
});

describe('JsonCursor', () => {
  const codes = new Map(KEYS.map((name) => [keyCode(name), name]));

  prop.prop([tree, fc.constantFrom(undefined, 1, 2)])(
    'reads every JSON text as JSON.parse does, with any white space',
    (value, indent) => {
      const frame = { data: value, ts: 1 };
      const cursor = cursorOn(JSON.stringify(frame, null, indent));
      expect(walk(cursor, codes, frame)).toEqual(JSON.parse(JSON.stringify(frame)));
      expect(cursor.isSound).toBe(true);
    },
  );

  prop.prop([tree, fc.nat()])('fails on every truncation of an object instead of reading on', (value, at) => {
    const text = JSON.stringify({ a: value, ts: 'end' });
    const cut = at % text.length;
    const cursor = cursorOn(text.slice(0, cut), '');
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (cursor.failed) break;
      cursor.skipValue();
    }
    expect(cursor.isSound).toBe(false);
  });

  prop.prop([fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.nat({ max: 12 })])(
    'reads decimals as the same double as Number(text)',
    (digits, scale) => {
      const all = digits.toString().padStart(scale + 1, '0');
      const text = scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`;
      expect(cursorOn(`"${text}"`).readDecimal()).toBe(Number(text));
      expect(cursorOn(`${text},`).readDecimal()).toBe(Number(text));
    },
  );

  it.each([
    ['"0.10000000"', 1, 1, false],
    ['"12000.00"', 2, 1_200_000, false],
    ['91482.3', 1, 914_823, false],
    ['"7"', 3, 7000, false],
    ['"0.125"', 2, 12, true],
    ['"0"', 4, 0, false],
  ])('reads the price %s at %i decimals as ticks', (text, decimals, ticks, isOffTick) => {
    const cursor = cursorOn(`${text}]`);
    expect(cursor.readTicks(decimals)).toBe(ticks);
    expect(cursor.offTick).toBe(isOffTick);
    expect(cursor.failed).toBe(false);
  });

  it('fails on a price beyond int32 instead of wrapping', () => {
    const cursor = cursorOn('"99999999.99"');
    cursor.readTicks(2);
    expect(cursor.failed).toBe(true);
  });

  it.each([
    ['"99999999.99"', false],
    ['"21474836.48"', false],
    ['"1e9"', true],
  ])('tells the price %s beyond int32 from one that is no price', (text, isFailed) => {
    const cursor = cursorOn(text);
    const ticks = cursor.readLevelTicks(2);
    expect(cursor.failed).toBe(isFailed);
    if (!isFailed) expect(ticks).toBe(FAR_TICKS);
  });

  it('leaves asks beyond int32 out of the levels and counts them, whatever digits they have', () => {
    const depth = new DepthMessage();
    const cursor = cursorOn('[["91482.3","0.5"],["999999999.999","1"],["91482.4","7"],["999999999","0"]]');
    cursor.readLevels(depth, false, 1);
    expect(cursor.isSound).toBe(true);
    expect([...depth.askTicks.subarray(0, depth.askCount)]).toEqual([914_823, 914_824]);
    expect([depth.farAskCount, cursor.offTick]).toEqual([2, false]);
  });

  it('fails on a bid beyond int32: it would be the best', () => {
    const cursor = cursorOn('[["999999999","1"]]');
    cursor.readLevels(new DepthMessage(), true, 1);
    expect(cursor.isSound).toBe(false);
  });

  it.each(['"abc"', '{}', '[1]', 'true', '""', '"."', '".5"'])('fails on %s where a price should stand', (text) => {
    const cursor = cursorOn(text);
    cursor.readTicks(2);
    expect(cursor.failed).toBe(true);
  });

  it('reads an empty quoted decimal as unknown without failing', () => {
    const cursor = cursorOn('""');
    expect(cursor.readDecimal()).toBeNaN();
    expect(cursor.failed).toBe(false);
  });

  it('reads levels of strings, bare numbers and extra elements alike', () => {
    const depth = new DepthMessage();
    const cursor = cursorOn('[["91482.3","0.5","0","4"],[91482.2,7],["91482.1","1e-7"]]');
    cursor.readLevels(depth, true, 1);
    expect(cursor.isSound).toBe(true);
    expect([...depth.bidTicks.subarray(0, depth.bidCount)]).toEqual([914_823, 914_822, 914_821]);
    expect([...depth.bidQty.subarray(0, depth.bidCount)]).toEqual([0.5, 7, 1e-7]);
  });

  it.each([
    '[["1"]]',
    '[[]]',
    '[["1","-2"]]',
    '[["1",""]]',
    '[["1","."]]',
    '[[".","1"]]',
    '[["1","x"]]',
    '[{"1":"2"}]',
    '[["1","2"]',
    '["1","2"]',
  ])('fails on the malformed levels %s', (text) => {
    const cursor = cursorOn(text, '');
    cursor.readLevels(new DepthMessage(), false, 1);
    expect(cursor.isSound).toBe(false);
  });
});
