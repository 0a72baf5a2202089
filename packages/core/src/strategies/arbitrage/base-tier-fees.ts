import type { Market, Venue } from '../../domain/index.ts';

/** Fees of one market in bps of the notional; positive costs. */
export interface FeeRates {
  readonly makerBps: number;
  readonly takerBps: number;
}

/**
 * Published fees of the lowest tier, without discounts for paying in a venue's own coin.
 * An account's real rates replace them wherever a key is present.
 */
export const BASE_TIER_FEES: Readonly<Record<Venue, Readonly<Record<Market, FeeRates>>>> = {
  // Source: docs/venues/binance.md, base-tier fees: spot 0.10 % / 0.10 %, USDT perpetuals 0.02 % / 0.05 %.
  BINANCE: { spot: { makerBps: 10, takerBps: 10 }, perp: { makerBps: 2, takerBps: 5 } },
  // Source: docs/venues/bybit.md, base-tier fees (VIP 0): spot 0.10 % / 0.10 %, linear 0.02 % / 0.055 %.
  BYBIT: { spot: { makerBps: 10, takerBps: 10 }, perp: { makerBps: 2, takerBps: 5.5 } },
  // Source: docs/venues/okx.md, fees of level 1: spot 0.08 % / 0.10 %, swaps 0.02 % / 0.05 %.
  OKX: { spot: { makerBps: 8, takerBps: 10 }, perp: { makerBps: 2, takerBps: 5 } },
  // Source: docs/venues/kucoin.md, fees of VIP 0: spot class A 0.10 % / 0.10 %, futures 0.02 % / 0.06 %.
  KUCOIN: { spot: { makerBps: 10, takerBps: 10 }, perp: { makerBps: 2, takerBps: 6 } },
};
