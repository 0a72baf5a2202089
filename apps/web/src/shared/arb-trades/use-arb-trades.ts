import {
  getExecutions,
  getRounds,
  type ArbExecution,
  type CarryRoundRow,
  type StreamItem,
} from '@riptide/contracts/calls';
import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useFallbackInterval } from '../../lib/use-stream-state.ts';
import type { Dated } from '../use-call.ts';

export const TRADES_KEY = ['arbitrage', 'trades'] as const;
/** Polled only while the stream is down. */
const TRADES_INTERVAL_MS = 5000;
const NEWEST = 50;

export type ArbTrades = Dated<{
  /** Newest first. */
  readonly trades: readonly ArbExecution[];
  /** Open ones first, then newest first. */
  readonly rounds: readonly CarryRoundRow[];
  /** Of all times; null where only changes came. */
  readonly total: number | null;
}>;

/** Writes pushed executions and carry rounds into the query cache; mount once. */
export function useArbTradesFeed(): void {
  const { stream, serverClock } = useRuntime();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.on('executions', (item) => {
        serverClock.observe(item.ts);
        client.setQueryData<ArbTrades>(TRADES_KEY, (before) => mergeTrades(before, item));
      }),
    [stream, serverClock, client],
  );
}

/** Puts an item of the topic over what is known: a snapshot replaces it, an update changes what it names. */
export function mergeTrades(before: ArbTrades | undefined, { kind, ts, payload }: StreamItem<'executions'>): ArbTrades {
  const known = kind === 'snapshot' ? undefined : before;
  const gone = new Set(payload.removed);
  const trades = mergeById(known?.trades ?? [], payload.executions).filter((trade) => !gone.has(trade.id));
  const rounds = mergeById(known?.rounds ?? [], payload.rounds).filter((round) => !gone.has(round.id));
  return {
    trades: trades.toSorted((one, other) => other.started_at - one.started_at),
    rounds: rounds.toSorted(
      (one, other) => Number(hasEnded(one)) - Number(hasEnded(other)) || other.created_at - one.created_at,
    ),
    total: before?.total ?? null,
    atSeconds: ts,
  };
}

function mergeById<T extends { readonly id: string }>(before: readonly T[], changed: readonly T[]): T[] {
  const byId = new Map([...before, ...changed].map((row) => [row.id, row]));
  return [...byId.values()];
}

/** Tells whether a carry round is over. */
export function hasEnded(round: CarryRoundRow): boolean {
  return round.state === 'closed' || round.state === 'failed';
}

/** Gives the newest executions and carry rounds: loaded once, then pushed; polled every five seconds while the stream is down. */
export function useArbTrades(): UseQueryResult<ArbTrades> {
  const { call, serverClock } = useRuntime();
  return useQuery({
    queryKey: TRADES_KEY,
    queryFn: async ({ signal }): Promise<ArbTrades> => {
      const [trades, rounds] = await Promise.all([
        call(getExecutions, { query: { limit: NEWEST } }, signal),
        call(getRounds, { query: { limit: NEWEST } }, signal),
      ]);
      serverClock.observe(trades.timestamp);
      return {
        trades: trades.executions,
        rounds: rounds.rounds,
        total: trades.total,
        atSeconds: trades.timestamp,
      };
    },
    refetchInterval: useFallbackInterval(TRADES_INTERVAL_MS),
    staleTime: TRADES_INTERVAL_MS,
  });
}

/** Puts one execution, as a command answered it, among the known ones, so that it shows before the stream tells of it. */
export function adoptTrade(client: QueryClient, trade: ArbExecution): void {
  client.setQueryData<ArbTrades>(TRADES_KEY, (before) =>
    before === undefined
      ? before
      : { ...before, trades: mergeById(before.trades, [trade]).toSorted((a, b) => b.started_at - a.started_at) },
  );
}
