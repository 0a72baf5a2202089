import type { NormalisedLiquidation } from '../liquidation-ring.ts';

/** Builds a liquidation for tests; `usd` follows from price and quantity unless it is given. */
export function buildEvent(over: Partial<NormalisedLiquidation> = {}): NormalisedLiquidation {
  const { px = 100, qtyBase = 2 } = over;
  const recvMs = over.recvMs ?? 1_700_000_000_000;
  return {
    ix: 0,
    liquidatedSide: 'LONG',
    px,
    qtyBase,
    usd: px * qtyBase,
    isLowerBound: false,
    isInferred: false,
    venueMs: recvMs - 50,
    recvMs,
    ...over,
  };
}
