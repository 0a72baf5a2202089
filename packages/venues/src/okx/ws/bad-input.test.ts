/* oxlint-disable typescript/no-explicit-any -- frames are changed at will here, against their types */
import { seededRandom } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { decode, decodeChanged, RECV_MS, SUBSCRIPTIONS, SWAP } from '../../../test/okx/decode-one.ts';
import { fixture } from '../../../test/okx/fixture.ts';
import { RecordingSink } from '../../../test/recording-sink.ts';
import { newDecodeCounters } from '../../kit/index.ts';
import { OkxDecoder } from './parse.ts';

describe('OkxDecoder: bad input', () => {
  const NAMES = [
    'ws_books_snapshot',
    'ws_books_update',
    'ws_bbo_tbt',
    'ws_trades',
    'ws_tickers_swap',
    'ws_mark_price',
    'ws_funding_rate',
    'ws_liquidation_orders',
  ];

  it.each(NAMES)('hands on nothing of %s cut anywhere', (name) => {
    const text = fixture(name);
    for (let length = 1; length < text.length; length += 1) {
      const { sink, counters } = decode(text.slice(0, length));
      expect([sink.count, counters.malformed], text.slice(0, length)).toEqual([0, 1]);
    }
  });

  it.each(NAMES)('comes to an end on %s cut where its buffer ends', (name) => {
    const text = fixture(name);
    for (let length = 1; length < text.length; length += 1) {
      const bytes = Buffer.from(text.slice(0, length));
      const counters = newDecodeCounters();
      new OkxDecoder({ product: 'v5', subscriptions: SUBSCRIPTIONS, out: new RecordingSink(), counters }).decode(
        bytes,
        0,
        bytes.length,
        RECV_MS,
      );
      expect(counters.malformed, text.slice(0, length)).toBe(1);
    }
  });

  it.each(NAMES)('hands on nothing of %s with a field of the wrong type', (name) => {
    for (const key of Object.keys(JSON.parse(fixture(name)).data[0])) {
      const { sink, counters } = decodeChanged(name, (row) => (row[key] = { a: [1] }));
      const isRead = counters.malformed === 1;
      // Fields we do not read may be anything; fields we read may not.
      expect(isRead ? sink.count : counters.fast + counters.keyed + counters.slow, key).toBe(isRead ? 0 : 1);
    }
    for (const key of ['asks', 'bids', 'ts', 'px', 'sz', 'side', 'markPx', 'fundingTime', 'details', 'last']) {
      if (JSON.parse(fixture(name)).data[0][key] === undefined) continue;
      expect(decodeChanged(name, (row) => (row[key] = { a: [1] })).counters.malformed, key).toBe(1);
    }
  });

  it.each([
    ['a negative size', (row: any): unknown => (row.bids[0][1] = '-1')],
    ['a size that is no number', (row: any): unknown => (row.bids[0][1] = 'NaN')],
    ['a size that is but a point', (row: any): unknown => (row.bids[0][1] = '.')],
    ['a price that is but a point', (row: any): unknown => (row.bids[0][0] = '.')],
    ['an empty size', (row: any): unknown => (row.bids[0][1] = '')],
    ['a negative price', (row: any): unknown => (row.bids[0][0] = '-3120.5')],
    ['a level of one field', (row: any): unknown => (row.bids[0] = ['3120.5'])],
    ['no asks', (row: any) => delete row.asks],
    ['no time', (row: any) => delete row.ts],
    ['an action that does not exist', (_: any, frame: any) => (frame.action = 'partial')],
    ['no action', (_: any, frame: any) => delete frame.action],
    ['data that is no list', (_: any, frame: any) => (frame.data = {})],
    ['no data', (_: any, frame: any) => delete frame.data],
    ['no argument', (_: any, frame: any) => delete frame.arg],
  ] as [string, (row: any, frame: any) => unknown][])('refuses a book with %s', (_what, change) => {
    const { sink, counters } = decodeChanged('ws_books_snapshot', change);
    expect([sink.count, counters.malformed]).toEqual([0, 1]);
  });

  it('refuses what is no frame at all', () => {
    for (const text of ['', 'pung', '[]', '{}', 'null', '{"event":"subscribe"}', '{"event":5}'])
      expect(decode(text).counters.malformed, text).toBe(1);
  });

  it('names an unknown channel and an unknown instrument, once a frame', () => {
    const channel = decode(fixture('synthetic_ws_unknown_channel'));
    expect([channel.sink.unknown, channel.counters.unknown]).toEqual([[{ what: 'channel', name: 'boks' }], 1]);
    const symbol = decode(fixture('ws_books_update'), []);
    expect([symbol.sink.unknown, symbol.counters.unknown]).toEqual([[{ what: 'symbol', name: 'ETH-USDT-SWAP' }], 1]);
  });

  it.each([
    ['ws_books_update', (row: any): unknown => (row.asks[0][0] = '3120.5125')],
    ['ws_bbo_tbt', (row: any): unknown => (row.asks[0][0] = '3120.5125')],
    ['ws_trades', (row: any): unknown => (row.px = '3120.5125')],
    ['ws_tickers_swap', (row: any): unknown => (row.bidPx = '3120.5125')],
  ] as const)(
    'reports a price of %s finer than the tick, and how fine it is, instead of rounding it',
    (name, change) => {
      const { sink, counters } = decodeChanged(name, change);
      expect([sink.depths.length, sink.quotes.length, sink.trades.length]).toEqual([0, 0, 0]);
      expect(sink.offTick).toEqual([{ ix: SWAP, digits: 4 }]);
      expect(counters).toMatchObject({ offTick: 1, malformed: 0 });
    },
  );

  it('reads with the finer scale once it is told', () => {
    const sink = new RecordingSink();
    const decoder = new OkxDecoder({
      product: 'v5',
      subscriptions: SUBSCRIPTIONS,
      out: sink,
      counters: newDecodeCounters(),
    });
    decoder.setDecimals(SWAP, 4);
    const bytes = Buffer.from(fixture('ws_trades').replace('3120.6', '3120.5125'));
    decoder.decode(bytes, 0, bytes.length, RECV_MS);
    expect(sink.trades[0]?.pxTicks).toBe(31_205_125);
  });

  it('never throws on bytes that were changed at random', () => {
    const random = seededRandom(7);
    for (const name of NAMES) {
      const clean = Buffer.from(fixture(name));
      for (let round = 0; round < 500; round += 1) {
        const bytes = Buffer.from(clean);
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        const counters = newDecodeCounters();
        new OkxDecoder({ product: 'v5', subscriptions: SUBSCRIPTIONS, out: new RecordingSink(), counters }).decode(
          bytes,
          0,
          bytes.length,
          RECV_MS,
        );
        const { fast, keyed, slow, control, malformed, unknown } = counters;
        expect(fast + keyed + slow + control + malformed + unknown).toBe(1);
      }
    }
  });
});
