/** What the operator does not set per session. */
export interface ScannerOptions {
  /** Depth further than this from the best price is not counted on. */
  readonly maxDepthBps: number;
  /** An older book makes its pairs blocked. */
  readonly maxBookAgeMs: number;
  /** A depth message that took longer than this from the venue makes its pairs blocked. */
  readonly maxDataDelayMs: number;
  readonly maxClockOffsetMs: number;
  /** A wider spread is taken for a wrong symbol mapping, not for an opportunity. */
  readonly maxGrossBps: number;
  /** Index prices further apart than this are those of two different coins. */
  readonly maxIndexGapFrac: number;
  readonly minRoundTripNetBps: number;
  /** How long a pair is expected to be held; decides which funding settlements count. */
  readonly expectedHoldMs: number;
  /** Assumed time from decision to fill, for the latency reserve. */
  readonly orderRoundTripMs: number;
  /** Latency reserve while there is no history of price moves. */
  readonly startReserveBps: number;
  /** A pair that stays over the gate is priced anew at most this often between two ticks. */
  readonly repriceMs: number;
  /** A pair whose best prices do not pay its fees is only shown, and priced anew at most this often. */
  readonly shownRepriceMs: number;
  /** Rows kept at most: the best by entry net. */
  readonly rowsMax: number;
  readonly isSpotFuturesExecutable: boolean;
  /** A mid that is left behind for longer, by more than the next figure, while it moves no more than the last one is not believed. */
  readonly lockedAfterMs: number;
  readonly lockedMoveBps: number;
  readonly lockedStillBps: number;
  /** A round trip through three books of a venue that earns less, or whose oldest book is older, is no opportunity. */
  readonly minTriangleNetBps: number;
  readonly triangleBookAgeMs: number;
}

/** Values judged from how other executors are run; each can be replaced. */
export const DEFAULT_SCANNER_OPTIONS: ScannerOptions = {
  maxDepthBps: 30,
  maxBookAgeMs: 1500,
  maxDataDelayMs: 2000,
  maxClockOffsetMs: 500,
  maxGrossBps: 300,
  maxIndexGapFrac: 0.01,
  minRoundTripNetBps: 0,
  expectedHoldMs: 3_600_000,
  orderRoundTripMs: 100,
  startReserveBps: 1,
  repriceMs: 20,
  shownRepriceMs: 500,
  rowsMax: 500,
  isSpotFuturesExecutable: false,
  lockedAfterMs: 3_000,
  lockedMoveBps: 30,
  lockedStillBps: 5,
  minTriangleNetBps: 0,
  triangleBookAgeMs: 100,
};
