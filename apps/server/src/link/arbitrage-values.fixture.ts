import { DEFAULT_ARBITRAGE_SETTINGS, type ArbLeg, type ArbTrade, type LegKey } from '@riptide/core/domain';
import type {
  ArbitrageView,
  ArbLearnerView,
  ArbPerformance,
  ArbPlanView,
  ArbTradeView,
  CarryRoundView,
} from '@riptide/core/engine';

/** Builders of the arbitrage engine's views for tests: a plausible whole, of which a test changes what it is about. */

const AT_MS = 1_800_000_000_000;
export const ARB_ID = 'a00000000001';
export const ROUND_ID = 'r00000000001';
const PAIR_ID = 'BTCUSDT.PERP.BINANCE>BTCUSDT.PERP.BYBIT';
const GUARDS = {
  stability: { score: 10, max: 10, isOff: false },
  breaker: { losses: 1, haltedUntilMs: null, halts: 0, isOff: false },
  tradesLastHour: 0,
} as const;

function buildLeg(key: LegKey, more: Partial<ArbLeg> = {}): ArbLeg {
  const venue = key === 'buy' ? 'BINANCE' : 'BYBIT';
  return {
    key,
    account: `${venue}:paper`,
    venue,
    market: 'perp',
    instrumentId: `BTCUSDT.PERP.${venue}`,
    side: key === 'buy' ? 'BUY' : 'SELL',
    plannedPx: key === 'buy' ? '64000' : '64100',
    limitPx: key === 'buy' ? '64032' : '64067.9',
    feeBps: 5,
    heldBefore: '0',
    entryBase: '0.002',
    entryPx: key === 'buy' ? '64000.5' : '64099.123456789012',
    exitBase: '0',
    exitPx: null,
    disasterStopPx: key === 'buy' ? '60800' : '67304.9',
    liquidationFrac: 0.48,
    dustBase: '0',
    firstFillMs: AT_MS + 40,
    ...more,
  };
}

/** A hedged trade that both venues have confirmed. */
export function buildArbTrade(more: Partial<ArbTradeView> = {}): ArbTradeView {
  return {
    arbId: ARB_ID,
    source: 'operator',
    roundId: null,
    pairId: PAIR_ID,
    symbol: 'BTCUSDT',
    mode: 'futures-futures',
    execution: 'paper',
    sequencing: 'parallel',
    state: 'hedged',
    phase: 'entry',
    first: 'buy',
    ladderSinceMs: AT_MS,
    buy: buildLeg('buy'),
    sell: buildLeg('sell'),
    wantedQtyBase: '0.002',
    orders: { buy: { entry: 1, exit: 0 }, sell: { entry: 2, exit: 0 } },
    expected: {
      grossBps: 15.61281,
      entryNetBps: 4.6128,
      roundTripNetBps: null,
      exitSpreadBps: null,
      fundingBps: 0.2,
      borrowBps: null,
      latencyReserveBps: 1,
      learnedNetBps: 3.9,
      fillProbability: 0.93,
    },
    repairMaxBps: 14.6128,
    bracket: 'panic',
    takeProfitBps: 35,
    stopLossBps: 25,
    exitSpreadBps: 0,
    maxHoldMs: 172_800_000,
    repairs: [
      {
        kind: 'complete',
        leg: 'sell',
        step: 1,
        qtyBase: '0.001',
        completionBps: 1.25,
        unwindBps: 6.5,
        atMs: AT_MS + 60,
        reason: 'completing costs less than unwinding',
      },
    ],
    judgedOrderIds: [],
    certificates: [
      {
        kind: 'hedged',
        ok: true,
        atMs: AT_MS + 300,
        legs: (['buy', 'sell'] as const).map((key) => {
          const { account, instrumentId } = buildLeg(key);
          const after = key === 'buy' ? '0.002' : '-0.002';
          return { key, account, instrumentId, before: '0', after, expected: after, residual: '0' };
        }),
        netBase: '0',
        toleranceBase: '0.001',
        text: 'both venues hold what was filled',
      },
    ],
    startedMs: AT_MS,
    hedgedMs: AT_MS + 100,
    exitStartedMs: null,
    closedMs: null,
    exitReason: null,
    result: null,
    by: 'operator',
    reason: 'both legs are filled',
    openNetUsd: '-0.1234567',
    openNetBps: -9.64,
    exitSpreadNowBps: 3.5,
    liquidationPct: { buy: 48.5, sell: 47.25 },
    adlRank: { buy: 1, sell: null },
    ...more,
  };
}

export function buildClosedArbTrade(more: Partial<ArbTradeView> = {}): ArbTradeView {
  return buildArbTrade({
    arbId: 'a00000000002',
    state: 'certified',
    phase: 'exit',
    closedMs: AT_MS + 60_000,
    exitReason: 'take-profit',
    result: {
      priceUsd: '0.55',
      feesUsd: '0.2561',
      fundingUsd: '0.0123',
      borrowUsd: '0',
      netUsd: '0.3062',
      netBps: 23.92,
    },
    openNetUsd: null,
    openNetBps: null,
    exitSpreadNowBps: null,
    ...more,
  });
}

export function buildRound(more: Partial<CarryRoundView> = {}): CarryRoundView {
  return {
    roundId: ROUND_ID,
    arbId: ARB_ID,
    symbol: 'BTCUSDT',
    venue: 'BYBIT',
    side: 'short',
    longId: 'BTCUSDT.PERP.BINANCE',
    shortId: 'BTCUSDT.PERP.BYBIT',
    execution: 'paper',
    notionalUsd: '100',
    state: 'ready',
    plan: { edgePerHourBps: 1.5, costBps: 22, exitSpreadBps: 1, breakEvenHours: 14.667, aprPct: 31.4 },
    settlements: 2,
    fundingUsd: '0.24',
    createdMs: AT_MS,
    openedMs: AT_MS + 200,
    closedMs: null,
    exitReason: null,
    result: null,
    by: 'operator',
    reason: 'collects funding',
    priceUsd: '-0.05',
    feesUsd: '0.1',
    borrowUsd: '0',
    netUsd: '0.09',
    nextSettlementMs: AT_MS + 3_600_000,
    edgePerHourBps: 1.4,
    breakEvenMs: AT_MS + 7_200_000,
    liquidationPct: { buy: 48, sell: 47 },
    marginLeftPct: { buy: 99, sell: 98 },
    adlRank: { buy: null, sell: null },
    warning: null,
    rebalance: null,
    ...more,
  };
}

export function buildArbLearner(more: Partial<ArbLearnerView> = {}): ArbLearnerView {
  return {
    isRunning: true,
    isFrozen: false,
    samples: 120.5,
    realSamples: 12,
    estimates: [
      {
        buyVenue: 'BINANCE',
        buyMarket: 'perp',
        sellVenue: 'BYBIT',
        sellMarket: 'perp',
        sizeUpToUsd: 250,
        samples: 80,
        realSamples: 8,
        fillProbability: 0.9312345,
        slippageBps: 0.4,
        latencyCostBps: 0.7,
        adverseBps: 0.2,
        latencyMs: 84.126,
      },
    ],
    calibration: [{ fromBps: 0, toBps: 5, trades: 12, predictedBps: 3, learnedBps: 2, realisedBps: 1.9 }],
    meanErrorBps: -1.1,
    meanLearnedErrorBps: -0.1,
    meanAbsErrorBps: 1.5,
    meanAbsLearnedErrorBps: 0.6,
    lastSamples: [],
    ...more,
  };
}

function buildFigures(more: Partial<ArbPerformance> = {}): ArbPerformance {
  return {
    trades: 4,
    unpriced: 0,
    wins: 3,
    netUsd: '1.23456',
    priceUsd: '2.5',
    feesUsd: '1.3',
    fundingUsd: '0.03456',
    borrowUsd: '0',
    executedToday: 2,
    aborted: 1,
    naked: 0,
    successPct: 75,
    ...more,
  };
}

export function buildArbitrage(more: Partial<ArbitrageView> = {}): ArbitrageView {
  return {
    atMs: AT_MS,
    settings: DEFAULT_ARBITRAGE_SETTINGS,
    trades: [buildArbTrade(), buildClosedArbTrade()],
    rounds: [buildRound()],
    dust: [
      {
        account: 'OKX:paper',
        instrumentId: 'BTCUSDT.SPOT.OKX',
        qtyBase: '0.0000123',
        fromArbId: ARB_ID,
        text: 'less than the smallest order',
      },
    ],
    learner: buildArbLearner(),
    performance: {
      paper: buildFigures(),
      live: buildFigures({ trades: 0, wins: 0, netUsd: '0', executedToday: 0, aborted: 0, successPct: null }),
    },
    cooldowns: [{ pairId: PAIR_ID, mode: 'paper', endsMs: AT_MS + 10_000, reason: 'after a trade' }],
    stability: { score: 10, max: 10, isOff: false },
    breaker: { losses: 1, haltedUntilMs: null, halts: 0, isOff: false },
    guards: { paper: GUARDS, live: GUARDS },
    troubles: [],
    blocks: [],
    seen: { found: 412, entryPositive: 31, roundTripPositive: 0 },
    auto: { isOn: false, tradesLastHour: 0, lastRefusal: null, refusals: {} },
    ...more,
  };
}

export function buildArbPlan(more: Partial<ArbPlanView> = {}): ArbPlanView {
  const {
    openNetUsd: _usd,
    openNetBps: _bps,
    exitSpreadNowBps: _exit,
    liquidationPct: _pct,
    adlRank: _adl,
    ...trade
  } = buildArbTrade({
    state: 'planned',
    certificates: [],
    repairs: [],
  });
  const pass = { gate: 'kill-switch', ok: true, code: null, detail: 'off', value: null, bound: null } as const;
  return {
    trade: trade satisfies ArbTrade,
    gates: [
      { ...pass, leg: 'buy' },
      { ...pass, leg: 'sell' },
    ],
    isAllowed: true,
    refusal: null,
    minNotionalUsd: '60.2',
    ...more,
  };
}
