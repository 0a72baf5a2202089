import type { gateStatus, RouteOutput } from '@riptide/contracts/calls';
import type { EarlyAnswers } from '../lib/early-answers.ts';

export type FirstFacts = Pick<RouteOutput<typeof gateStatus>, 'authenticated' | 'execution' | 'market'>;

/** Written out: the contracts would make the entry larger than all the rest of it. The page asks it by itself (`first.js`). */
export const GATE_PATH = '/api/gate/status';

/** What the dashboard shows first, as `DASHBOARD_CALLS` is sent. */
export const DASHBOARD_PATHS = [
  '/api/portfolio/balances',
  '/api/portfolio/equity?range=24h',
  '/api/portfolio/overview',
  '/api/portfolio/positions',
  '/api/trading/engine/advanced_status',
  '/api/trading/metrics',
  '/api/portfolio/history?limit=20&days=90',
  '/api/trading/status',
  '/api/settings/onboarding',
  '/api/trading/execution',
  '/api/kill-switch',
  '/api/admin/connections/status',
] as const;

/** Tells whether an address is the dashboard as it is opened by itself, without a range or a chart chosen. */
export function isPlainDashboard({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return search === '' && /^\/(?:app(?:\/dashboard)?\/?)?$/.test(pathname);
}

/** Asks for what the dashboard shows first; a failure is told by the panel that takes it. */
export function askDashboard(early: EarlyAnswers): void {
  for (const path of DASHBOARD_PATHS) early.ask(path).catch(() => {});
}

/**
 * Asks the gate before any of the page's code is there; null when it can't be reached, which whoever takes the same answer tells.
 */
export async function askFirst(early: EarlyAnswers): Promise<FirstFacts | null> {
  try {
    const answer = await early.ask(GATE_PATH);
    const body = (await answer.clone().json()) as Partial<FirstFacts>;
    const { authenticated, execution, market } = body;
    if (authenticated === undefined || execution === undefined || market === undefined) return null;
    return { authenticated, execution, market };
  } catch (e) {
    console.info('The gate could not be asked.', e);
    return null;
  }
}
