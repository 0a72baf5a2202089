import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeLearning,
  decodeWith,
  RecordingSink,
  subscriptionsFor,
  type Product,
} from '../extra/recorder.fixture.ts';
import { expectedOf } from '../extra/expected.fixture.ts';
import { keyCode, newDecodeCounters } from '../../kit/index.ts';
import { binanceDecoding } from '../index.ts';
import { KEY_NAMES } from '../extra/keys.ts';
import { EVENTS } from './wire.ts';

const DIFF = {
  stream: 'btcusdt@depth@100ms',
  data: {
    e: 'depthUpdate',
    E: 1795000000105,
    T: 1795000000101,
    s: 'BTCUSDT',
    ps: 'BTCUSDT',
    st: 1,
    U: 157,
    u: 160,
    pu: 149,
    b: [
      ['64000.1', '0'],
      ['63999.9', '12.5'],
    ],
    a: [['64000.3', '2.000']],
  },
};
const QUOTE = {
  stream: 'btcusdt@bookTicker',
  data: {
    e: 'bookTicker',
    u: 160,
    E: 1795000000105,
    T: 1795000000101,
    s: 'BTCUSDT',
    b: '64000.1',
    B: '3.12',
    a: '64000.2',
    A: '1.004',
  },
};
const TRADE = {
  stream: 'btcusdt@trade',
  data: { e: 'trade', E: 1795000000103, s: 'BTCUSDT', t: 12345, p: '64000.1', q: '0.25', T: 1795000000100, m: true },
};
const MARK = {
  stream: 'btcusdt@markPrice@1s',
  data: {
    e: 'markPriceUpdate',
    E: 1795000000000,
    s: 'BTCUSDT',
    p: '64001.2',
    i: '64003.11',
    r: '-0.0081',
    T: 1795017600000,
  },
};
const FRAMES = [DIFF, QUOTE, TRADE, MARK];

const read = (frame: unknown, product: Product = 'usdm') =>
  decodeWith(product, typeof frame === 'string' ? frame : JSON.stringify(frame), ['BTCUSDT'], [2]);

function shuffled(value: unknown, seed: number): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const order = entries.map((_, n) => Math.imul(seed + n + 1, 2_654_435_761) >>> 0);
  const turned = entries.map((entry, n) => ({ entry, key: order[n] as number })).sort((a, b) => a.key - b.key);
  return Object.fromEntries(turned.map(({ entry: [key, inner] }) => [key, shuffled(inner, seed)]));
}

/** What JSON.parse says; undefined when it refuses. */
function plainly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return undefined;
    throw e;
  }
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + 1 + keysIn(inner), 0);
}

type Data = Readonly<Record<string, unknown>>;

/** With pair and margin behind all else. */
function merged({ ps: _ps, st: _st, ...data }: Data, st: number): Data {
  return { ...data, ps: 'BTCUSDT', st };
}

/** The orders Binance has written keys in. */
const FORMS: readonly (readonly [what: string, change: (data: Data) => Data])[] = [
  ['merged streams write them', (data) => data],
  ['they were with pair and margin at the end', (data) => merged(data, 1)],
  ['before streams were merged', ({ ps: _ps, st: _st, ...data }) => data],
  [
    'spot writes them',
    ({ T: _T, pu: _pu, ps: _ps, st: _st, E, e, ...data }) => (e === 'bookTicker' ? data : { e, E, ...data }),
  ],
  [
    'quotes were with their times at the end',
    ({ E, T, e, ...data }) => (e === 'bookTicker' ? { e, ...data, T, E } : { e, E, T, ...data }),
  ],
];

describe('key codes', () => {
  it('are told apart, with every other key the venue sends', () => {
    const others = ['ps', 'nq', 'ap', 'f', 'M', 'X', 'w', 'Q', 'O', 'C', 'F', 'L', 'n', 'V', 'msg', 'method', 'W', 'N'];
    const names = [...new Set([...KEY_NAMES, ...others])];
    expect(new Set(names.map(keyCode)).size).toBe(names.length);
    expect(new Set(Object.values(EVENTS).map(keyCode)).size).toBe(Object.values(EVENTS).length);
  });
});

describe('BinanceDecoder', () => {
  it('reads a depth diff of USD-M with U, u and pu, and one of spot without pu', () => {
    expect(read(DIFF).said).toEqual(expectedOf(DIFF));
    const { T: _T, pu: _pu, ps: _ps, st: _st, ...spot } = DIFF.data;
    expect(read(spot, 'spot').said).toMatchObject([{ kind: 'depth', firstSeq: 157, lastSeq: 160, prevSeq: -1 }]);
  });

  it('reads every frame in any order of keys', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FRAMES), fc.nat(), (frame, seed) => {
        const { said, counters } = read(shuffled(frame, seed));
        expect(said).toEqual(expectedOf(frame));
        expect(counters.malformed + counters.unknown + counters.slow).toBe(0);
      }),
    );
  });

  it('never says anything else than JSON.parse does, whichever byte of a frame is changed', () => {
    const digits = '0123456789-.,:"{}[]eEtabuUsx ';
    fc.assert(
      fc.property(fc.constantFrom(...FRAMES), fc.nat(), fc.constantFrom(...digits.split('')), (frame, at, letter) => {
        const text = JSON.stringify(frame);
        const cut = at % text.length;
        const changed = text.slice(0, cut) + letter + text.slice(cut + 1);
        const { said, counters } = read(changed);
        const { fast, keyed, slow, control, malformed, unknown } = counters;
        expect(fast + keyed + slow + control + malformed + unknown).toBe(1);
        const parsed = plainly(changed);
        const stated = said.filter(({ kind }) => kind !== 'unknown' && kind !== 'off-tick' && kind !== 'control');
        // Of a key that stands twice JSON.parse keeps the last; what such a frame means is nobody's to say.
        if (stated.length === 0 || parsed === undefined || keysIn(parsed) !== keysIn(frame)) return;
        expect(stated).toEqual(expectedOf(parsed));
      }),
      { numRuns: 3_000 },
    );
  });

  it("reads the venue's own form by the fast tier, and white space by the next one", () => {
    expect(read(QUOTE).counters).toMatchObject({ fast: 1, keyed: 0 });
    expect(read(JSON.stringify(QUOTE, null, 1)).counters).toMatchObject({ fast: 0, keyed: 1 });
    expect(read(JSON.stringify(QUOTE, null, 1)).said).toEqual(read(QUOTE).said);
  });

  it.each(FORMS)('reads books and quotes as %s by the fast tier, and the same by the next one', (_what, change) => {
    for (const frame of [DIFF, QUOTE]) {
      const changed = { ...frame, data: change(frame.data) };
      const { counters, said } = read(changed);
      expect(counters).toMatchObject({ fast: 1, keyed: 0 });
      const spaced = read(JSON.stringify(changed).replace('{', '{ '));
      expect([spaced.counters.keyed, spaced.said]).toEqual([1, said]);
    }
  });

  it('leaves a frame of coin margin to the next tier, which leaves it out', () => {
    for (const frame of [DIFF, QUOTE])
      for (const data of [{ ...frame.data, ps: 'BTCUSD', st: 2 }, merged(frame.data, 2)])
        expect(read({ ...frame, data })).toMatchObject({ said: [], counters: { fast: 0, keyed: 1 } });
  });

  it('does not blame a frame for a fine price of the one before', () => {
    const fine = { ...TRADE, data: { ...TRADE.data, p: '64000.12345', s: 'ETHUSDT' } };
    const out = new RecordingSink(['BTCUSDT'], [2]);
    const counters = newDecodeCounters();
    const subscriptions = subscriptionsFor('usdm', ['BTCUSDT'], [2]);
    const decoder = binanceDecoding.createDecoder({ product: 'usdm', subscriptions, out, counters });
    for (const frame of [fine, TRADE]) {
      const bytes = Buffer.from(JSON.stringify(frame));
      decoder.decode(bytes, 0, bytes.length, 0);
    }
    expect(out.said.map(({ kind }) => kind)).toEqual(['unknown', 'trade']);
  });

  it('hands nothing on from a frame that is cut anywhere', () => {
    for (const frame of FRAMES) {
      const text = JSON.stringify(frame);
      for (let length = 1; length < text.length; length += 1) {
        const { said, counters } = read(text.slice(0, length));
        expect({ length, said, malformed: counters.malformed }).toEqual({ length, said: [], malformed: 1 });
      }
    }
  });

  it('hands nothing on where a value has a wrong type', () => {
    for (const frame of [DIFF, QUOTE, TRADE]) {
      for (const key of ['e', 's', 'u', 'U', 'b', 'a', 'B', 'p', 'q', 'm', 'T'].filter((name) => name in frame.data)) {
        // The time of the matching engine is not read, but of trades.
        if (frame !== TRADE && key === 'T') continue;
        const { said, counters } = read({ ...frame, data: { ...frame.data, [key]: { unexpected: true } } });
        expect({ key, said, malformed: counters.malformed }).toEqual({ key, said: [], malformed: 1 });
      }
    }
  });

  it('takes no part of a message with a size that is empty, negative or no number', () => {
    for (const size of ['', '-1', 'NaN', 'x']) {
      const { said, counters } = read({ ...DIFF, data: { ...DIFF.data, a: [['64000.3', size]] } });
      expect(said).toEqual([]);
      expect(counters.malformed).toBe(1);
    }
  });

  it('takes no quote without an event whose payload does not open', () => {
    const { e: _event, ...data } = QUOTE.data;
    const text = JSON.stringify({ ...QUOTE, data });
    expect(read(text).counters).toMatchObject({ fast: 1, malformed: 0 });
    const { counters, said } = read(text.replace('"data":{', '"data":,'));
    expect([counters.fast, counters.malformed, said]).toEqual([0, 1, []]);
  });

  it('takes no trade that stands in the middle of a broken change', () => {
    const text = JSON.stringify(DIFF);
    for (const side of ['"b":[', '"a":[']) {
      const cut = text.slice(0, text.indexOf(side) + side.length) + JSON.stringify(TRADE);
      const { counters, said } = read(cut);
      expect([counters.fast, counters.malformed, said]).toEqual([0, 1, []]);
    }
  });

  it('counts a frame without its sequence or one of its sides as malformed', () => {
    for (const key of ['u', 'U', 'b', 'a'] as const) {
      const { [key]: _left, ...data } = DIFF.data;
      expect(read({ ...DIFF, data }).counters.malformed).toBe(1);
    }
  });

  it('reports a price finer than the scale instead of rounding it', () => {
    const fine = { ...DIFF, data: { ...DIFF.data, b: [['64000.1234000', '1']] } };
    expect(read(fine).said).toEqual([{ kind: 'off-tick', symbol: 'BTCUSDT', digits: 4 }]);
    const quote = { ...QUOTE, data: { ...QUOTE.data, a: '64000.205' } };
    expect(read(quote).said).toEqual([{ kind: 'off-tick', symbol: 'BTCUSDT', digits: 3 }]);
  });

  it('counts channels and instruments nobody asked for', () => {
    const channel = read({ stream: 'btcusdt@nonsense', data: { e: 'nonsense', s: 'BTCUSDT' } });
    expect(channel.said).toEqual([{ kind: 'unknown', what: 'channel', name: 'nonsense' }]);
    const symbol = read({ ...QUOTE, data: { ...QUOTE.data, s: 'ETHUSDT' } });
    expect(symbol.said).toEqual([{ kind: 'unknown', what: 'symbol', name: 'ETHUSDT' }]);
    expect([channel.counters.unknown, symbol.counters.unknown]).toEqual([1, 1]);
  });

  it('takes m as "the buyer is the maker": then the taker sold', () => {
    expect(read(TRADE).said).toMatchObject([{ kind: 'trade', takerSide: 'SELL' }]);
    expect(read({ ...TRADE, data: { ...TRADE.data, m: false } }).said).toMatchObject([{ takerSide: 'BUY' }]);
  });

  it('takes the id of an aggregated trade from a, of a single one from t', () => {
    const single = { ...TRADE.data, a: 777, b: 888 };
    expect(read(single).said).toMatchObject([{ id: '12345' }]);
    const { t: _t, ...rest } = single;
    expect(read({ ...rest, e: 'aggTrade' }).said).toMatchObject([{ id: '777' }]);
  });

  it('knows the best quote of spot by its shape: it has neither e nor time', () => {
    const { e: _e, E: _E, ...data } = QUOTE.data;
    expect(read({ stream: QUOTE.stream, data }, 'spot').said).toMatchObject([
      { kind: 'quote', seq: 160, venueMs: Number.NaN },
    ]);
  });

  it('takes depth5/10/20 as whole books, by the stream name alone on USD-M', () => {
    expect(read({ ...DIFF, stream: 'btcusdt@depth20@100ms' }).said).toMatchObject([{ kind: 'snapshot' }]);
    expect(read({ ...DIFF, stream: 'btcusdt@depth@100ms' }).said).toMatchObject([{ kind: 'depth' }]);
  });

  it('finds the instrument of a partial spot book in the stream name', () => {
    const data = { lastUpdateId: 160, bids: [['64000.1', '1']], asks: [['64000.2', '2']] };
    const { said } = read({ stream: 'btcusdt@depth5', data }, 'spot');
    expect(said).toMatchObject([{ kind: 'snapshot', symbol: 'BTCUSDT', lastSeq: 160, bids: [[64000.1, 1]] }]);
  });

  it('reads symbols beyond ASCII', () => {
    const { said } = decodeLearning('usdm', JSON.stringify({ ...QUOTE, data: { ...QUOTE.data, s: '币安人生USDT' } }));
    expect(said).toMatchObject([{ kind: 'quote', symbol: '币安人生USDT' }]);
  });

  it('leaves a funding rate open where a delivery contract has none', () => {
    const { said } = read({ ...MARK, data: { ...MARK.data, r: '', T: 0 } });
    expect(said).toMatchObject([{ kind: 'mark', fundingRateFrac: Number.NaN, nextFundingMs: Number.NaN }]);
  });
});

describe('liquidations', () => {
  const order = {
    s: 'BTCUSDT',
    S: 'SELL',
    o: 'LIMIT',
    f: 'IOC',
    q: '0.6',
    p: '63420.0',
    ap: '63455.2',
    z: '0.514',
    T: 1795000000093,
  };
  const frame = {
    stream: '!forceOrder@arr',
    data: { e: 'forceOrder', E: 1795000000100, o: order, ps: 'BTCUSDT', st: 1 },
  };

  it('takes S as the side of the order: SELL closed a long, at the average price, for what was filled', () => {
    expect(read(frame).said).toMatchObject([
      { kind: 'liquidation', liquidatedSide: 'LONG', px: 63455.2, orderPx: 63420, qty: 0.514, isLowerBound: true },
    ]);
    const bought = { ...frame, data: { ...frame.data, o: { ...order, S: 'BUY' } } };
    expect(read(bought).said).toMatchObject([{ liquidatedSide: 'SHORT' }]);
  });

  it('leaves out COIN-M orders of the merged stream without calling them unknown', () => {
    const coin = { ...frame, data: { ...frame.data, o: { ...order, s: 'BTCUSD_PERP' }, st: 2 } };
    const { said, counters } = read(coin);
    expect(said).toEqual([]);
    expect(counters).toMatchObject({ slow: 1, unknown: 0, malformed: 0 });
  });

  it('does not count symbols of an all-market stream as unknown when nobody asked for them', () => {
    const other = { ...frame, data: { ...frame.data, o: { ...order, s: 'XRPUSDT' } } };
    expect(read(other).counters).toMatchObject({ slow: 1, unknown: 0 });
    expect(read({ ...other, stream: 'xrpusdt@forceOrder' }).counters.unknown).toBe(1);
  });
});

describe('merged arrays', () => {
  it('read each USD-M row and leave COIN-M rows out', () => {
    const rows = [
      { ...MARK.data, st: 1 },
      { ...MARK.data, s: 'BTCUSD_PERP', st: 2 },
      { ...MARK.data, s: 'XRPUSDT' },
    ];
    const { said, counters } = read({ stream: '!markPrice@arr@1s', data: rows });
    expect(said).toEqual([
      expect.objectContaining({ kind: 'mark', symbol: 'BTCUSDT' }),
      { kind: 'unknown', what: 'symbol', name: 'XRPUSDT' },
    ]);
    expect(counters).toMatchObject({ keyed: 1, unknown: 0, malformed: 0 });
  });
});

describe('control frames', () => {
  const cases = [
    { name: 'an acknowledgement', frame: '{"result":null,"id":7}', said: { kind: 'confirmed-request', requestId: 7 } },
    {
      name: 'a list of streams',
      frame: '{"result":["btcusdt@depth"],"id":3}',
      said: { kind: 'confirmed-request', requestId: 3 },
    },
    {
      name: 'a refusal of spot',
      frame: '{"code":2,"msg":"Invalid request","id":5}',
      said: { kind: 'rejected-request', requestId: 5 },
    },
    {
      name: 'a refusal of USD-M',
      frame: '{"error":{"code":2,"msg":"Invalid request"},"id":5}',
      said: { kind: 'rejected-request' },
    },
    { name: 'a refusal without an id', frame: '{"code":3,"msg":"Invalid JSON"}', said: { kind: 'error' } },
    { name: 'the end of a server', frame: '{"e":"serverShutdown","E":1795000000000}', said: { kind: 'notice' } },
    {
      name: 'the end of a server, wrapped',
      frame: '{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1}}',
      said: { kind: 'notice' },
    },
  ];
  for (const c of cases) {
    it(`understands ${c.name}`, () => {
      const { said, counters } = read(c.frame);
      expect(said).toMatchObject([{ kind: 'control', control: c.said }]);
      expect(counters.control).toBe(1);
    });
  }
});
