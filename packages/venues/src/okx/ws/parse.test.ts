/* oxlint-disable typescript/no-explicit-any -- frames are changed at will here, against their types */
import { seededRandom } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { decode, decodeChanged, SWAP } from '../../../test/okx/decode-one.ts';
import { fixture } from '../../../test/okx/fixture.ts';

describe('OkxDecoder: books', () => {
  it('reads a snapshot by byte template: ticks, contracts, sequences', () => {
    const { sink, counters } = decode(fixture('ws_books_snapshot'));
    expect(counters).toMatchObject({ fast: 1, keyed: 0, slow: 0 });
    expect(sink.depths[0]).toMatchObject({
      ix: SWAP,
      isSnapshot: true,
      asks: [
        [312_051, 84.2],
        [312_060, 12.5],
      ],
      bids: [
        [312_050, 112.07],
        [312_042, 7],
      ],
      venueMs: 1_795_768_215_100,
      checksum: 0,
      lastSeq: 904_511,
      prevSeq: -1,
    });
  });

  it('reads removals and keep-alives as they are', () => {
    expect(decode(fixture('ws_books_update')).sink.depths[0]).toMatchObject({
      isSnapshot: false,
      asks: [
        [312_051, 0],
        [312_060, 40],
      ],
      bids: [],
      lastSeq: 904_524,
      prevSeq: 904_511,
    });
    expect(decode(fixture('ws_books_keep_alive')).sink.depths[0]).toMatchObject({
      asks: [],
      bids: [],
      lastSeq: 904_524,
      prevSeq: 904_524,
    });
  });

  it('takes every push of books5 for a whole book', () => {
    expect(decode(fixture('ws_books5')).sink.depths[0]).toMatchObject({
      isSnapshot: true,
      lastSeq: 904_529,
      checksum: Number.NaN,
    });
  });

  it('reads the checksum of old frames, which have no sequence', () => {
    const { sink } = decodeChanged('ws_books_update', (row) => {
      row.checksum = -1_971_869_027;
      delete row.seqId;
      delete row.prevSeqId;
    });
    expect(sink.depths[0]).toMatchObject({ checksum: -1_971_869_027, lastSeq: -1, prevSeq: -1 });
  });

  it('says the same by template and by key, in any key order and spacing', () => {
    const random = seededRandom(20_211_107);
    for (const name of [
      'ws_books_snapshot',
      'ws_books_update',
      'ws_books5',
      'ws_bbo_tbt',
      'ws_trades',
      'ws_tickers_swap',
      'ws_mark_price',
      'ws_funding_rate',
    ]) {
      const expected = decode(fixture(name)).sink;
      for (let round = 0; round < 40; round += 1) {
        const text = JSON.stringify(shuffled(JSON.parse(fixture(name)), random), null, round % 3);
        const { sink, counters } = decode(text);
        expect(counters.malformed + counters.unknown + counters.slow, text).toBe(0);
        expect(sink, text).toEqual(expected);
      }
    }
  });

  it('leaves out an ask that no int32 can hold, and refuses such a bid', () => {
    const { sink, counters } = decodeChanged('ws_books_snapshot', (row) => row.asks.push(['40000000', '1', '0', '1']));
    expect(counters.malformed).toBe(0);
    expect(sink.depths[0]).toMatchObject({
      asks: [
        [312_051, 84.2],
        [312_060, 12.5],
      ],
    });
    expect(
      decodeChanged('ws_books_snapshot', (row) => row.bids.unshift(['40000000', '1', '0', '1'])).counters.malformed,
    ).toBe(1);
  });
});

describe('OkxDecoder: the other channels', () => {
  it('reads the best quote with the sequence it shares with the book', () => {
    const { sink, counters } = decode(fixture('ws_bbo_tbt'));
    expect(counters.fast).toBe(1);
    expect(sink.quotes[0]).toMatchObject({
      ix: SWAP,
      bidTicks: 312_050,
      bidQty: 112.07,
      askTicks: 312_060,
      askQty: 40,
      seq: 904_530,
      venueMs: 1_795_768_215_207,
    });
  });

  it('reads a side without quotes as 0 x 0', () => {
    expect(decodeChanged('ws_bbo_tbt', (row) => (row.bids = [])).sink.quotes[0]).toMatchObject({
      bidTicks: 0,
      bidQty: 0,
      askTicks: 312_060,
      askQty: 40,
    });
  });

  it('takes the side of a trade for the taker', () => {
    expect(decode(fixture('ws_trades')).sink.trades[0]).toEqual({
      ix: SWAP,
      pxTicks: 312_060,
      qty: 3.4,
      takerSide: 'BUY',
      tradeId: '880012',
      venueMs: 1_795_768_215_231,
    });
    expect(decodeChanged('ws_trades', (row) => (row.side = 'sell')).sink.trades[0]?.takerSide).toBe('SELL');
  });

  it('hands on every row of a frame with several, under the name of the row', () => {
    const { sink, counters } = decodeChanged('ws_trades', (row, frame) =>
      frame.data.push({ ...row, tradeId: '880013', px: '64000.5', instId: 'BTC-USDT-SWAP' }),
    );
    expect(counters.keyed).toBe(1);
    expect(sink.trades.map(({ ix, tradeId, pxTicks }) => [ix, tradeId, pxTicks])).toEqual([
      [SWAP, '880012', 312_060],
      [6, '880013', 640_005],
    ]);
  });

  it('hands on no row when a later one is broken', () => {
    const { sink, counters } = decodeChanged('ws_trades', (row, frame) => frame.data.push({ ...row, px: {} }));
    expect([sink.count, counters.malformed]).toEqual([0, 1]);
  });

  it('reads the ticker of a swap: volume in contracts, turnover from coins at the last price, and its quote', () => {
    const { sink } = decode(fixture('ws_tickers_swap'));
    expect(sink.tickers[0]).toMatchObject({
      lastPx: 3120.6,
      openPx: 3050.1,
      highPx: 3144,
      lowPx: 3021.7,
      volumeQty: 8_123_456,
      volumeQuote: 812_345.6 * 3120.6,
    });
    expect(sink.tickers[0]?.changeFrac).toBeCloseTo(3120.6 / 3050.1 - 1, 12);
    expect(sink.quotes[0]).toMatchObject({ bidTicks: 312_050, askTicks: 312_060, seq: -1 });
  });

  it('reads the turnover of spot as quote', () => {
    const { sink } = decodeChanged('ws_tickers_swap', (row, frame) => {
      frame.arg.instId = row.instId = 'ETH-USDT';
      row.instType = 'SPOT';
    });
    expect(sink.tickers[0]).toMatchObject({ ix: 5, volumeQuote: 812_345.6 });
  });

  it('makes no quote of a ticker without a bid', () => {
    const { sink } = decodeChanged('ws_tickers_swap', (row) => {
      row.bidPx = '';
      row.bidSz = '';
    });
    expect([sink.tickers.length, sink.quotes.length]).toEqual([1, 0]);
  });

  it('gives an index price to every instrument on the index', () => {
    const { sink } = decode(fixture('ws_index_tickers'));
    expect(sink.marks.map(({ ix, indexPx, markPx }) => [ix, indexPx, markPx])).toEqual([
      [SWAP, 3119.6, Number.NaN],
      [5, 3119.6, Number.NaN],
    ]);
  });

  it('takes fundingRate for the settlement at fundingTime, and the interval from the two times', () => {
    expect(decode(fixture('ws_funding_rate')).sink.marks[0]).toMatchObject({
      ix: SWAP,
      fundingRateFrac: 0.000112,
      followingFundingRateFrac: Number.NaN,
      nextFundingMs: 1_795_795_200_000,
      fundingIntervalHours: 4,
      markPx: Number.NaN,
    });
  });

  it('reads a candle as closed only when the venue says so', () => {
    const candle = (fields: readonly string[]): string =>
      JSON.stringify({ arg: { channel: 'candle1m', instId: 'ETH-USDT-SWAP' }, data: [fields] });
    const row = ['1795768200000', '3120', '3125.5', '3119', '3121', '450', '45', '140445'];
    expect(decode(candle([...row, '1'])).sink.candles[0]).toMatchObject({
      openMs: 1_795_768_200_000,
      close: 3121,
      volumeQty: 450,
      volumeQuote: 140_445,
      isClosed: true,
    });
    expect(decode(candle([...row, '0'])).sink.candles[0]?.isClosed).toBe(false);
    expect(decode(candle(row.slice(0, 4))).counters.malformed).toBe(1);
  });
});

describe('OkxDecoder: liquidations', () => {
  it('takes a forced sale for a liquidated long and a forced purchase for a short, net mode included', () => {
    const { sink, counters } = decode(fixture('ws_liquidation_orders'));
    expect(counters.slow).toBe(1);
    expect(sink.liquidations).toMatchObject([
      { ix: SWAP, liquidatedSide: 'LONG', px: 3098.4, qty: 57.3, isLowerBound: true, venueMs: 1_795_768_215_010 },
      { ix: SWAP, liquidatedSide: 'SHORT', px: 3131.9, qty: 4, isLowerBound: true, venueMs: 1_795_768_214_990 },
    ]);
  });

  it('names instruments nobody follows without counting the frame as unknown', () => {
    const { sink, counters } = decode(fixture('ws_liquidation_orders'), []);
    expect(sink.unknown).toContainEqual({ what: 'symbol', name: 'ETH-USDT-SWAP' });
    expect(counters).toMatchObject({ slow: 1, unknown: 0 });
  });

  it('hands on none of a frame with a broken order', () => {
    const { sink, counters } = decodeChanged('ws_liquidation_orders', (row) => (row.details[1].sz = '-4'));
    expect([sink.count, counters.malformed]).toEqual([0, 1]);
  });
});

describe('OkxDecoder: control frames', () => {
  it.each([
    [fixture('ws_ack'), { kind: 'confirmed-topic', topic: 'books:ETH-USDT-SWAP' }],
    [
      fixture('ws_ack').replace('"subscribe"', '"unsubscribe"'),
      { kind: 'unsubscribed-topic', topic: 'books:ETH-USDT-SWAP' },
    ],
    [fixture('ws_error'), { kind: 'rejected-request', requestId: 7, reason: '60018', mayRetry: false }],
    [
      fixture('ws_error').replace('60018', '60014'),
      { kind: 'rejected-request', requestId: 7, reason: '60014', mayRetry: true },
    ],
    [fixture('ws_error').replace('"id":"7",', ''), { kind: 'error', reason: '60018' }],
    ['pong', { kind: 'pong' }],
    [
      '{"event":"channel-conn-count","channel":"orders","connCount":"2","connId":"b71f0c2e"}',
      { kind: 'notice', text: 'channel-conn-count' },
    ],
  ])('%s', (text, control) => {
    const { sink, counters } = decode(text);
    expect(sink.controls).toEqual([control]);
    expect(counters.control).toBe(1);
  });

  it('hands on a notice with its code', () => {
    expect(decode(fixture('ws_notice')).sink.controls[0]).toMatchObject({
      kind: 'notice',
      text: expect.stringContaining('64008'),
    });
  });
});

/** Returns the value with the keys of every object in another order. */
function shuffled(value: any, random: () => number): any {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [random(), key, shuffled(inner, random)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, inner]) => [key, inner]));
}
