/** Documented limits of the public side. Source: Bybit v5 documentation, rate-limit and websocket connect (docs/venues/bybit.md). */
export const BYBIT_LIMITS = {
  /** 600 requests per 5 s and address; we stay at half, since a breach costs ten minutes. */
  restCapacity: 300,
  restWindowMs: 5_000,
  restWaitersMax: 500,
  /** A breach of the address limit answers 403; the venue asks to stop for ten minutes. */
  forbiddenPauseMs: 600_000,
  /** Spot takes at most 10 arguments in a message; linear has no such limit, 100 keep messages readable. */
  topicsPerMessage: { spot: 10, linear: 100 },
  messagesPerSecond: 5,
  heartbeatMs: 20_000,
  instrumentsPage: 1_000,
  candlesMax: 1_000,
  fundingRowsMax: 200,
} as const;

/** Requests per rolling second and account, without a VIP level. Source: Bybit v5 documentation, rate-limit. */
export const BYBIT_POOLS = {
  'create-linear': 10,
  'cancel-linear': 10,
  'create-spot': 20,
  'cancel-spot': 20,
  orders: 50,
  history: 50,
  executions: 50,
  positions: 50,
  leverage: 10,
  'position-mode': 10,
  'margin-mode': 5,
  wallet: 50,
  'account-info': 50,
  'fee-rate': 5,
  'transaction-log': 25,
  'key-info': 10,
} as const;
export type BybitPool = keyof typeof BYBIT_POOLS;

/** How the private side uses its limits. */
export const BYBIT_PRIVATE_LIMITS = {
  /** Of each pool, and of its second: requests don't arrive as evenly as they left. */
  poolSpare: 1,
  poolWindowMs: 1_100,
  reserveFrac: 0.2,
  readWaitMaxMs: 5_000,
  /** Of the 600 per 5 s of the address; the rest is for the public side. */
  addressCapacity: 150,
  addressWindowMs: 5_000,
  /** A wait after `Too many visits` when the answer names none. */
  ratePauseMs: 1_000,
  /** Half of the interval that the venue asks for: a dead socket shows sooner. */
  heartbeatMs: 10_000,
  /** How long a login frame holds. */
  authHoldsMs: 10_000,
  authTimeoutMs: 5_000,
  /** How long `start` waits for the streams. */
  startTimeoutMs: 15_000,
  ordersPage: 50,
  executionsPage: 100,
  positionsPage: 200,
  transactionsPage: 50,
  /** Pages of one list; more is an error, never a shortened list. */
  pagesMax: 60,
  /** Executions and transactions are asked for in spans of at most seven days. */
  historySpanMs: 7 * 24 * 3_600_000,
  /** Two years of them. */
  historySpansMax: 105,
} as const;
