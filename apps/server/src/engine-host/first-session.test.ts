import { describe, expect, it } from 'vitest';
import { DEFAULT_SESSION } from '../storage/trading-db/arbitrage-session-repository.ts';
import { firstSession } from './first-session.ts';

describe('firstSession', () => {
  it('scans by itself at the very first start over the simulated market only, so that a stop is remembered', () => {
    expect(firstSession(null, 'sim')).toEqual({
      minEntryNetBps: 5,
      maxPositionUsd: 1_000,
      venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
    });
    expect(firstSession({ ...DEFAULT_SESSION, isActive: false }, 'sim')).toBeNull();
    for (const market of ['replay', 'live', 'testnet'] as const) expect(firstSession(null, market)).toBeNull();
  });
});
