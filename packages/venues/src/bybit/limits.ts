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
} as const;
