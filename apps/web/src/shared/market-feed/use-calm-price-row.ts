import { useEffect, useState } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useMarketFeed, type PriceRow } from './market-feed.tsx';

/** A picture that follows a price is drawn four times a second at most; the figure beside it is always of now. */
const CALM_MS = 250;

/** Gives the live price of one symbol for what is dear to draw: its newest value, four times a second at most; null while none is known. */
export function useCalmPriceRow(symbol: string): PriceRow | null {
  const { clock } = useRuntime();
  const { prices } = useMarketFeed();
  const [row, setRow] = useState<PriceRow | null>(() => prices.get(symbol) ?? null);
  useEffect(() => {
    let cancel: (() => void) | null = null;
    let isKnown = false;
    const take = (): void => {
      cancel = null;
      const now = prices.get(symbol) ?? null;
      isKnown = now !== null;
      setRow(now);
    };
    const wait = (): void => {
      // Until there is a price, the server is asked for candles more often.
      if (!isKnown) return take();
      // Drawn in the flush of all live data that comes next then, not in a frame of its own.
      cancel ??= clock.after(CALM_MS, () => (cancel = clock.nextFrame(take)));
    };
    take();
    const end = prices.subscribeRow(symbol, wait);
    return () => {
      end();
      cancel?.();
    };
  }, [clock, prices, symbol]);
  return row?.symbol === symbol ? row : null;
}
