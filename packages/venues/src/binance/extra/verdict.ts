/** What became of one payload; each but the last three counts as read. */
export const VERDICT = {
  /** A message is ready to be handed on. */
  depth: 1,
  snapshot: 2,
  quote: 3,
  trade: 4,
  mark: 5,
  ticker: 6,
  candle: 7,
  /** Read and rightly left out: COIN-M in a merged stream. */
  otherMargin: 8,
  unknownSymbol: 9,
  /** No template for it: the slow reader decides. */
  other: 10,
  malformed: 11,
} as const;
export type Verdict = (typeof VERDICT)[keyof typeof VERDICT];
