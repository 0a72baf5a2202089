import {
  getAdvancedStatus,
  getArbitragePerformance,
  getBalances,
  getEnginePro,
  getEngineStatus,
  getEquityCourse,
  getHistory,
  getHistoryCourse,
  getOrders,
  getPnlPro,
  getPortfolioOverview,
  getPortfolioPerformance,
  getPortfolioPositions,
  getTradingAccount,
  getTradingMetrics,
  getTradingPositions,
  getTradingStatus,
  type StreamPayloads,
} from '@riptide/contracts/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { z } from 'zod';
import { useRuntime } from '../lib/runtime.tsx';
import { watchFills } from './after-fills.ts';
import { callKey, type Dated } from './use-call.ts';

type EnginePayload = z.infer<(typeof StreamPayloads)['engine']>;

const ENGINE_KEY = ['stream', 'engine'] as const;

/** What a fill changes and the stream does not carry: the figures of one page are to be of one moment. */
const MOVED_BY_FILLS = [
  getTradingMetrics,
  getTradingStatus,
  getAdvancedStatus,
  getTradingAccount,
  getHistory,
  getHistoryCourse,
  getEquityCourse,
  getPortfolioOverview,
  getPortfolioPerformance,
  getPnlPro,
  getEnginePro,
  getArbitragePerformance,
] as const;

/**
 * Writes the pushed topics that are whole in every item over the answers of their calls, so that a panel asks one place; mount once.
 *
 * positions, orders and balances replace what their GET calls answered; engine has no call of its own (see useEngineFeed). After fills the
 * results that no topic carries are asked for anew, those on screen at once.
 */
export function useTopicFeeds(): void {
  const { stream, serverClock, clock } = useRuntime();
  const client = useQueryClient();
  useEffect(() => {
    const fills = watchFills(clock, () => {
      for (const { path } of MOVED_BY_FILLS) void client.invalidateQueries({ queryKey: [path] });
    });
    const ends = [
      fills.end,
      stream.on('positions', ({ ts, payload }) => {
        serverClock.observe(ts);
        fills.take(payload.positions);
        const answer = { ok: true, success: true, ...payload, atSeconds: ts };
        client.setQueryData(callKey(getPortfolioPositions), answer);
        client.setQueryData(callKey(getTradingPositions), answer);
      }),
      stream.on('orders', ({ ts, payload }) => {
        client.setQueryData(callKey(getOrders), { ok: true, ...payload, atSeconds: ts });
      }),
      stream.on('balances', ({ ts, payload }) => {
        client.setQueryData(callKey(getBalances), { ok: true, ...payload, atSeconds: ts });
      }),
      stream.on('engine', ({ ts, payload }) => {
        const before = client.getQueryData<Dated<EnginePayload>>(ENGINE_KEY);
        client.setQueryData<Dated<EnginePayload>>(ENGINE_KEY, { ...payload, atSeconds: ts });
        // The call holds settings and figures that the topic does not: it is asked anew when an engine starts or stops.
        if (before && runs(before) !== runs(payload)) {
          void client.invalidateQueries({ queryKey: callKey(getEngineStatus) });
          void client.invalidateQueries({ queryKey: callKey(getTradingStatus) });
        }
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [stream, serverClock, client, clock]);
}

function runs({ engines }: EnginePayload): string {
  return Object.entries(engines)
    .map(([name, state]) => `${name}:${state.running}`)
    .join();
}

/** Gives engines, candidates, newest decisions and trades as pushed; undefined before the first item. Its age tells when they stopped coming. */
export function useEngineFeed(): Dated<EnginePayload> | undefined {
  return useQuery<Dated<EnginePayload>>({
    queryKey: ENGINE_KEY,
    queryFn: () => Promise.reject(new Error('Invariant: the engine topic is never asked for')),
    enabled: false,
  }).data;
}
