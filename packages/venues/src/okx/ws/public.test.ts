import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { subscriptionOf } from '../../../test/okx/subscriptions.ts';
import { WeightBudget } from '../../kit/index.ts';
import { OkxPublicProtocol, topicsOf } from './public.ts';

const instrument = (name: string): Parameters<typeof topicsOf>[0] =>
  subscriptionOf(name, { ix: 0, pxDecimals: 2 }).instrument;

function protocol(): OkxPublicProtocol {
  const connects = new WeightBudget({
    clock: new VirtualClock(1_700_000_000_000),
    capacity: 1,
    windowMs: 400,
    waitersMax: 10,
  });
  return new OkxPublicProtocol('wss://example.test/ws/v5/public', connects);
}

describe('topicsOf', () => {
  it('asks for mark, index and funding of perps, by the name of the index', () => {
    expect(topicsOf(instrument('BTC-USD_UM-SWAP'), 'books')).toEqual([
      'books:BTC-USD_UM-SWAP',
      'bbo-tbt:BTC-USD_UM-SWAP',
      'trades:BTC-USD_UM-SWAP',
      'tickers:BTC-USD_UM-SWAP',
      'mark-price:BTC-USD_UM-SWAP',
      'index-tickers:BTC-USD',
      'funding-rate:BTC-USD_UM-SWAP',
    ]);
    expect(topicsOf(instrument('BTC-USDT'), 'books-l2-tbt')).toEqual([
      'books-l2-tbt:BTC-USDT',
      'bbo-tbt:BTC-USDT',
      'trades:BTC-USDT',
      'tickers:BTC-USDT',
    ]);
  });
});

describe('OkxPublicProtocol', () => {
  it('writes one message for many arguments, id as text', () => {
    expect(JSON.parse(protocol().encodeSubscribe(['books:BTC-USDT', 'liquidation-orders:#SWAP'], 7))).toEqual({
      id: '7',
      op: 'subscribe',
      args: [
        { channel: 'books', instId: 'BTC-USDT' },
        { channel: 'liquidation-orders', instType: 'SWAP' },
      ],
    });
  });

  it('beats with the text ping, well within the 30 s of the venue', () => {
    const { heartbeat } = protocol();
    expect(heartbeat.encode()).toBe('ping');
    expect(heartbeat.intervalMs).toBeLessThan(30_000);
  });
});
