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
} as const;

/** Levels per side of the deepest spot book that needs no key (`level2_100`). */
export const SPOT_SNAPSHOT_LEVELS = 100;

/** Rows asked for in one candle request. Futures pages say 500 or, older, 200: the smaller one is never cut off. */
export const CANDLES_PER_CALL = { spot: 1_500, futures: 200 } as const;

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
