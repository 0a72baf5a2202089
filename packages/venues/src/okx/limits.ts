/**
 * Documented limits of the public side. Source: OKX v5 documentation, overview/websocket and the page of each endpoint
 * (docs/venues/okx.md#limits).
 */
export const OKX_LIMITS = {
  /** New connections: 3 per second and address. One every 400 ms stays below it in any second. */
  connectEveryMs: 400,
  /** Subscribe and unsubscribe messages: 480 per hour and connection. A renewal costs two. */
  renewalsPerHour: 200,
  /** Messages we send at most; bursts of a few, far apart. */
  messagesPerSecond: 2,
  /** The arguments of one message may be 64 KB long; one takes about 60 bytes. */
  topicsPerMessage: 200,
  /** A connection without data for 30 s is closed by the venue; a ping before that keeps it. */
  heartbeatMs: 20_000,
  /**
   * Every endpoint has a counter of its own per address. One budget for all of them, in units of the most generous limit
   * (40 requests per 2 s, of which we use nine tenths), is below each.
   */
  restCapacity: 36,
  restWindowMs: 2_000,
  restWaitersMax: 500,
  /** Rows one candle request may ask for. */
  candlesMax: 300,
  /** Levels of a REST book, and of the book channel. */
  bookLevels: 400,
} as const;

/** Weight of a request in units of the budget: 40 divided by the endpoint's own limit per 2 s. */
export const OKX_WEIGHTS = {
  time: 4,
  instruments: 2,
  tickers: 2,
  books: 1,
  trades: 1,
  candles: 1,
  fundingRate: 4,
} as const;
