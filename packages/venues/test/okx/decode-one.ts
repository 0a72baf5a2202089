/* oxlint-disable typescript/no-explicit-any -- frames are changed at will here, against their types */
import type { DecodeCounters, FeedSubscription } from '@riptide/core/domain';
import { newDecodeCounters } from '../../src/kit/index.ts';
import { OkxDecoder } from '../../src/okx/ws/parse.ts';
import { fixture } from './fixture.ts';
import { RecordingSink } from '../recording-sink.ts';
import { subscriptionOf } from './subscriptions.ts';

export const SUBSCRIPTIONS = [
  subscriptionOf('ETH-USDT-SWAP', { ix: 3, pxDecimals: 2 }),
  subscriptionOf('ETH-USDT', { ix: 5, pxDecimals: 2 }),
  subscriptionOf('BTC-USDT-SWAP', { ix: 6, pxDecimals: 1 }),
];
export const SWAP = 3;
export const RECV_MS = 1_795_768_215_400;

export interface Decoded {
  readonly sink: RecordingSink;
  readonly counters: DecodeCounters;
}

export function decode(text: string, subscriptions: readonly FeedSubscription[] = SUBSCRIPTIONS): Decoded {
  const sink = new RecordingSink();
  const counters = newDecodeCounters();
  // The frame lies in the middle of other bytes, as in a socket's buffer.
  const bytes = Buffer.from(`"]}]}${text}]}{"arg"`);
  new OkxDecoder({ product: 'v5', subscriptions, out: sink, counters }).decode(
    bytes,
    5,
    5 + Buffer.byteLength(text),
    RECV_MS,
  );
  return { sink, counters };
}

/** Reads a fixture after a change of its first data row. */
export function decodeChanged(name: string, change: (row: any, frame: any) => void): Decoded {
  const frame = JSON.parse(fixture(name));
  change(frame.data[0], frame);
  return decode(JSON.stringify(frame));
}
