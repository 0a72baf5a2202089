import {
  instrumentId,
  type DepthMessage,
  type FeedSubscription,
  type Instrument,
  type LiquidationMessage,
} from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { keyCode, newDecodeCounters, type DecodedSink, type FeedControl } from '../../kit/index.ts';
import { BybitDecoder } from './parse.ts';
import { BYBIT_KEYS } from './wire.ts';

function subscription(wireSymbol: string, ix: number, pxDecimals: number): FeedSubscription {
  const instrument = { id: instrumentId(wireSymbol, 'perp', 'BYBIT'), wireSymbol, kind: 'perp' } as Instrument;
  return { ix, instrument, scale: { pxDecimals } };
}

interface Heard {
  readonly what: string;
  readonly ix: number;
  readonly message: unknown;
  readonly isSnapshot?: boolean;
}

function scene() {
  const heard: Heard[] = [];
  const controls: FeedControl[] = [];
  const unknown: string[] = [];
  const keep = (what: string) => (ix: number, message: object) =>
    void heard.push({ what, ix, message: { ...message } });
  const out: DecodedSink = {
    onDepth: (ix, isSnapshot, depth) =>
      void heard.push({
        what: 'depth',
        ix,
        isSnapshot,
        message: { bids: levels(depth, true), asks: levels(depth, false), u: depth.lastSeq, venueMs: depth.venueMs },
      }),
    onQuote: keep('quote'),
    onTrade: keep('trade'),
    onMark: keep('mark'),
    onTicker: keep('ticker'),
    onCandle: keep('candle'),
    onLiquidation: keep('liquidation'),
    onControl: (control) => void controls.push(control),
    onOffTick: (ix, digits) => void heard.push({ what: 'off-tick', ix, message: digits }),
    onUnknown: (what, name) => void unknown.push(`${what} ${name}`),
    onRare: (channel) => void heard.push({ what: 'rare', ix: -1, message: channel }),
  };
  const counters = newDecodeCounters();
  const decoder = new BybitDecoder({
    product: 'linear',
    subscriptions: [subscription('BTCUSDT', 0, 2), subscription('GALAUSDT', 1, 5)],
    out,
    counters,
  });
  const feed = (frame: unknown): void => {
    const bytes = Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame));
    decoder.decode(bytes, 0, bytes.length, 1_795_000_000_000);
  };
  return { feed, heard, controls, unknown, counters, decoder };
}

function levels(depth: DepthMessage, isBid: boolean): number[][] {
  const [ticks, qty, count] = isBid
    ? [depth.bidTicks, depth.bidQty, depth.bidCount]
    : [depth.askTicks, depth.askQty, depth.askCount];
  return Array.from({ length: count }, (_, i) => [ticks[i]!, qty[i]!]);
}

const data = { s: 'BTCUSDT', b: [['64000.10', '0']], a: [['64000.3', '2.0']], u: 18, seq: 79 };
const expectedDepth = { bids: [[6_400_010, 0]], asks: [[6_400_030, 2]], u: 18, venueMs: 1_795_000_000_120 };

describe('BybitDecoder', () => {
  it('tells all its keys apart', () => {
    expect(new Set(BYBIT_KEYS.map(keyCode)).size).toBe(BYBIT_KEYS.length);
  });

  it.each([
    [
      'topic, type, ts',
      { topic: 'orderbook.50.BTCUSDT', type: 'delta', ts: 1_795_000_000_123, data, cts: 1_795_000_000_120 },
    ],
    [
      'topic, ts, type',
      { topic: 'orderbook.200.BTCUSDT', ts: 1_795_000_000_123, type: 'delta', data, cts: 1_795_000_000_120 },
    ],
    [
      'data first',
      { data, cts: 1_795_000_000_120, topic: 'orderbook.500.BTCUSDT', ts: 1_795_000_000_123, type: 'delta' },
    ],
    [
      'keys nobody knows',
      {
        x: { topic: '"' },
        topic: 'orderbook.50.BTCUSDT',
        type: 'delta',
        y: [1, [2]],
        ts: 1_795_000_000_123,
        data,
        cts: 1_795_000_000_120,
      },
    ],
  ])('reads a book delta whatever the order of keys: %s', (_name, frame) => {
    const { feed, heard, counters } = scene();
    feed(frame);
    expect(heard).toEqual([{ what: 'depth', ix: 0, isSnapshot: false, message: expectedDepth }]);
    expect(counters).toMatchObject({ slow: 0, malformed: 0 });
    expect(counters.fast + counters.keyed).toBe(1);
  });

  it('hands on a depth-1 book as a quote and keeps the side a delta leaves out', () => {
    const { feed, heard } = scene();
    feed({
      topic: 'orderbook.1.BTCUSDT',
      type: 'snapshot',
      ts: 1_795_000_000_123,
      data: { ...data, b: [['64000.10', '3']] },
    });
    feed({
      topic: 'orderbook.1.BTCUSDT',
      type: 'delta',
      ts: 1_795_000_000_124,
      data: { ...data, b: [['64000.20', '1']], a: [] },
    });
    expect(heard.map(({ what }) => what)).toEqual(['quote', 'quote']);
    expect(heard[1]!.message).toMatchObject({
      bidTicks: 6_400_020,
      bidQty: 1,
      askTicks: 6_400_030,
      askQty: 2,
      seq: -1,
    });
  });

  it('reads a liquidation side as the position’s: Buy means a long was closed', () => {
    const { feed, heard } = scene();
    const row = { T: 1_795_000_000_129, s: 'BTCUSDT', S: 'Buy', v: '0.514', p: '63420.00' };
    feed({
      topic: 'allLiquidation.BTCUSDT',
      type: 'snapshot',
      ts: 1_795_000_000_204,
      data: [row, { ...row, S: 'Sell' }],
    });
    expect(heard.map(({ message }) => (message as LiquidationMessage).liquidatedSide)).toEqual(['LONG', 'SHORT']);
    expect(heard[0]!.message).toMatchObject({
      px: 63_420,
      qty: 0.514,
      venueMs: 1_795_000_000_129,
      isLowerBound: false,
    });
  });

  it('takes S of a trade as the taker and hands on every row', () => {
    const { feed, heard } = scene();
    const row = {
      T: 1_795_000_000_120,
      s: 'BTCUSDT',
      S: 'Sell',
      v: '0.010',
      p: '64000.20',
      L: 'PlusTick',
      i: '20f43950',
      BT: false,
    };
    feed({
      topic: 'publicTrade.BTCUSDT',
      type: 'snapshot',
      ts: 1_795_000_000_121,
      data: [row, { ...row, S: 'Buy', i: '2' }],
    });
    expect(heard.map(({ message }) => message)).toEqual([
      { pxTicks: 6_400_020, qty: 0.01, takerSide: 'SELL', tradeId: '20f43950', venueMs: 1_795_000_000_120 },
      { pxTicks: 6_400_020, qty: 0.01, takerSide: 'BUY', tradeId: '2', venueMs: 1_795_000_000_120 },
    ]);
  });

  it('leaves unknown what a ticker delta does not carry', () => {
    const { feed, heard } = scene();
    feed({
      topic: 'tickers.BTCUSDT',
      type: 'delta',
      data: { symbol: 'BTCUSDT', markPrice: '64001.30', bid1Price: '64000.10' },
      cs: 9,
      ts: 1_795_000_000_123,
    });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({
      what: 'mark',
      message: { markPx: 64_001.3, indexPx: Number.NaN, fundingRateFrac: Number.NaN },
    });
  });

  it.each([
    ['a truncated frame', '{"topic":"orderbook.50.BTCUSDT","type":"delta","ts":17950000'],
    [
      'a size that is no number',
      { topic: 'orderbook.50.BTCUSDT', type: 'delta', ts: 1_795_000_000_123, data: { ...data, b: [['1', 'x']] } },
    ],
    [
      'a negative size',
      { topic: 'orderbook.50.BTCUSDT', type: 'delta', ts: 1_795_000_000_123, data: { ...data, b: [['1', '-1']] } },
    ],
    [
      'an object for levels',
      { topic: 'orderbook.50.BTCUSDT', type: 'delta', ts: 1_795_000_000_123, data: { ...data, b: {} } },
    ],
    [
      'a book without its number',
      { topic: 'orderbook.50.BTCUSDT', type: 'delta', ts: 1_795_000_000_123, data: { s: 'BTCUSDT', b: [], a: [] } },
    ],
    ['a book of no known type', { topic: 'orderbook.50.BTCUSDT', ts: 1_795_000_000_123, data }],
    [
      'a trade of an unknown side',
      { topic: 'publicTrade.BTCUSDT', ts: 1, data: [{ T: 1_795_000_000_120, S: 'Unknown', v: '1', p: '1', i: 'a' }] },
    ],
    [
      'one bad trade among good ones',
      { topic: 'publicTrade.BTCUSDT', ts: 1, data: [{ T: 1, S: 'Buy', v: '1', p: '1', i: 'a' }, { T: 1 }] },
    ],
    ['no JSON', 'hello'],
    ['an array', '[1,2]'],
    ['an empty frame', ''],
  ])('counts %s as malformed and hands nothing on', (_name, frame) => {
    const { feed, heard, counters } = scene();
    feed(frame);
    expect(heard).toEqual([]);
    expect(counters).toMatchObject({ malformed: 1, keyed: 0, fast: 0 });
  });

  it('fails at every cut of a frame, and never reads on behind it', () => {
    const whole = JSON.stringify({
      topic: 'orderbook.50.BTCUSDT',
      type: 'delta',
      ts: 1_795_000_000_123,
      data,
      cts: 1_795_000_000_120,
    });
    for (let cut = 0; cut < whole.length; cut += 1) {
      const { feed, heard, counters } = scene();
      feed(whole.slice(0, cut));
      expect(heard, `cut at ${cut}`).toEqual([]);
      expect(counters.malformed, `cut at ${cut}`).toBe(1);
    }
  });

  it('names channels and symbols nobody asked for', () => {
    const { feed, unknown, counters } = scene();
    feed({ topic: 'moonPhase.BTCUSDT', ts: 1, data: {} });
    feed({ topic: 'orderbook.50.NOBODYUSDT', type: 'delta', ts: 1, data });
    expect(unknown).toEqual(['channel moonPhase', 'symbol NOBODYUSDT']);
    expect(counters.unknown).toBe(2);
  });

  it('asks for a finer scale when a price has more digits than the tick', () => {
    const { feed, heard, counters } = scene();
    feed({
      topic: 'orderbook.50.BTCUSDT',
      type: 'delta',
      ts: 1_795_000_000_123,
      data: { ...data, b: [['64000.125', '1']] },
    });
    expect(heard).toEqual([{ what: 'off-tick', ix: 0, message: 3 }]);
    expect(counters.offTick).toBe(1);
  });

  it.each([
    [
      { success: true, ret_msg: '', conn_id: 'c', req_id: '7', op: 'subscribe' },
      { kind: 'confirmed-request', requestId: 7 },
    ],
    [{ success: true, ret_msg: 'pong', conn_id: 'c', op: 'ping' }, { kind: 'pong' }],
    [{ op: 'pong', args: ['1'], conn_id: 'c' }, { kind: 'pong' }],
    [
      { success: false, ret_msg: 'Invalid topic', conn_id: 'c', req_id: '8', op: 'subscribe' },
      { kind: 'rejected-request', requestId: 8, reason: 'Invalid topic', mayRetry: false },
    ],
    [
      { success: false, conn_id: '', op: '' },
      { kind: 'error', reason: '' },
    ],
  ])('reads the control frame %o', (frame, control) => {
    const { feed, controls, counters } = scene();
    feed(frame);
    expect(controls).toEqual([control]);
    expect(counters).toMatchObject({ control: 1, malformed: 0 });
  });
});
