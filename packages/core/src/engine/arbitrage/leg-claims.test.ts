import { describe, expect, it } from 'vitest';
import type { ArbTrade, TradingRecord } from '../../domain/index.ts';
import { LegClaims } from './leg-claims.ts';

function record(state: ArbTrade['state']): TradingRecord {
  const trade = {
    arbId: 'a1',
    state,
    buy: { account: 'BINANCE:paper', instrumentId: 'BTCUSDT.PERP.BINANCE', side: 'BUY' },
    sell: { account: 'BYBIT:paper', instrumentId: 'BTCUSDT.PERP.BYBIT', side: 'SELL' },
  } as unknown as ArbTrade;
  return { kind: 'arb', trade, seq: 1, atMs: 0 };
}

const BYBIT = ['BYBIT:paper', 'BTCUSDT.PERP.BYBIT' as ArbTrade['sell']['instrumentId']] as const;

describe('what arbitrages hold', () => {
  it('is held from the plan to the certificate, also over a restart', () => {
    const claims = new LegClaims();
    claims.apply(record('planned'));
    expect(claims.sideOf(...BYBIT)).toBe('SELL');
    const restored = new LegClaims(claims.snapshot());
    restored.apply(record('naked'));
    expect(restored.sideOf(...BYBIT)).toBe('SELL');
    restored.apply(record('certified'));
    expect(restored.sideOf(...BYBIT)).toBeNull();
  });

  it('is held at its own account alone', () => {
    const claims = new LegClaims();
    claims.apply(record('hedged'));
    expect(claims.sideOf('BYBIT:live', BYBIT[1])).toBeNull();
  });
});
