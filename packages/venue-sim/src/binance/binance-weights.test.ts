import { describe, expect, it } from 'vitest';
import { BinanceWeights } from './binance-weights.ts';

function usedBy(weights: BinanceWeights, apiKey: string): number {
  return weights.take(weights.addressOf('127.0.0.1', apiKey), 40, 1_000).used;
}

describe('BinanceWeights', () => {
  it('counts every key of an address together', () => {
    const weights = new BinanceWeights('usdm', {});
    expect([usedBy(weights, 'a'), usedBy(weights, 'b'), usedBy(weights, '')]).toEqual([40, 80, 120]);
  });

  it('counts each key apart where a key stands for an address', () => {
    const weights = new BinanceWeights('usdm', { isKeyAnAddress: true });
    expect([usedBy(weights, 'a'), usedBy(weights, 'b'), usedBy(weights, ''), usedBy(weights, 'a')]).toEqual([
      40, 40, 40, 80,
    ]);
  });
});
