import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFrames, subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import { newDecodeCounters } from '../../kit/index.ts';
import { RecordingSink } from '../../../test/kucoin/recording-sink.ts';
import { newDecoderState } from '../extra/decoder-state.ts';
import { KucoinDecoder } from './parse.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../fixtures/kucoin');
const SUBSCRIPTIONS = [
  subscriptionFor(0, 'ETH-USDT', 2),
  subscriptionFor(1, 'XBTUSDTM', 1, { qtyScale: 0.001 }),
  subscriptionFor(2, '1000BONKUSDTM', 6, { qtyScale: 10_000, pxDivisor: 1000 }),
];
const WS_FIXTURES = [
  'spot_level2',
  'spot_ticker',
  'spot_match',
  'futures_level2',
  'futures_ticker_v2',
  'futures_execution',
  'futures_mark',
  'futures_funding',
  'futures_snapshot',
] as const;

const fixture = (name: string): string => readFileSync(resolve(FIXTURES, `ws_${name}.json`), 'utf8').trim();
const decode = (...frames: readonly string[]) => decodeFrames('spot', SUBSCRIPTIONS, frames);
const futuresChange = (change: string, sequence = 18): string =>
  `{"topic":"/contractMarket/level2:XBTUSDTM","type":"message","subject":"level2","data":{"sequence":${sequence},"change":"${change}","timestamp":1795768215123}}`;
const spotChange = (asks: string, bids = ''): string =>
  `{"topic":"/market/level2:ETH-USDT","type":"message","subject":"trade.l2update","data":{"changes":{"asks":[${asks}],"bids":[${bids}]},"sequenceEnd":20,"sequenceStart":11,"symbol":"ETH-USDT","time":1795768215123}}`;

describe('futures level2', () => {
  it('reads one change a frame, buy into the bids, sell into the asks, sizes in lots', () => {
    const { sink } = decode(futuresChange('91250.4,buy,7'), futuresChange('91250.5,sell,83'));
    expect(sink.events[0]).toMatchObject({
      bids: [[91250.4, 7]],
      asks: [],
      firstSeq: 18,
      lastSeq: 18,
      isSnapshot: false,
    });
    expect(sink.events[1]).toMatchObject({ bids: [], asks: [[91250.5, 83]] });
  });

  it('hands a removal on as size 0', () => {
    expect(decode(futuresChange('91250.4,buy,0')).sink.events[0]).toMatchObject({ bids: [[91250.4, 0]] });
  });

  it.each([
    '91250.4,hold,7',
    '91250.4,buy',
    '91250.4,buy,-7',
    '91250.4,buy,',
    ',buy,7',
    '91250.4,buy,7,9',
    '-1,sell,7',
  ])('takes %s for malformed and applies nothing', (change) => {
    const { sink, counters } = decode(futuresChange(change));
    expect(sink.events).toEqual([]);
    expect(counters.malformed).toBe(1);
  });
});

describe('spot level2', () => {
  it('lets rows at price 0 advance the sequence and change nothing', () => {
    const { sink } = decode(spotChange('["0","0","12"]'));
    expect(sink.events[0]).toMatchObject({ bids: [], asks: [], firstSeq: 11, lastSeq: 20 });
  });

  it('lets the higher sequence win when one price stands twice, whatever the order', () => {
    const { sink } = decode(spotChange('["3121.4","5","15"],["3121.5","1","14"],["3121.4","9","12"]'));
    expect(sink.events[0]).toMatchObject({
      asks: [
        [3121.4, 5],
        [3121.5, 1],
      ],
    });
  });

  it('leaves out rows the snapshot holds already', () => {
    const rowFloor = new Float64Array(3).fill(14);
    const sink = new RecordingSink(SUBSCRIPTIONS);
    const decoder = new KucoinDecoder(
      newDecoderState({ subscriptions: SUBSCRIPTIONS, out: sink, counters: newDecodeCounters(), rowFloor }),
    );
    const bytes = Buffer.from(spotChange('["3121.4","5","14"],["3121.5","1","15"]'));
    decoder.decode(bytes, 0, bytes.length, 0);
    expect(sink.events[0]).toMatchObject({ asks: [[3121.5, 1]], firstSeq: 11, lastSeq: 20 });
  });

  it.each(['["3121.4","-5","15"]', '["3121.4","","15"]', '["3121.4"]', '{"p":1}', '["3121.4",{"a":1},"15"]'])(
    'applies nothing of a message with the row %s',
    (row) => {
      const { sink, counters } = decode(spotChange(`["3121.5","1","14"],${row}`));
      expect(sink.events).toEqual([]);
      expect(counters.malformed).toBe(1);
    },
  );

  it('keeps a message whose far ask does not fit 32 bits, without that level', () => {
    const { sink, counters } = decode(spotChange('["99999999.99","1","13"],["3121.5","1","14"]'));
    expect(sink.events[0]).toMatchObject({ asks: [[3121.5, 1]], lastSeq: 20 });
    expect(counters).toMatchObject({ fast: 1, slow: 0, malformed: 0 });
  });

  it('reports a price finer than the scale with its digits and hands nothing on', () => {
    const { sink, counters } = decode(spotChange('["3121.4375","1","14"]'));
    expect(sink.events).toEqual([]);
    expect(sink.offTicks).toEqual([{ ix: 0, digits: 4 }]);
    expect(counters).toMatchObject({ offTick: 1, malformed: 0 });
  });

  it('does not take zeros beyond the scale for a finer price', () => {
    expect(decode(spotChange('["3121.4000","1","14"]')).counters).toMatchObject({ fast: 1, offTick: 0 });
  });
});

describe('times and numbers', () => {
  it('cuts nanoseconds beyond 2^53 to milliseconds without rounding up', () => {
    const { sink } = decode(fixture('spot_match'), fixture('futures_execution'));
    expect(sink.events.map(({ venueMs }) => venueMs)).toEqual([1_795_768_215_124, 1_795_768_215_127]);
  });

  it('reads exponent forms, bare prices and rates alike', () => {
    const quote =
      '{"topic":"/contractMarket/ticker:1000BONKUSDTM","type":"message","subject":"ticker","data":{"bestBidPrice":2.1E-5,"bestBidSize":3,"bestAskPrice":2.2E-5,"bestAskSize":4,"sequence":9,"ts":1795768215126000000}}';
    const { sink, counters } = decode(quote, fixture('futures_funding'));
    expect(sink.events[0]).toMatchObject({ bidPx: 0.000021, askPx: 0.000022 });
    expect(sink.events[1]).toMatchObject({ fundingRateFrac: -0.0002, markPx: Number.NaN, venueMs: 1_795_768_200_000 });
    expect(counters.malformed).toBe(0);
  });

  it('turns the volume of a futures snapshot, which counts base, into lots', () => {
    expect(decode(fixture('futures_snapshot')).sink.events[0]).toMatchObject({
      volumeQty: 14_203_110,
      volumeQuote: 1.29e9,
      changeFrac: 0.0041,
    });
  });
});

describe('quotes', () => {
  it('carry the sequence of the book on spot and in tickerV2, none in the old ticker', () => {
    const old = fixture('futures_ticker_v2').replace('/tickerV2:', '/ticker:');
    const { sink } = decode(fixture('spot_ticker'), fixture('futures_ticker_v2'), old);
    expect(sink.events.map(({ seq }) => seq)).toEqual([90_410_014, 1_729_430_077_002, -1]);
  });

  it('of all symbols on one topic take the symbol from the subject', () => {
    const all = fixture('spot_ticker').replace('ticker:ETH-USDT', 'ticker:all').replace('"trade.ticker"', '"ETH-USDT"');
    expect(decode(all).sink.events[0]).toMatchObject({ kind: 'quote', symbol: 'ETH-USDT', bidPx: 3120.8 });
  });

  it('show a side the venue leaves empty as nothing', () => {
    const { sink } = decode(fixture('spot_ticker').replace('"bestBid":"3120.8"', '"bestBid":null'));
    expect(sink.events[0]).toMatchObject({ bidPx: 0, bidQty: 0, askPx: 3121.4, askQty: 0.75 });
  });
});

describe('trades', () => {
  it('name the aggressor and keep ids beyond 2^53', () => {
    const { sink } = decode(fixture('spot_match'), fixture('futures_execution'));
    expect(sink.events[0]).toMatchObject({ takerSide: 'SELL', tradeId: '10976028003549185', px: 3121.4, qty: 0.02 });
    expect(sink.events[1]).toMatchObject({ takerSide: 'BUY', px: 91250.5, qty: 5 });
  });
});

describe('any frame', () => {
  it.each(WS_FIXTURES)('%s is read by the fast tier', (name) => {
    const { sink, counters } = decode(fixture(name));
    expect(sink.events).toHaveLength(1);
    expect(counters.fast).toBe(1);
  });

  it.each(WS_FIXTURES)('%s says the same in every order of its keys and with white space', (name) => {
    const [expected] = decode(fixture(name)).sink.events;
    const frame = JSON.parse(fixture(name).replace(/:(\d{16,})/g, ':"$1"')) as Record<string, unknown>;
    const orders = [
      Object.keys(frame),
      Object.keys(frame).toReversed(),
      ['type', 'topic', 'subject', 'data'],
      ['data', 'subject', 'topic', 'type'],
    ];
    for (const order of orders) {
      const data = frame['data'] as Record<string, unknown>;
      for (const keys of [Object.keys(data), Object.keys(data).toReversed()]) {
        const shuffled = { ...frame, data: Object.fromEntries(keys.map((key) => [key, data[key]])) } as Record<
          string,
          unknown
        >;
        const ordered = Object.fromEntries(order.map((key) => [key, shuffled[key]]));
        for (const indent of [0, 1]) {
          const { sink, counters } = decode(JSON.stringify(ordered, null, indent));
          expect(sink.events).toEqual([expected]);
          expect(counters).toMatchObject({ slow: 0, malformed: 0 });
        }
      }
    }
  });

  it.each(WS_FIXTURES)('%s cut anywhere is malformed, and nothing of it is handed on', (name) => {
    const bytes = Buffer.from(fixture(name));
    for (let end = 0; end < bytes.length; end += 1) {
      const sink = new RecordingSink(SUBSCRIPTIONS);
      const counters = newDecodeCounters();
      // The rest of the frame lies behind the end, as it would in a receive buffer.
      new KucoinDecoder(newDecoderState({ subscriptions: SUBSCRIPTIONS, out: sink, counters })).decode(
        bytes,
        0,
        end,
        0,
      );
      expect([end, sink.events.length, counters.malformed]).toEqual([end, 0, 1]);
    }
  });

  it('of a channel or symbol nobody asked for is counted and named', () => {
    const { sink, counters } = decode(
      futuresChange('1,buy,1').replace('XBTUSDTM', 'ETHUSDTM'),
      fixture('futures_mark').replace('/contract/instrument', '/contract/nothing'),
    );
    expect(sink.unknown).toEqual([
      { what: 'symbol', name: 'ETHUSDTM' },
      { what: 'channel', name: '/contract/nothing' },
    ]);
    expect(counters).toMatchObject({ unknown: 2, malformed: 0 });
  });

  it('that is no JSON object is malformed', () => {
    expect(decode('', 'null', '[]', '12', 'hello', '{}').counters).toMatchObject({ malformed: 6 });
  });
});

describe('control frames', () => {
  it('tell welcome, acknowledgement, refusal and pong apart', () => {
    const { sink, counters } = decode(
      '{"id":"k3f9x","type":"welcome"}',
      '{"id":"17","type":"ack"}',
      '{"id":"18","type":"error","code":404,"data":"topic /foo is not found"}',
      '{"id":"19","type":"error","code":509,"data":"exceed max subscription count"}',
      '{"id":"k3f9x","type":"error","code":401,"data":"token is invalid"}',
      '{"id":"1795768215123","type":"pong","timestamp":1795768215124000}',
    );
    expect(sink.controls).toEqual([
      { kind: 'welcome' },
      { kind: 'confirmed-request', requestId: 17 },
      { kind: 'rejected-request', requestId: 18, reason: '404 topic /foo is not found', mayRetry: false },
      { kind: 'rejected-request', requestId: 19, reason: '509 exceed max subscription count', mayRetry: true },
      { kind: 'error', reason: '401 token is invalid' },
      { kind: 'pong' },
    ]);
    expect(counters.control).toBe(6);
  });
});
