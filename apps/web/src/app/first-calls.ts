import {
  getAdvancedStatus,
  getBalances,
  getConnectionStatus,
  getEquityCourse,
  getExecution,
  getHistory,
  getKillSwitch,
  getOnboarding,
  getPortfolioOverview,
  getPortfolioPositions,
  getTradingMetrics,
  getTradingStatus,
  type RouteRef,
} from '@riptide/contracts/calls';
import type { QueryClient } from '@tanstack/react-query';
import { addressOf } from '../lib/api-client.ts';
import type { Runtime } from '../lib/runtime.tsx';
import { callQuery } from '../shared/use-call.ts';

interface FirstCall {
  readonly route: RouteRef;
  readonly input?: { readonly query: Readonly<Record<string, string | number>> };
}

/** What the dashboard shows without a click, in the words in which its panels ask for it; `FIRST_PATHS` has the addresses. */
export const DASHBOARD_CALLS: readonly FirstCall[] = [
  { route: getBalances },
  { route: getEquityCourse, input: { query: { range: '24h' } } },
  { route: getPortfolioOverview },
  { route: getPortfolioPositions },
  { route: getAdvancedStatus },
  { route: getTradingMetrics },
  { route: getHistory, input: { query: { limit: 20, days: 90 } } },
  { route: getTradingStatus },
  { route: getOnboarding },
  { route: getExecution },
  { route: getKillSwitch },
  { route: getConnectionStatus },
];

/** Puts the answers that were asked for early where the panels look for them; who fails is asked again by its panel, which tells. */
export async function takeFirst(client: QueryClient, runtime: Runtime): Promise<void> {
  const isEarly = ({ route, input }: FirstCall): boolean =>
    (runtime.earlyStartMs?.(addressOf(route, input)) ?? null) !== null;
  const early = DASHBOARD_CALLS.filter(isEarly);
  await Promise.all(early.map(({ route, input }) => client.prefetchQuery(callQuery(runtime, route, input))));
}
