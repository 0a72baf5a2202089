import { useSyncExternalStore } from 'react';
import { useMarketFeed, type PriceRow } from './market-feed.tsx';

/** Gives the live price of one symbol and follows only it; null while none is known. */
export function usePriceRow(symbol: string): PriceRow | null {
  const { prices } = useMarketFeed();
  return useSyncExternalStore(
    (listener) => prices.subscribeRow(symbol, listener),
    () => prices.get(symbol) ?? null,
  );
}
