import { describe, expect, it } from 'vitest';
import { END_OF_OBJECT, keyCode } from '../../kit/index.ts';
import { argOf, CHANNEL, channelOf, OKX_KEYS, topicOf } from './wire.ts';

describe('keys', () => {
  it('have a code each, none that ends an object', () => {
    const codes = OKX_KEYS.map(keyCode);
    expect(new Set(codes).size).toBe(OKX_KEYS.length);
    expect(codes).not.toContain(END_OF_OBJECT);
  });
});

describe('channelOf', () => {
  it.each([
    ['books', CHANNEL.depth],
    ['books50-l2-tbt', CHANNEL.depth],
    ['books5', CHANNEL.fullDepth],
    ['trades-all', CHANNEL.trade],
    ['candle1Dutc', CHANNEL.candle],
    ['mark-price-candle1D', CHANNEL.rare],
    ['book', CHANNEL.unknown],
    ['candle', CHANNEL.unknown],
    ['orders', CHANNEL.unknown],
  ])('%s', (name, id) => {
    const bytes = Buffer.from(`xx${name}yy`);
    expect(channelOf(bytes, 2, bytes.length - 2)).toBe(id);
  });
});

describe('topicOf and argOf', () => {
  it.each([
    { channel: 'books', instId: 'BTC-USD_UM-SWAP' },
    { channel: 'liquidation-orders', instType: 'SWAP' },
  ])('%j goes there and back', (arg) => {
    expect(argOf(topicOf(arg))).toEqual(arg);
  });
});
