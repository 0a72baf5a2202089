import type { Decision, SnipingEngine, TrailingOrder, Verdict } from '@riptide/core/domain';
import type {
  ArmRow,
  CandidateView,
  CascadeView,
  DecisionDetail,
  DecisionRow,
  EngineView,
  SnipeView,
} from '@riptide/core/engine';
import { ARMS, DEFAULT_PAS_SETTINGS, settingsHash } from '@riptide/core/strategies';
import type { LinkLiquidation, LinkSniping } from './link-contract.ts';

/** Builders of the engines' views for tests: a plausible whole, of which a test changes what it is about. */

const AT_MS = 1_800_000_000_000;
const ARM = ARMS.find(({ armId }) => armId === 'fade-15-35x25-post') as (typeof ARMS)[number];

export function buildEngineView(engine: SnipingEngine, more: Partial<EngineView> = {}): EngineView {
  return {
    engine,
    isRunning: false,
    mode: 'auto',
    sinceMs: null,
    by: '',
    reason: 'never started',
    settings: DEFAULT_PAS_SETTINGS,
    settingsHash: settingsHash(DEFAULT_PAS_SETTINGS),
    account: 'BINANCE:paper',
    executionMode: 'paper',
    verdict: { ok: true, detail: 'paper needs no verdict' },
    picked: [],
    openTrades: 0,
    exposureUsd: '0',
    performance: {
      positionsOpened: 0,
      closedTrades: 0,
      winRateFrac: null,
      avgHoldMinutes: null,
      sharpe: null,
      pnlUsd: '0',
      bestUsd: null,
      worstUsd: null,
      maxDrawdownUsd: '0',
    },
    ...more,
  };
}

export function buildLiquidation(more: Partial<LinkLiquidation> = {}): LinkLiquidation {
  return {
    venue: 'BYBIT',
    market: 'perp',
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    px: 63_500.5,
    qtyBase: 1.5,
    usd: 95_250.75,
    isLowerBound: false,
    isInferred: false,
    venueMs: AT_MS,
    ...more,
  };
}

export function buildDecisionRow(more: Partial<DecisionRow> = {}): DecisionRow {
  return {
    decisionId: 'd00000000001',
    atMs: AT_MS,
    engine: 'pas-trader',
    mode: 'auto',
    venue: 'BINANCE',
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    windowUsd: 250_000.129,
    thresholdUsd: 100_000,
    thresholdBy: 'P95',
    count: 4,
    isLowerBound: true,
    eventIds: ['BYBIT|BTCUSDT|LONG|1800000000000|63500.5|1.5'],
    chosenArmId: ARM.armId,
    chosenBy: 'fixed',
    propensity: 1,
    action: 'blocked',
    reason: 'spread: 8.1 bps, at most 5',
    snipeId: null,
    expiresMs: null,
    netBps: null,
    trade: null,
    ...more,
  };
}

function buildDecision(more: Partial<Decision> = {}): Decision {
  return {
    decisionId: 'd00000000001',
    atMs: AT_MS,
    engine: 'pas-trader',
    mode: 'manual',
    venue: 'BINANCE',
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    trigger: {
      windowUsd: 250_000,
      thresholdUsd: 100_000,
      thresholdBy: 'P95',
      count: 4,
      isLowerBound: false,
      eventIds: ['e1', 'e2'],
      clusterId: '7',
    },
    values: { volatilityBps: 12.345, spreadBps: 1.25, bestNetBps: 21.5, listedDays: null },
    context: [1, 0.5],
    gates: [{ gate: 'spread', ok: true, detail: '1.25 bps, at most 5', value: 1.25, bound: 5 }],
    arms: [
      { armId: ARM.armId, isEligible: true, reason: null, meanBps: null, halfWidthBps: null, propensity: 1 },
      { armId: 'abstain', isEligible: true, reason: null, meanBps: null, halfWidthBps: null, propensity: 0 },
    ],
    chosenArmId: ARM.armId,
    chosenBy: 'fixed',
    propensity: 1,
    action: 'proposed',
    reason: 'waits for a person',
    snipeId: null,
    ...more,
  };
}

export function buildDetail(more: Partial<Decision> = {}): DecisionDetail {
  const decision = buildDecision(more);
  return {
    decision,
    outcome: {
      decisionId: decision.decisionId,
      symbol: decision.symbol,
      liquidatedSide: decision.liquidatedSide,
      context: decision.context,
      chosenArmId: decision.chosenArmId,
      propensity: 1,
      outcomes: [
        {
          armId: ARM.armId,
          isFilled: true,
          isReal: false,
          netBps: 28.12345,
          feesBps: 4,
          entryPx: 63_400,
          exitPx: 63_620,
          exit: 'take-profit',
          heldMs: 61_500,
        },
      ],
    },
    snipe: null,
  };
}

export function buildSnipe(more: Partial<SnipeView> = {}): SnipeView {
  return {
    snipeId: 's00000000001',
    decisionId: 'd00000000001',
    engine: 'pas-trader',
    account: 'BYBIT:paper',
    mode: 'paper',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    symbol: 'BTCUSDT',
    side: 'long',
    arm: ARM,
    state: 'open',
    wantedQtyBase: '0.015',
    attempts: 1,
    reprices: 0,
    openOrderIds: [],
    entryExpiresMs: null,
    filledQtyBase: '0.015',
    entryPx: '63400',
    stopPx: '63241.5',
    takeProfitPx: '63621.9',
    bestPx: '63500',
    isBreakEven: false,
    additions: 0,
    lastAdditionMs: null,
    startedMs: AT_MS,
    openedMs: AT_MS + 1_000,
    closedMs: null,
    exitPx: null,
    exit: null,
    netUsd: null,
    netBps: null,
    reason: 'in the market',
    heldQtyBase: '0.015',
    markPx: '63450',
    ...more,
  };
}

export function buildTrailing(more: Partial<TrailingOrder> = {}): TrailingOrder {
  return {
    orderId: 'tp-1',
    venue: 'BINANCE',
    symbol: 'BTCUSDT',
    side: 'BUY',
    entryPx: '64000',
    qtyBase: '0.01',
    initialTakeProfitPx: '65280',
    trailingDistanceFrac: 0.02,
    maxTrailingFrac: 0.05,
    state: 'initial',
    currentTakeProfitPx: '65280',
    bestPx: null,
    clientOrderId: null,
    createdMs: AT_MS,
    updatedMs: AT_MS,
    reason: 'not started',
    ...more,
  };
}

export function buildCandidate(more: Partial<CandidateView> = {}): CandidateView {
  return {
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    atMs: AT_MS,
    windowUsd: 80_000,
    windowCount: 2,
    isLowerBound: false,
    thresholdUsd: 100_000,
    progressFrac: 0.8,
    stretchBps: 42.5,
    gatesPassed: 18,
    gatesTotal: 20,
    failedGates: [{ gate: 'trigger-size', ok: false, detail: '80,000 of 100,000 USD', value: 80_000, bound: 100_000 }],
    blockedBy: 'trigger-size: 80,000 of 100,000 USD',
    eligibleArms: 12,
    ...more,
  };
}

export function buildCascade(more: Partial<CascadeView> = {}): CascadeView {
  return {
    clusterId: '7',
    startedMs: AT_MS - 4_000,
    lastMs: AT_MS,
    events: 12,
    usd: 1_250_000,
    usdPerS: 312_500,
    venues: ['BYBIT', 'BINANCE'],
    leadVenue: 'BYBIT',
    leadMs: 212,
    isRunning: true,
    symbol: 'BTCUSDT',
    liquidatedSide: 'LONG',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    isLowerBound: true,
    startPx: 64_000,
    extremeBps: -78.5,
    afterBps: null,
    ...more,
  };
}

export function buildArm(more: Partial<ArmRow> = {}): ArmRow {
  return {
    arm: ARM,
    chosen: 3,
    outcomes: 9,
    fills: 6,
    realFills: 2,
    winRateFrac: 0.5,
    meanNetBps: 4.5,
    stdNetBps: 30,
    lastNetBps: -12,
    ...more,
  };
}

export function buildSniping(more: Partial<LinkSniping> = {}): LinkSniping {
  return {
    decisionsMade: 7,
    verdicts: [],
    overrides: [],
    shadows: { followed: 36, begun: 72, told: 1, closedEarly: 0, interrupted: 0 },
    faults: { untradeable: 0, unwritten: 0, refusedSettings: [] },
    leadLag: [{ leadVenue: 'BYBIT', lagVenue: 'BINANCE', medianMs: 180, firstFrac: 0.75, n: 8 }],
    counters: { events: 40 },
    ...more,
  };
}

export function buildVerdict(more: Partial<Verdict> = {}): Verdict {
  return {
    subject: 'pas-trader',
    verdict: 'edge',
    edgeBps: 6.5,
    lowBps: 1.25,
    highBps: 11.75,
    trades: 212,
    placeboBps: { 'random-side': 0.1, 'inverted-side': null },
    settingsHash: settingsHash(DEFAULT_PAS_SETTINGS),
    source: 'recordings',
    madeMs: AT_MS,
    ...more,
  };
}
