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
  /** Rows of one page of past funding, the most there are. */
  fundingRowsMax: 400,
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
  loanQuota: 20,
  priceLimit: 2,
} as const;

/** What the requests per window of one endpoint are counted by. */
export interface OkxPool {
  readonly requests: number;
  readonly windowMs: number;
  /** True where the venue counts per account and instrument, false where per account. */
  readonly perInstrument: boolean;
  /** Share kept for what reduces risk; only order calls compete with each other. */
  readonly reserveFrac: number;
}

function orders(requests: number, perInstrument: boolean): OkxPool {
  return { requests, windowMs: 2_000, perInstrument, reserveFrac: 0.2 };
}

function reads(requests: number, windowMs = 2_000): OkxPool {
  return { requests, windowMs, perInstrument: false, reserveFrac: 0 };
}

/**
 * Documented limits of the private endpoints; each has a counter of its own, placing and cancelling are independent. Nine tenths are
 * used. Source: OKX v5 documentation, the page of each endpoint (docs/venues/okx.md#limits).
 */
export const OKX_POOLS = {
  place: orders(60, true),
  cancel: orders(60, true),
  order: reads(60),
  pending: reads(60),
  fills: reads(60),
  fillsHistory: reads(10),
  placeAlgo: orders(20, false),
  cancelAlgo: orders(20, false),
  algo: reads(20),
  algoPending: reads(20),
  cancelAllAfter: reads(1, 1_000),
  config: reads(5),
  balance: reads(10),
  positions: reads(10),
  leverageInfo: reads(20),
  setLeverage: reads(20),
  positionMode: reads(5),
  tradeFee: reads(5),
  bills: reads(5, 1_000),
  billsArchive: reads(5),
  instruments: reads(20),
  time: reads(10),
} as const satisfies Readonly<Record<string, OkxPool>>;

export type OkxPoolName = keyof typeof OKX_POOLS;

/** Limits of the private side beyond request counts. */
export const OKX_PRIVATE_LIMITS = {
  /** Share of a documented limit that is used. */
  usedFrac: 0.9,
  /** Longest wait of a read for its turn. */
  readWaitMaxMs: 10_000,
  /** Rows of one page of any list. */
  pageRows: 100,
  /** Pages one call reads at most: 4,000 resting orders are the venue's own limit. */
  pagesMax: 50,
  /** `fills` reaches back three days, `fills-history` three months; half an hour is left to spare. */
  fillsReachMs: 3 * 86_400_000 - 1_800_000,
  /** `bills` reaches back seven days, `bills-archive` three months. */
  billsReachMs: 7 * 86_400_000 - 1_800_000,
  /** Seconds that `cancel-all-after` takes. */
  deadManSecondsMin: 10,
  deadManSecondsMax: 120,
  /** The socket must be logged in and subscribed within this. */
  loginTimeoutMs: 10_000,
} as const;
