import { seededRandom } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { KeyRing } from './key-ring.ts';

describe('keys of a simulated venue', () => {
  it('are a function of the seed and of their order', () => {
    const first = (seed: number): string => new KeyRing('BINANCE', seededRandom(seed)).issue({}).apiKey;
    expect(first(1)).toBe(first(1));
    expect(first(1)).not.toBe(first(2));
    expect(first(1)).toHaveLength(64);
  });

  it('can trade and not withdraw unless it is asked for, and belong to an account of their own unless one is named', () => {
    const ring = new KeyRing('OKX', seededRandom(1));
    const plain = ring.issue({});
    const second = ring.issue({ canWithdraw: true, ipList: ['10.0.0.1'] });
    const same = ring.issue({ accountId: plain.accountId, isReadOnly: true });
    expect(plain).toMatchObject({ canTradeSpot: true, canTradeFutures: true, canWithdraw: false, ipList: [] });
    expect(plain.passphrase).not.toBe('');
    expect(second).toMatchObject({ canWithdraw: true, ipList: ['10.0.0.1'] });
    expect(second.accountId).not.toBe(plain.accountId);
    expect(same.accountId).toBe(plain.accountId);
  });

  it('are unknown once revoked, and carry the time they run out', () => {
    const ring = new KeyRing('KUCOIN', seededRandom(1));
    const { apiKey } = ring.issue({});
    expect(ring.expire(apiKey, 5)).toBe(true);
    expect(ring.find(apiKey)?.expiresMs).toBe(5);
    expect(ring.revoke(apiKey)).toBe(true);
    expect(ring.find(apiKey)).toBe(null);
    expect(ring.revoke(apiKey)).toBe(false);
  });
});
