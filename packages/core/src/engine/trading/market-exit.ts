import type { OrderIntent } from '../../domain/index.ts';

/** What tells one market exit from another. */
export type MarketExit = Pick<
  OrderIntent,
  'intentId' | 'source' | 'role' | 'instrumentId' | 'side' | 'qtyBase' | 'createdMs'
>;

/** Returns the intent of an order that only takes away from a perp position, at the market. */
export function marketExit(exit: MarketExit): OrderIntent {
  return {
    ...exit,
    type: 'market',
    tif: 'IOC',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: true,
    closesPosition: false,
    leverage: null,
    expectedNetBps: null,
    stopPx: null,
  };
}
