import { buildInstrument } from '../domain/build-instrument.fixture.ts';
import type { Condition, Instrument, OrderIntent } from '../domain/index.ts';
import { DEFAULT_RISK_LIMITS, type RiskLimits } from './risk-limits.ts';
import { NO_LOSSES } from './loss-streak.ts';
import type { RiskOpenEntry, RiskOrder, RiskPosition, RiskRequest, RiskView } from './risk-request.ts';

export const NOW_MS = 1_760_000_000_000;

export interface RequestOver {
  readonly order?: Partial<RiskOrder>;
  readonly intent?: Partial<OrderIntent>;
  readonly instrument?: Partial<Instrument> | null;
  readonly view?: Partial<RiskView>;
  readonly limits?: Partial<RiskLimits>;
}

/** Builds an entry that every gate allows: buy 0.01 BTC at 50,000 (500 USD) on a perp of Binance, on paper; `over` replaces what matters. */
export function buildRiskRequest(over: RequestOver = {}): RiskRequest {
  const instrument = over.instrument === null ? null : buildInstrument(over.instrument ?? {});
  const listed = instrument ?? buildInstrument();
  const isSpot = listed.kind === 'spot';
  const order: RiskOrder = {
    intentId: 'i1',
    source: 'operator',
    role: 'entry',
    venue: listed.venue,
    mode: 'paper',
    instrumentId: listed.id,
    side: 'BUY',
    type: 'limit',
    tif: 'IOC',
    qtyBase: '0.01',
    px: '50000',
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: isSpot ? null : 5,
    ...over.order,
  };
  const { venue: _venue, mode: _mode, ...wish } = order;
  const intent: OrderIntent = { ...wish, expectedNetBps: null, stopPx: null, createdMs: NOW_MS, ...over.intent };
  const limits = { ...DEFAULT_RISK_LIMITS, ...over.limits };
  return { order, intent, instrument, view: { ...quietView(listed, limits), ...over.view } };
}

function quietView(instrument: Instrument, limits: RiskLimits): RiskView {
  return {
    nowMs: NOW_MS,
    limits,
    killLevel: 0,
    isLiveConfirmed: false,
    isJournalOk: true,
    isVenueEnabled: true,
    isStreamLive: true,
    isReconciled: true,
    isFeedLive: true,
    bookAgeMs: 100,
    clockOffsetMs: 0,
    key: null,
    modes: { instrumentId: instrument.id, positionMode: 'one-way', marginMode: 'isolated', leverage: 5 },
    wantedPositionMode: 'one-way',
    wantedMarginMode: 'isolated',
    freeUsd: '10000',
    freeBase: '1',
    takerFeeFrac: '0.0005',
    positions: [],
    openEntries: [],
    equityUsd: '10000',
    dayPnlUsd: '0',
    dayStartEquityUsd: '40000',
    lossStreak: NO_LOSSES,
    cooldownEndMs: null,
    markPx: '50000',
    midPx: '50000',
    expectedPx: null,
    venueBand: { upFrac: null, downFrac: null },
    maintenanceMarginFrac: null,
    fundingNextMs: NOW_MS + 3_600_000,
    fundingRateFrac: '0.0001',
    allocationUsd: '5000',
    conditions: [],
  };
}

/** Builds a long of 0.01 BTC at Binance, on paper. */
export function buildRiskPosition(over: Partial<RiskPosition> = {}): RiskPosition {
  return {
    account: 'BINANCE:paper',
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    baseAsset: 'BTC',
    qtyBase: '0.01',
    entryPx: '50000',
    markPx: '50000',
    liquidationPx: null,
    leverage: 5,
    entryCount: 1,
    ...over,
  };
}

/** Builds an open entry of 0.005 BTC to buy at Binance, on paper. */
export function buildOpenEntry(over: Partial<RiskOpenEntry> = {}): RiskOpenEntry {
  return {
    account: 'BINANCE:paper',
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    baseAsset: 'BTC',
    side: 'BUY',
    qtyBase: '0.005',
    px: '50000',
    leverage: 5,
    ...over,
  };
}

export function buildCondition(over: Partial<Condition> = {}): Condition {
  return {
    key: 'c1',
    kind: 'unknown-order',
    account: 'BINANCE:paper',
    instrumentId: 'BTCUSDT.PERP.BINANCE',
    text: 'order Pi100 is unknown',
    sinceMs: NOW_MS,
    ...over,
  };
}
