/**
 * Documented limits and the share of them this adapter uses. Source of every figure: docs/venues/binance.md, limits.
 */

/** Request weight per minute and address: spot 6000, USD-M 2400. A token bucket may spend its content twice in a minute. */
export const REST_WEIGHT_PER_MINUTE = { spot: 2_900, usdm: 1_150 } as const;

/** What the venue allows per minute and address, less a tenth that is left to orders: its own count is held against it. */
export const REST_WEIGHT_SHARED = { spot: 5_400, usdm: 2_160 } as const;

export const REST_WINDOW_MS = 60_000;

/** Requests waiting for weight at once; one more is refused. */
export const REST_WAITERS_MAX = 64;

/** Weights by endpoint, for the `limit` this adapter asks with. */
export const REST_WEIGHT = {
  spot: { exchangeInfo: 20, depth: 50, klines: 2, ticker24hr: 80 },
  usdm: { time: 1, exchangeInfo: 1, depth: 20, klines: 5, ticker24hr: 40, fundingInfo: 1, fundingRate: 1 },
} as const;

/** Levels of a depth snapshot. Deeper ones cost five times the weight on spot and do not exist on USD-M. */
export const SNAPSHOT_LEVELS = 1_000;

/** Candles one request gives. USD-M would give 1500 at twice the weight. */
export const KLINES_PER_REQUEST = 1_000;

/** Rows of one page of past funding rates, the most there are. */
export const FUNDING_ROWS_PER_REQUEST = 1_000;

/** Messages a client may send per second: spot 5, USD-M 10, pings and pongs included. */
export const SOCKET_MESSAGES_PER_SECOND = { spot: 3, usdm: 6 } as const;

/** Streams per connection; 1024 are allowed, far fewer keep one loss small. */
export const STREAMS_PER_CONNECTION = 200;

/** Streams named in one subscribe message. */
export const STREAMS_PER_MESSAGE = 50;

/**
 * Request weight of the private calls per minute and address. The address is shared with the public side: every answer tells the
 * sum that the venue counted, and the pool is brought down to what is left of these.
 */
export const PRIVATE_WEIGHT_PER_MINUTE = { spot: 5_500, usdm: 2_200, sapi: 2_000 } as const;

/** Orders per 10 s and account: spot 100, USD-M 300 and 1200 a minute. A token bucket may spend its content twice in a window. */
export const ORDERS_PER_WINDOW = { spot: 48, usdm: 145 } as const;
export const ORDERS_WINDOW_MS = 10_000;

/** Share of every pool that only calls which reduce risk may use. */
export const RESERVE_FRAC = 0.2;

/** Longest wait of a private read for weight. */
export const READ_WAIT_MAX_MS = 10_000;

/** Rows of one page of trades, the most either product gives. */
export const TRADES_PER_REQUEST = 1_000;

/** A listen key dies after 60 minutes without a sign of life. */
export const LISTEN_KEY_KEEP_EVERY_MS = 30 * 60_000;
