import { getOpportunities, type Opportunity } from '@riptide/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { LiveTable } from '../../lib/live-table.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { useFallbackInterval } from '../../lib/use-stream-state.ts';
import { useArbTradesFeed } from '../arb-trades/use-arb-trades.ts';
import { METRICS_KEY, STATE_KEY, type StateFacts } from './use-arbitrage-state.ts';
import { SpreadHistory } from './spread-history.ts';

const OPPORTUNITIES_KEY = ['arbitrage', 'opportunities'] as const;

interface LoadFacts {
  readonly atSeconds: number;
  /** Rows the server has; null where only changes came. */
  readonly count: number | null;
}

/** Specified poll interval of the opportunities on the scanner page. */
const OPPORTUNITIES_INTERVAL_MS = 5000;

/** How often the time of the last pushed rows is told. */
const TOLD_EVERY_S = 1;

/** The most rows the server sends. */
export const ROWS_LIMIT = 500;

export interface ArbitrageFeed {
  readonly table: LiveTable<Opportunity>;
  readonly history: SpreadHistory;
  /** Server time of the last pushed rows, so that a slower first load can't overwrite them with older ones. */
  readonly pushed: { atSeconds: number };
}

const FeedContext = createContext<ArbitrageFeed | null>(null);

/** Keeps opportunities, their history and the executions alive while the operator is on other pages. */
export function ArbitrageFeedProvider({ children }: { children: ReactNode }) {
  const { clock, stream, serverClock } = useRuntime();
  const client = useQueryClient();
  const [feed] = useState<ArbitrageFeed>(() => ({
    table: new LiveTable<Opportunity>(clock),
    history: new SpreadHistory(),
    pushed: { atSeconds: 0 },
  }));
  useArbTradesFeed();
  useEffect(
    () =>
      stream.on('opportunities', ({ kind, ts, payload }) => {
        serverClock.observe(ts);
        feed.pushed.atSeconds = ts;
        feed.history.add(payload.opportunities);
        if (kind === 'snapshot') feed.table.replace(payload.opportunities);
        else feed.table.apply(payload.opportunities, payload.removed);
        const known = client.getQueryState<LoadFacts>(OPPORTUNITIES_KEY);
        // What is drawn of it is an age in seconds: more often it would draw the page anew for nothing.
        if (known?.status === 'success' && ts - (known.data?.atSeconds ?? 0) < TOLD_EVERY_S) return;
        client.setQueryData<LoadFacts>(OPPORTUNITIES_KEY, { atSeconds: ts, count: null });
      }),
    [stream, serverClock, feed, client],
  );
  useEffect(
    () =>
      stream.on('arbitrage', ({ ts, payload }) => {
        serverClock.observe(ts);
        client.setQueryData<StateFacts>(STATE_KEY, { ...payload.state, atSeconds: ts });
        client.setQueryData(METRICS_KEY, payload.metrics);
      }),
    [stream, serverClock, client],
  );
  return <FeedContext value={feed}>{children}</FeedContext>;
}

/** Gives the live opportunities and their history. */
export function useArbitrageFeed(): ArbitrageFeed {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('Invariant: no ArbitrageFeedProvider above');
  return feed;
}

/** Loads the opportunities first and while the stream is down, by default every five seconds; tells when they last came. */
export function useOpportunitiesLoad(intervalMs = OPPORTUNITIES_INTERVAL_MS) {
  const { call, serverClock } = useRuntime();
  const { table, history, pushed } = useArbitrageFeed();
  return useQuery({
    queryKey: OPPORTUNITIES_KEY,
    queryFn: async ({ signal }): Promise<LoadFacts> => {
      const answer = await call(getOpportunities, { query: { limit: ROWS_LIMIT } }, signal);
      serverClock.observe(answer.timestamp);
      if (answer.timestamp < pushed.atSeconds) return { atSeconds: pushed.atSeconds, count: answer.count };
      history.add(answer.opportunities);
      table.replace(answer.opportunities);
      return { atSeconds: answer.timestamp, count: answer.count };
    },
    refetchInterval: useFallbackInterval(intervalMs),
    staleTime: intervalMs,
  });
}
