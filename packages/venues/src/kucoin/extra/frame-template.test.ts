import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { RecordingSink, subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import { newDecodeCounters } from '../../kit/index.ts';
import { KucoinDecoder } from '../ws/parse.ts';
import { newDecoderState } from './decoder-state.ts';
import { FRAME, FrameTemplate } from './frame-template.ts';

const SUBSCRIPTIONS = [subscriptionFor(0, 'ETH-USDT', 2), subscriptionFor(1, 'XBTUSDTM', 1, { qtyScale: 0.001 })];
const MS = 1_795_768_215_123;

function decode(text: string, behind = '') {
  const sink = new RecordingSink(SUBSCRIPTIONS);
  const counters = newDecodeCounters();
  const rowFloor = new Float64Array(2).fill(3);
  const bytes = Buffer.from(`77${text}${behind}`, 'latin1');
  const state = newDecoderState({ subscriptions: SUBSCRIPTIONS, out: sink, counters, rowFloor });
  new KucoinDecoder(state).decode(bytes, 2, 2 + text.length, 0);
  return { sink, counters };
}

/** Whether the template alone reads the frame. */
function isTemplate(text: string): boolean {
  const state = newDecoderState({
    subscriptions: SUBSCRIPTIONS,
    out: new RecordingSink(SUBSCRIPTIONS),
    counters: newDecodeCounters(),
  });
  return new FrameTemplate(state).read(Buffer.from(text), 0, text.length) !== FRAME.none;
}

/** What a frame told. White space in front sends the same frame to the readers behind the template. */
function heard(text: string) {
  const { events, offTicks, unknown } = decode(text).sink;
  return { events, offTicks, unknown };
}

const number = fc.oneof(
  fc.tuple(fc.nat(999_999), fc.nat(99)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom('0', '7', '3121.40', '91250.5', '1e-7', '12345678901.5', '.', '.5', '5.', '', '-1', '99999999.9'),
);
const row = fc.tuple(number, number, fc.nat(9).map(String));
const rows = fc.array(row, { maxLength: 3 }).map((list) => JSON.stringify(list));
const side = fc.constantFrom('buy', 'sell', 'hold');

type Parts = readonly [topic: string, subject: string, data: string];
const parts: fc.Arbitrary<Parts> = fc.oneof(
  fc
    .tuple(number, side, number)
    .map(([px, taken, qty]): Parts => [
      '/contractMarket/level2:XBTUSDTM',
      'level2',
      `{"sequence":18,"change":"${px},${taken},${qty}","timestamp":${MS}}`,
    ]),
  fc
    .tuple(number, number, fc.nat(900))
    .map(([bid, ask, lots]): Parts => [
      '/contractMarket/tickerV2:XBTUSDTM',
      'tickerV2',
      `{"symbol":"XBTUSDTM","sequence":19,"bestBidSize":${lots},"bestBidPrice":"${bid}","bestAskPrice":"${ask}","bestAskSize":7,"ts":${MS}000000}`,
    ]),
  fc
    .tuple(number, number, number)
    .map(([bid, ask, qty]): Parts => [
      '/market/ticker:ETH-USDT',
      'trade.ticker',
      `{"bestAsk":"${ask}","bestAskSize":"${qty}","bestBid":"${bid}","bestBidSize":"2","price":"3121.4","sequence":"20","size":"0.02","time":${MS}}`,
    ]),
  fc
    .tuple(rows, rows)
    .map(([asks, bids]): Parts => [
      '/market/level2:ETH-USDT',
      'trade.l2update',
      `{"changes":{"asks":${asks},"bids":${bids}},"sequenceEnd":20,"sequenceStart":11,"symbol":"ETH-USDT","time":${MS}}`,
    ]),
);

const ORDERS = [
  ([topic, subject, data]: Parts) => `{"topic":"${topic}","type":"message","subject":"${subject}","data":${data}}`,
  ([topic, subject, data]: Parts) => `{"type":"message","topic":"${topic}","subject":"${subject}","data":${data}}`,
  ([topic, subject, data]: Parts) => `{"data":${data},"subject":"${subject}","topic":"${topic}","type":"message"}`,
] as const;
const frames = fc.tuple(parts, fc.constantFrom(...ORDERS)).map(([of, order]) => order(of));

const PLAIN: readonly Parts[] = [
  ['/contractMarket/level2:XBTUSDTM', 'level2', `{"sequence":18,"change":"91250.5,sell,83","timestamp":${MS}}`],
  [
    '/contractMarket/tickerV2:XBTUSDTM',
    'tickerV2',
    `{"symbol":"XBTUSDTM","sequence":19,"bestBidSize":120,"bestBidPrice":"91250.4","bestAskPrice":"91250.5","bestAskSize":83,"ts":${MS}000000}`,
  ],
  [
    '/market/ticker:ETH-USDT',
    'trade.ticker',
    `{"bestAsk":"3121.4","bestAskSize":"0.75","bestBid":"3120.8","bestBidSize":"2.031","price":"3121.4","sequence":"20","size":"0.02","time":${MS}}`,
  ],
  [
    '/market/level2:ETH-USDT',
    'trade.l2update',
    `{"changes":{"asks":[["3121.4","0.75","12"],["0","0","13"]],"bids":[["3120.9","0","14"]]},"sequenceEnd":14,"sequenceStart":12,"symbol":"ETH-USDT","time":${MS}}`,
  ],
];
const usual = PLAIN.flatMap((of) => ORDERS.map((order) => order(of)));

describe('FrameTemplate', () => {
  it.each(usual)('reads %s', (text) => {
    expect(isTemplate(text)).toBe(true);
    expect(decode(text).counters).toMatchObject({ fast: 1, keyed: 0, slow: 0 });
  });

  prop.prop([frames], { numRuns: 400 })('says the same as the readers behind it', (text) => {
    expect(heard(text)).toEqual(heard(` ${text}`));
  });

  prop.prop([frames, fc.nat(), fc.integer({ min: 32, max: 126 })], { numRuns: 400 })(
    'leaves a frame with one other byte to them, or reads it alike',
    (text, at, byte) => {
      const cut = at % text.length;
      const other = text.slice(0, cut) + String.fromCharCode(byte) + text.slice(cut + 1);
      if (isTemplate(other)) expect(heard(other)).toEqual(heard(` ${other}`));
    },
  );

  it.each(usual)('reads nothing of %s cut anywhere, though its rest lies behind', (text) => {
    for (let cut = 0; cut < text.length; cut += 1) {
      const { counters, sink } = decode(text.slice(0, cut), text.slice(cut));
      expect([cut, sink.events.length, counters.fast]).toEqual([cut, 0, 0]);
    }
  });
});
