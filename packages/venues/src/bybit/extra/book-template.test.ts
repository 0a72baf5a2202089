import { fc, it as prop } from '@fast-check/vitest';
import { instrumentId, type FeedSubscription, type Instrument } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { RecordingSink } from '../../../test/recording-sink.ts';
import { newDecodeCounters } from '../../kit/index.ts';
import { BybitDecoder } from '../ws/parse.ts';

const PX_DECIMALS = 2;
const instrument = { id: instrumentId('BTCUSDT', 'perp', 'BYBIT'), wireSymbol: 'BTCUSDT', kind: 'perp' } as Instrument;
const SUBSCRIPTIONS: readonly FeedSubscription[] = [{ ix: 0, instrument, scale: { pxDecimals: PX_DECIMALS } }];

/** Decodes one frame that lies between other bytes. */
function decode(text: string, behind = '') {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  const decoder = new BybitDecoder({ product: 'linear', subscriptions: SUBSCRIPTIONS, out: sink, counters });
  const bytes = Buffer.from(`77${text}${behind}`, 'latin1');
  decoder.decode(bytes, 2, 2 + text.length, 1_795_000_000_000);
  return { sink, counters };
}

/** White space in front sends the same frame to the key-driven reader. */
const byKeys = (text: string) => decode(` ${text}`);

const number = (whole: number, decimals: number) =>
  fc.tuple(fc.bigInt({ min: 0n, max: BigInt(whole) }), fc.nat({ max: decimals })).map(([digits, scale]) => {
    const all = digits.toString().padStart(scale + 1, '0');
    return scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`;
  });
const price = fc.oneof(
  number(999_999_999, 2),
  number(9_999_999_999, 3),
  fc.constantFrom('63991.100', '.5', '5.', '.', ''),
);
const size = fc.oneof(number(9_999_999, 6), number(1e17, 12), fc.constantFrom('0', '1e-7', '', '-1', '.', '.5', '5.'));
const side = fc.array(fc.tuple(price, size), { maxLength: 4 });
const MS = 1_795_000_000_123;

function frame(options: {
  bids: readonly (readonly string[])[];
  asks: readonly (readonly string[])[];
  depth: number;
  type: string;
  isTypeFirst: boolean;
  hasEngineTime: boolean;
}): string {
  const { asks, bids, depth, hasEngineTime, isTypeFirst, type } = options;
  const head = isTypeFirst ? { type, ts: MS } : { ts: MS, type };
  const data = { s: 'BTCUSDT', b: bids, a: asks, u: 18_521_289, seq: 7_961_638_724 };
  const tail = hasEngineTime ? { cts: MS - 3 } : {};
  return JSON.stringify({ topic: `orderbook.${depth}.BTCUSDT`, ...head, data, ...tail });
}

const frames = fc.record({
  bids: side,
  asks: side,
  depth: fc.constantFrom(1, 50, 200, 1000),
  type: fc.constantFrom('delta', 'snapshot'),
  isTypeFirst: fc.boolean(),
  hasEngineTime: fc.boolean(),
});
const PLAIN = { bids: [['63990.10', '3.847']], asks: [['63991', '0']], type: 'delta', hasEngineTime: true };

describe('BookTemplate', () => {
  it.each([
    [true, 1, 'snapshot'],
    [true, 50, 'delta'],
    [false, 200, 'delta'],
    [false, 50, 'snapshot'],
  ])('reads a frame as the venue writes it (type first %s, depth %i, %s)', (isTypeFirst, depth, type) => {
    const { counters, sink } = decode(frame({ ...PLAIN, asks: [['63991', '1']], isTypeFirst, depth, type }));
    expect(counters).toMatchObject({ fast: 1, keyed: 0, malformed: 0 });
    expect(sink.count).toBe(1);
  });

  prop.prop([frames])('says the same as the key-driven reader', (options) => {
    const text = frame(options);
    const fast = decode(text);
    const keyed = byKeys(text);
    expect(fast.sink).toEqual(keyed.sink);
    expect({ ...fast.counters, fast: 0, keyed: fast.counters.fast + fast.counters.keyed }).toEqual(keyed.counters);
  });

  prop.prop([frames, fc.nat(), fc.integer({ min: 32, max: 126 })])(
    'leaves a frame with one other byte to the key-driven reader, or reads it alike',
    (options, at, byte) => {
      const text = frame(options);
      const cut = at % text.length;
      const other = text.slice(0, cut) + String.fromCharCode(byte) + text.slice(cut + 1);
      expect(decode(other).sink).toEqual(byKeys(other).sink);
    },
  );

  it.each([true, false])(
    'reads nothing of a frame cut anywhere, though its rest lies behind (type first %s)',
    (isTypeFirst) => {
      const text = frame({ ...PLAIN, depth: 50, isTypeFirst });
      for (let cut = 0; cut < text.length; cut += 1) {
        for (const behind of [text.slice(cut), '']) {
          const { counters, sink } = decode(text.slice(0, cut), behind);
          expect([cut, sink.count, counters.fast, counters.malformed]).toEqual([cut, 0, 0, 1]);
        }
      }
    },
  );

  prop.prop([frames, fc.constantFrom(1, 2)])(
    'is indifferent to white space and shuffled or unknown keys',
    (options, indent) => {
      const { data, ...rest } = JSON.parse(frame(options)) as Record<string, unknown>;
      const shuffled = { data: { x: [1, { y: '"' }], ...(data as object) }, z: null, ...rest };
      expect(decode(JSON.stringify(shuffled, null, indent)).sink).toEqual(decode(frame(options)).sink);
    },
  );
});
