import { describe, expect, it } from 'vitest';
import { buildRiskRequest, NOW_MS, type RequestOver } from '../build-risk-request.fixture.ts';
import type { RiskPosition } from '../risk-request.ts';
import { fundingWindowGate } from './funding-window.ts';
import { maxConcurrentGate } from './max-concurrent.ts';
import { netExposureGate } from './net-exposure.ts';

function alone(view: NonNullable<RequestOver['view']> = {}, over: RequestOver = {}) {
  return buildRiskRequest({ ...over, view });
}

function paired(view: NonNullable<RequestOver['view']> = {}, over: RequestOver = {}) {
  return buildRiskRequest({ ...over, view: { ...view, pairedBase: '-1' } });
}

const LARGE: RequestOver = { order: { qtyBase: '1' } };

function held(over: Partial<RiskPosition>): RiskPosition {
  return {
    account: 'BINANCE:paper',
    instrumentId: 'BTCUSDT.PERP.BINANCE' as RiskPosition['instrumentId'],
    baseAsset: 'BTC',
    qtyBase: '0.01',
    entryPx: '50000',
    markPx: '50000',
    liquidationPx: null,
    leverage: 5,
    entryCount: 9,
    ...over,
  };
}

describe('a pair before the gates', () => {
  it('is net flat: its legs add up to nothing', () => {
    expect(netExposureGate(alone({}, LARGE)).ok).toBe(false);
    expect(netExposureGate(paired({}, LARGE))).toMatchObject({ ok: true, value: '0' });
  });

  it('keeps away from a settlement only as long as its legs need to be filled', () => {
    const near = { fundingNextMs: NOW_MS + 60_000 };
    expect(fundingWindowGate(alone(near)).ok).toBe(false);
    expect(fundingWindowGate(paired(near)).ok).toBe(true);
    expect(fundingWindowGate(paired({ fundingNextMs: NOW_MS + 9_999 })).ok).toBe(false);
    expect(fundingWindowGate(paired({ fundingNextMs: null })).ok).toBe(false);
  });

  it('adds to no position of its own, and still counts as one symbol', () => {
    const positions = [held({})];
    expect(maxConcurrentGate(alone({ positions })).ok).toBe(false);
    expect(maxConcurrentGate(paired({ positions })).ok).toBe(true);
    const others = ['A', 'B', 'C', 'D', 'E'].map((name) =>
      held({ instrumentId: `${name}USDT.PERP.BINANCE` as RiskPosition['instrumentId'] }),
    );
    expect(maxConcurrentGate(paired({ positions: others })).ok).toBe(false);
  });
});

describe('coins that orders left behind', () => {
  const coins = ['A', 'B', 'C', 'D', 'E'].map((name) => `${name}USDT.SPOT.BINANCE` as RiskPosition['instrumentId']);

  it('are no symbol while they are worth less than 10 USD', () => {
    const dust = coins.map((instrumentId) => held({ instrumentId, qtyBase: '0.000199' }));
    expect(maxConcurrentGate(alone({ positions: dust })).ok).toBe(true);
    const worthIt = coins.map((instrumentId) => held({ instrumentId, qtyBase: '0.0002' }));
    expect(maxConcurrentGate(alone({ positions: worthIt })).ok).toBe(false);
  });
});
