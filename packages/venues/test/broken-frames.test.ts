import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../core/src/domain/build-instrument.fixture.ts';
import type { Venue } from '@riptide/core/domain';
import { binanceDecoding } from '../src/binance/index.ts';
import { bybitDecoding } from '../src/bybit/index.ts';
import { newDecodeCounters, type VenueDecoding } from '../src/kit/index.ts';
import { kucoinDecoding } from '../src/kucoin/index.ts';
import { okxDecoding } from '../src/okx/index.ts';
import { RecordingSink } from './recording-sink.ts';

const DECODINGS: Readonly<Record<Venue, VenueDecoding>> = {
  BINANCE: binanceDecoding,
  BYBIT: bybitDecoding,
  OKX: okxDecoding,
  KUCOIN: kucoinDecoding,
};
const MS = 1_795_768_215_123;

interface Frame {
  readonly what: string;
  readonly venue: Venue;
  readonly product: string;
  readonly wireSymbol: string;
  readonly text: string;
  /** The last key of a list of levels, with its value: what a broken venue might send twice. */
  readonly side: string;
}
const FRAMES: readonly Frame[] = [
  {
    what: 'BINANCE book',
    venue: 'BINANCE',
    product: 'usdm',
    wireSymbol: 'BTCUSDT',
    text: `{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpdate","E":${MS},"T":${MS},"s":"BTCUSDT","U":5,"u":9,"pu":4,"b":[["91.5","2"]],"a":[["91.7","3"]]}}`,
    side: '"a":[["91.7","3"]]',
  },
  {
    what: 'BINANCE quote',
    venue: 'BINANCE',
    product: 'spot',
    wireSymbol: 'BTCUSDT',
    text: '{"stream":"btcusdt@bookTicker","data":{"u":7,"s":"BTCUSDT","b":"91.5","B":"2","a":"91.7","A":"3"}}',
    side: '"A":"3"',
  },
  {
    what: 'BYBIT book',
    venue: 'BYBIT',
    product: 'linear',
    wireSymbol: 'BTCUSDT',
    text: `{"topic":"orderbook.50.BTCUSDT","type":"delta","ts":${MS},"data":{"s":"BTCUSDT","b":[["91.5","2"]],"a":[["91.7","3"]],"u":9,"seq":12},"cts":${MS}}`,
    side: '"a":[["91.7","3"]]',
  },
  {
    what: 'OKX book',
    venue: 'OKX',
    product: 'v5',
    wireSymbol: 'BTC-USDT-SWAP',
    text: `{"arg":{"channel":"books","instId":"BTC-USDT-SWAP"},"action":"update","data":[{"asks":[["91.7","3","0","1"]],"bids":[["91.5","2","0","1"]],"ts":"${MS}","checksum":-5,"seqId":9,"prevSeqId":8}]}`,
    side: '"asks":[["91.7","3","0","1"]]',
  },
  {
    what: 'KUCOIN futures, topic first',
    venue: 'KUCOIN',
    product: 'futures',
    wireSymbol: 'XBTUSDTM',
    text: `{"topic":"/contractMarket/level2:XBTUSDTM","type":"message","subject":"level2","sn":18,"data":{"sequence":18,"change":"91.5,buy,2","timestamp":${MS}}}`,
    side: '"change":"91.5,buy,2"',
  },
  {
    what: 'KUCOIN futures, data first',
    venue: 'KUCOIN',
    product: 'futures',
    wireSymbol: 'XBTUSDTM',
    text: `{"data":{"sequence":18,"change":"91.5,buy,2","timestamp":${MS}},"subject":"level2","topic":"/contractMarket/level2:XBTUSDTM","type":"message"}`,
    side: '"change":"91.5,buy,2"',
  },
  {
    what: 'KUCOIN spot',
    venue: 'KUCOIN',
    product: 'spot',
    wireSymbol: 'BTC-USDT',
    text: `{"topic":"/market/level2:BTC-USDT","type":"message","subject":"trade.l2update","data":{"changes":{"asks":[["91.7","3","18"]],"bids":[["91.5","2","19"]]},"sequenceEnd":19,"sequenceStart":18,"symbol":"BTC-USDT","time":${MS}}}`,
    side: '"asks":[["91.7","3","18"]]',
  },
];

const NUMBERS = ['3795911{19033}', '1[2]', '1:2', '1 2', '01', '-', '+1', '.5', '5.', '1e', '1e+', '0x1', '1_0', 'NaN'];
const TEXTS = ['', 'tru', 'nullx', 'True', "'a'", '"a\\x"', '"\\u12g4"', '"\\', '"\u0001"', '"a'];
const LISTS = ['[1,]', '[,1]', '[1 2]', '[1,,2]', '[1}', '[', ']', '[01]', '["\t"]'];
const OBJECTS = [
  '{"a":1,}',
  '{,}',
  '{"a" 1}',
  '{"a":}',
  '{"a"}',
  '{a:1}',
  '{1:1}',
  '{"a":1 "b":2}',
  '{"a":1]',
  '{"a":.5}',
  '{',
];
/** Values that are none: each would be no news if it were JSON, for nobody reads `x`. */
const BROKEN = [...NUMBERS, ...TEXTS, ...LISTS, ...OBJECTS];
const SOUND = [
  '1',
  '-0.5e+3',
  '0',
  'true',
  'null',
  '""',
  '"\\u00e9\\n"',
  '[]',
  '{}',
  '[1,{"a":[null]}]',
  '{"a":{"b":"]}"}}',
];

/** The frame with a pair more: behind each bracket of an object, and at the end of each object. */
function withPair(text: string, value: string): readonly string[] {
  const before = [...text.matchAll(/\{/g)].map(
    ({ index }) => `${text.slice(0, index + 1)}"x":${value},${text.slice(index + 1)}`,
  );
  const behind = [...text.matchAll(/\}/g)].map(
    ({ index }) => `${text.slice(0, index)},"x":${value}${text.slice(index)}`,
  );
  return [...before, ...behind];
}

/** The frame with its punctuation broken in one place. */
function misspelt(text: string): readonly string[] {
  const at = [...text.matchAll(/[,:{}[\]"]/g)].map(({ index }) => index);
  return [
    ...at.map((index) => text.slice(0, index) + text.slice(index + 1)),
    ...at.map((index) => `${text.slice(0, index)},${text.slice(index)}`),
    ...[' x', '{}', ',', '}', '\u0000', '\u000b'].map((behind) => text + behind),
  ].filter((changed) => !isJson(changed));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function decode({ product, venue, wireSymbol }: Frame, text: string) {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  const instrument = buildInstrument({
    venue,
    wireSymbol,
    symbol: wireSymbol,
    kind: product === 'spot' ? 'spot' : 'perp',
  });
  const subscriptions = [{ ix: 0, instrument, scale: { pxDecimals: 2 } }];
  // The frame lies in the middle of other bytes, as in a socket's buffer.
  const bytes = Buffer.from(`}}${text},"`, 'latin1');
  const decoding = DECODINGS[venue];
  const options = { product, subscriptions, out: sink, counters };
  decoding.createDecoder(options).decode(bytes, 2, 2 + text.length, MS);
  return { sink, counters, told: { depths: sink.depths, quotes: sink.quotes } };
}

/** As the venue writes it, and so that no template takes it. */
const SPELLINGS = [
  ['as written', (text: string) => text],
  ['spaced', (text: string) => text.replace('{', '{ ')],
] as const;

describe.each(FRAMES)('a frame of a $what', (frame) => {
  const wanted = decode(frame, frame.text).told;

  it('is read', () => {
    expect(wanted.depths.length + wanted.quotes.length).toBe(1);
  });

  describe.each(SPELLINGS)('%s', (_how, spell) => {
    it.each(BROKEN)('tells nothing with the broken value %j anywhere', (value) => {
      for (const text of withPair(frame.text, value).map(spell)) {
        expect(isJson(text), text).toBe(false);
        const { counters, sink } = decode(frame, text);
        expect([sink.count, counters.malformed], text).toEqual([0, 1]);
      }
    });

    it.each(SOUND)('tells the same with the value %j more anywhere', (value) => {
      for (const text of withPair(frame.text, value).map(spell)) {
        expect(isJson(text), text).toBe(true);
        expect(decode(frame, text).told, text).toEqual(wanted);
      }
    });

    it('tells nothing with a comma, colon, quote or bracket too few or a comma too many', () => {
      for (const text of misspelt(frame.text).map(spell)) {
        const { counters, sink } = decode(frame, text);
        expect([sink.count, counters.malformed], text).toEqual([0, 1]);
      }
    });

    it('does not put two values of one key together', () => {
      const text = spell(frame.text.replace(frame.side, `${frame.side.replace('3', '4')},${frame.side}`));
      const { counters, told } = decode(frame, text);
      if (counters.malformed === 0) expect(told).toEqual(wanted);
      else expect([told.depths.length, told.quotes.length]).toEqual([0, 0]);
    });
  });
});
