import type { CarryCandidate, CarryPlanView, TriangleView, WhyNotCheck, WhyNotView } from '@riptide/core/engine';
import { buildOpportunity } from './link-values.fixture.ts';

/** Builders of what the arbitrage engine answers about pairs, triangles and carries: a plausible whole each. */

const AT_MS = 1_800_000_000_000;

export function buildCheck(more: Partial<WhyNotCheck> = {}): WhyNotCheck {
  return {
    check: 'entry-net',
    ok: false,
    weight: 'soft',
    value: 4.6128,
    bound: 10,
    unit: 'bps',
    missFrac: 0.53872,
    detail: 'entry net 4.6 bps, at least 10 bps',
    setting: 'min_entry_net_bps',
    ...more,
  };
}

export function buildWhyNot(more: Partial<WhyNotView> = {}): WhyNotView {
  return {
    opportunity: buildOpportunity(),
    atMs: AT_MS,
    checks: [
      buildCheck(),
      buildCheck({
        check: 'index-gap',
        ok: true,
        weight: 'hard',
        value: 0.001,
        bound: 0.01,
        missFrac: 0,
        setting: null,
      }),
    ],
    wouldPassAtBps: 10,
    ...more,
  };
}

export function buildTriangle(more: Partial<TriangleView> = {}): TriangleView {
  const step = {
    instrumentId: 'BTCUSDT.SPOT.BINANCE',
    symbol: 'BTCUSDT',
    side: 'BUY',
    fromAsset: 'USDT',
    toAsset: 'BTC',
    vwapPx: 64_000,
    feeBps: 10,
    inQty: 1_000,
    outQty: 0.0156,
    dustQty: 0.4,
  } as const;
  return {
    id: 'BINANCE:USDT>BTC>ETH>USDT',
    venue: 'BINANCE',
    assets: ['USDT', 'BTC', 'ETH'],
    steps: [step, step, step],
    startQty: 1_000,
    endQty: 997.2,
    netBps: -28,
    oldestBookMs: 40,
    policy: 'evaluation_only',
    policyReason: 'triangles are only evaluated',
    ...more,
  };
}

function buildCarryCandidate(more: Partial<CarryCandidate> = {}): CarryCandidate {
  return {
    longId: 'BTCUSDT.PERP.BINANCE',
    longVenue: 'BINANCE',
    longMarket: 'perp',
    shortId: 'BTCUSDT.PERP.BYBIT',
    shortVenue: 'BYBIT',
    shortMarket: 'perp',
    longRateFrac: 0.0001,
    longIntervalHours: 8,
    longNextMs: AT_MS + 3_600_000,
    longSettledFrac: 0.00009,
    shortRateFrac: 0.0013,
    shortIntervalHours: 8,
    shortNextMs: AT_MS + 3_600_000,
    shortSettledFrac: null,
    edgePerHourBps: 1.5,
    isBlended: false,
    longSettlements: 6,
    shortSettlements: 6,
    holdIncomeBps: 72,
    nextSettlementMs: AT_MS + 3_600_000,
    sizeUsd: 100,
    isCut: false,
    feesBps: 20,
    entrySpreadBps: 1,
    exitSpreadBps: 1,
    spreadBps: 2,
    costBps: 22,
    netBps: 50,
    aprGrossPct: 131.4,
    aprNetPct: 91.25,
    breakEvenHours: 14.667,
    breakEvenPayments: 2,
    breakEvenMs: AT_MS + 36_000_000,
    sameSignFrac: 0.9,
    periods: 90,
    variation: 0.4,
    capacityUsd: 25_000,
    isWorthIt: true,
    reason: 'pays after 2 settlements',
    ...more,
  };
}

export function buildCarryPlan(more: Partial<CarryPlanView> = {}): CarryPlanView {
  return {
    symbol: 'BTCUSDT',
    atMs: AT_MS,
    candidates: [buildCarryCandidate()],
    excluded: [{ instrumentId: 'BTCUSDT.SPOT.KUCOIN', reason: 'can not be borrowed', cause: 'data' }],
    best: { venue: 'BYBIT', side: 'short', counterVenue: 'BINANCE', counterMarket: 'perp' },
    reason: 'short at BYBIT, long at BINANCE',
    ...more,
  };
}
