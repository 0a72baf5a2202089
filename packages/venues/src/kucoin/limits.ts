/** What KuCoin allows and costs, from its rate limit and WebSocket pages (docs/venues/kucoin.md#limits). */

/** The public pool holds 2000 per 30 s and address, spot and futures together; a fifth is left for other programs. */
export const PUBLIC_POOL = { capacity: 1_600, windowMs: 30_000, waitersMax: 256 } as const;

/** Weights of the public endpoints in that pool. */
export const WEIGHTS = {
  bulletPublic: 10,
  spotTimestamp: 3,
  spotSymbols: 4,
  spotAllTickers: 15,
  spotPartOrderBook: 2,
  spotCandles: 3,
  futuresContracts: 3,
  futuresFullOrderBook: 3,
  futuresKlines: 3,
  futuresFundingRate: 2,
  futuresFundingHistory: 5,
  marginSymbols: 3,
} as const;

/** Levels per side of the deepest spot book that needs no key (`level2_100`). */
export const SPOT_SNAPSHOT_LEVELS = 100;

/** Rows asked for in one candle request. Futures pages say 500 or, older, 200: the smaller one is never cut off. */
export const CANDLES_PER_CALL = { spot: 1_500, futures: 200 } as const;

/** No page says how many past funding rates one answer holds: after every answer with one, the rest of the span is asked for. */
export const FUNDING_ROWS_SURE = 1;

/** The error page says 300 topics a connection, the newer guide 400 for spot and no limit for futures: the smallest holds. */
export const TOPICS_PER_CONNECTION = 300;
export const TOPICS_PER_MESSAGE = 100;
/** 100 client messages per 10 s and connection, heartbeats included. */
export const MESSAGES_PER_SECOND = 8;
/** Interval in force until the token answer names one. */
export const PING_INTERVAL_MS = 18_000;
/** How long 429000 without a reset header closes the pool, and what the futures block and the edge's block take. */
export const RATE_LIMIT_WAIT_MS = 3_000;
export const FUTURES_BLOCK_MS = 10_000;
export const EDGE_BLOCK_MS = 30_000;

/**
 * The three pools of a key, each reset every 30 s (the lowest tier: 4000, 2000, 2000); a tenth is left for other programs of the
 * same user.
 */
export const PRIVATE_POOLS = {
  spot: { capacity: 3_600, windowMs: 30_000 },
  futures: { capacity: 1_800, windowMs: 30_000 },
  management: { capacity: 1_800, windowMs: 30_000 },
} as const;
export type KucoinPool = keyof typeof PRIVATE_POOLS;
/** Share of each pool that only calls which reduce risk may use. */
export const RESERVE_FRAC = 0.2;
/** Longest wait of a read for weight. */
export const READ_WAIT_MAX_MS = 10_000;

/** Weights of the private endpoints. */
export const PRIVATE_WEIGHTS = {
  bulletPrivate: 10,
  addOrder: 2,
  cancelOrder: 1,
  orderList: 2,
  orderDetail: 5,
  stopOrderList: 6,
  fills: 5,
  positions: 2,
  positionsHistory: 2,
  settings: 2,
  accountOverview: 5,
  transactionHistory: 2,
  fundingHistory: 5,
  tradeFees: 3,
  hfAddOrder: 1,
  hfCancelOrder: 1,
  hfQuery: 2,
  deadCancelAll: 2,
  accounts: 5,
  ledgers: 2,
  apiKey: 20,
  accountMode: 60,
  borrowRate: 2,
} as const;

/** Coins that one question about loan rates may name. */
export const BORROW_COINS_MAX = 50;

/** Rows asked for on one page. */
export const PAGE_ROWS = { futuresOrders: 100, futuresFills: 500, hf: 100, transactions: 50, positions: 200 } as const;
/** Pages read before a history counts as too long to be told whole. */
export const PAGES_MAX = 50;
/** Widest time range of a fills query. */
export const FILLS_RANGE_MS = 7 * 86_400_000;
/** Bounds of the spot dead-man timer in seconds, and how many pairs it can be told. */
export const DEAD_MAN = { minS: 5, maxS: 86_400, symbolsMax: 50 } as const;
