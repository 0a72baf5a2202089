import { getLivePrices, getRadar, type LiquidationItem, type LivePrice } from '@riptide/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { LiveTable } from '../../lib/live-table.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { useFallbackInterval } from '../../lib/use-stream-state.ts';
import { PRICES_INTERVAL_MS } from '../use-live-price.ts';
import { LiquidationTape } from './liquidation-tape.ts';

export type PriceRow = LivePrice & { readonly id: string };

export interface MarketFeed {
  /** By symbol. */
  readonly prices: LiveTable<PriceRow>;
  readonly liquidations: LiquidationTape;
}

/** The tape is pushed; without the stream it is asked for as often as the engine's own figures. */
const TAPE_INTERVAL_MS = 5000;

const FeedContext = createContext<MarketFeed | null>(null);

/** Keeps live prices and the liquidation tape while the operator is on other pages; the stream sends a whole picture only once. */
export function MarketFeedProvider({ children }: { children: ReactNode }) {
  const { clock, stream, serverClock } = useRuntime();
  const [feed] = useState<MarketFeed>(() => ({
    prices: new LiveTable<PriceRow>(clock),
    liquidations: new LiquidationTape(clock),
  }));
  useEffect(() => {
    const ends = [
      stream.on('prices', ({ kind, ts, payload }) => {
        serverClock.observe(ts);
        const rows = payload.prices.map(toRow);
        if (kind === 'snapshot') feed.prices.replace(rows);
        else feed.prices.apply(rows, []);
      }),
      stream.on('liquidations', ({ kind, payload }) => {
        if (kind === 'snapshot') feed.liquidations.replace(payload.liquidations);
        else feed.liquidations.add(payload.liquidations);
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [stream, serverClock, feed]);
  return <FeedContext value={feed}>{children}</FeedContext>;
}

function toRow(price: LivePrice): PriceRow {
  return { ...price, id: price.symbol };
}

/** Gives the live prices and the liquidation tape. */
export function useMarketFeed(): MarketFeed {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('Invariant: no MarketFeedProvider above');
  return feed;
}

/** Loads the prices first, and every two seconds while the stream is down. */
export function usePricesLoad() {
  const { call, clock, serverClock } = useRuntime();
  const { prices } = useMarketFeed();
  return useQuery({
    queryKey: ['market-feed', getLivePrices.path],
    queryFn: async ({ signal }) => {
      const answer = await call(getLivePrices, {}, signal);
      prices.replace(answer.prices.map(toRow));
      return { atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    refetchInterval: useFallbackInterval(PRICES_INTERVAL_MS),
    staleTime: PRICES_INTERVAL_MS,
  });
}

/** Loads the tape first, and every five seconds while the stream is down. */
export function useTapeLoad() {
  const { call } = useRuntime();
  const { liquidations } = useMarketFeed();
  return useQuery({
    queryKey: ['market-feed', getRadar.path],
    queryFn: async ({ signal }) => {
      const answer = await call(getRadar, { query: { limit: TAPE_LOAD } }, signal);
      liquidations.add(answer.liquidations);
      return { atSeconds: answer.timestamp };
    },
    refetchInterval: useFallbackInterval(TAPE_INTERVAL_MS),
    staleTime: TAPE_INTERVAL_MS,
  });
}

const TAPE_LOAD = 200;

/** Gives the tape as it stands, newest first; follows it. */
export function useTape(): readonly LiquidationItem[] {
  const { liquidations } = useMarketFeed();
  return useSyncExternalStore(liquidations.subscribe, liquidations.getItems);
}
