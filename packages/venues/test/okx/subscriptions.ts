import { instrumentId, type FeedSubscription } from '@riptide/core/domain';
import { fromWireSymbol } from '../../src/okx/symbols.ts';

/** Builds a subscription to an OKX name, with sizes as the wire has them. */
export function subscriptionOf(wireSymbol: string, at: { ix: number; pxDecimals: number }): FeedSubscription {
  const named = fromWireSymbol(wireSymbol);
  if (named === null) throw new Error(`Invariant: ${wireSymbol} is no OKX name`);
  return {
    ix: at.ix,
    scale: { pxDecimals: at.pxDecimals },
    instrument: {
      id: instrumentId(named.symbol, named.kind, 'OKX'),
      venue: 'OKX',
      kind: named.kind,
      symbol: named.symbol,
      wireSymbol,
      baseAsset: named.baseAsset,
      quoteAsset: named.quoteAsset,
      settleAsset: named.quoteAsset,
      isInverse: false,
      qtyScale: named.multiplier,
      pxDivisor: named.multiplier,
      pxTick: at.pxDecimals === 0 ? '1' : `0.${'0'.repeat(at.pxDecimals - 1)}1`,
      qtyStep: '1',
      qtyMin: '1',
      qtyMax: null,
      notionalMin: null,
      isTrading: true,
      listedMs: null,
      fundingIntervalHours: null,
    },
  };
}
