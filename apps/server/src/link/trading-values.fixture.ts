import { accountKey, type ExecutionMode, type Venue } from '@riptide/core/domain';
import type { AccountView, OrderView, PositionView, TradingStateView } from '@riptide/core/engine';

/** Builders of the trading core's views for tests: a plausible whole, of which a test changes what it is about. */

const AT_MS = 1_800_000_000_000;
const NO_STREAK = { losses: 0, lossesMax: 5, halts: 0, haltsMax: 3, haltEndMs: null, isOff: false };

export function buildAccount(
  venue: Venue,
  mode: ExecutionMode = 'paper',
  more: Partial<AccountView> = {},
): AccountView {
  return {
    account: accountKey(venue, mode),
    venue,
    mode,
    isActive: mode === 'paper',
    stream: { isLive: true, sinceMs: AT_MS, reason: null, reconnects: 0, lastEventMs: AT_MS },
    balances: [
      { scope: 'unified', asset: 'USDT', total: '10000', free: '9900', locked: '100', borrowed: '0', updatedMs: AT_MS },
    ],
    cashUsd: '10000',
    freeUsd: '9900',
    marginUsd: '100',
    unrealisedUsd: '1.2345',
    equityUsd: '10001.2345',
    holdingsUsd: '0',
    realisedGrossUsd: '0',
    feesUsd: '0',
    fundingUsd: '0',
    dayPnlUsd: '0',
    reconciledMs: AT_MS,
    fees: { spot: null, perp: { makerBps: 2, takerBps: 5 } },
    keySavedMs: AT_MS,
    keyCheck: 'answered',
    key: null,
    lastError: null,
    lastErrorCode: null,
    ...more,
  };
}

export function buildPosition(more: Partial<PositionView> = {}): PositionView {
  return {
    id: 'BYBIT:paper|BTCUSDT.PERP.BYBIT',
    account: 'BYBIT:paper',
    venue: 'BYBIT',
    mode: 'paper',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    symbol: 'BTCUSDT',
    side: 'long',
    qtyBase: '0.01',
    entryPx: '64000',
    markPx: '64100.5',
    notionalUsd: '641.005',
    unrealisedUsd: '1.005',
    realisedUsd: '0.5',
    feesUsd: '0.32',
    fundingUsd: '-0.01',
    leverage: 10,
    marginMode: 'isolated',
    marginUsd: '64.1005',
    liquidationPx: null,
    adlRank: null,
    roePct: '1.567850',
    stopPx: '62720',
    takeProfitPx: null,
    openedMs: AT_MS,
    ...more,
  };
}

export function buildOrder(more: Partial<OrderView> = {}): OrderView {
  return {
    clientOrderId: 'P1',
    venueOrderId: 'V1',
    account: 'BYBIT:paper',
    instrumentId: 'BTCUSDT.PERP.BYBIT',
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'limit',
    tif: 'GTC',
    role: 'entry',
    qtyBase: '0.01',
    px: '63000.1',
    triggerPx: null,
    cumQtyBase: '0',
    avgPx: null,
    state: 'open',
    isOurs: true,
    isReduceOnly: false,
    createdMs: AT_MS,
    updatedMs: AT_MS,
    ...more,
  };
}

const EVEN_CAPITAL: NonNullable<TradingStateView['capital']['paper']> = {
  totalUsd: '10000',
  byVenue: [
    { venue: 'BINANCE', usd: '2500.01' },
    { venue: 'BYBIT', usd: '2500' },
    { venue: 'OKX', usd: '2500' },
    { venue: 'KUCOIN', usd: '2499.99' },
  ],
  unallocatedUsd: '0',
};

export function buildTradingState(more: Partial<TradingStateView> = {}): TradingStateView {
  return {
    killLevel: 0,
    killReason: null,
    killedMs: null,
    conditions: [],
    cooldowns: [],
    settings: {},
    capital: { paper: EVEN_CAPITAL, live: null },
    dayPnlUsd: { paper: '12.34567', live: '0' },
    dayStartUnrealisedUsd: { paper: '0', live: '0' },
    dayStartEquityUsd: { paper: '10000', live: null },
    lossStreak: 0,
    lossStreaks: { paper: NO_STREAK, live: NO_STREAK },
    haltedUntilMs: null,
    liveVenues: [],
    disabledVenues: [],
    journal: { records: 1, failures: 0, lastSeq: 1 },
    isReady: true,
    blocks: [],
    darkBooks: [],
    ...more,
  };
}
