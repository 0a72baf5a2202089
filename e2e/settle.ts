import { expect, type APIRequestContext } from '@playwright/test';
import { gatePassword, OTHER_PASSWORD } from './passwords.ts';
import { SimControl } from './sim-control.ts';

const VENUES = ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'];
const WEIGHTS = {
  balance_weight: 0.4,
  latency_weight: 0.3,
  fee_weight: 0.3,
  min_allocation: 0.01,
  max_allocation: 0.5,
};
/** What the first start of a simulated market scans with. */
const SCAN = { venues: VENUES, min_spread_bps: 5, max_position_usd: 1000 };

interface KillState {
  readonly level: number;
  readonly venues: readonly { readonly open_positions: number }[];
}

interface Cooldowns {
  readonly active_cooldowns: Readonly<Record<string, { symbol: string; venue: string; action: string }>>;
}

/** Signs in with the gate password, whichever of the two a broken journey has left. */
export async function signIn(request: APIRequestContext): Promise<void> {
  const answer = await request.post('/api/gate/unlock', { data: { password: gatePassword() } });
  if (answer.ok()) return;
  await post(request, '/api/gate/unlock', { password: OTHER_PASSWORD });
  await post(request, '/api/gate/password/set', { current_password: OTHER_PASSWORD, new_password: gatePassword() });
}

/** Brings the product back to where every journey starts: no fault, no position, no engine, no kill switch, no cooldown, usual weights, all venues scanned. */
export async function settle(request: APIRequestContext): Promise<void> {
  await new SimControl(request).heal();
  await post(request, '/api/trading/stop');
  let kill = await get<KillState>(request, '/api/kill-switch');
  const isOpen = ({ venues }: KillState): boolean => venues.some(({ open_positions }) => open_positions > 0);
  if (isOpen(kill)) {
    await post(request, '/api/kill-switch', { level: 3 });
    await expect.poll(async () => isOpen((kill = await get<KillState>(request, '/api/kill-switch')))).toBe(false);
  }
  if (kill.level > 0) await post(request, '/api/kill-switch/release');
  const cooldowns = await get<Cooldowns>(request, '/api/trading/advanced/cooldowns');
  for (const { symbol, venue, action } of Object.values(cooldowns.active_cooldowns))
    await post(request, '/api/trading/advanced/cooldowns', { symbol, venue, action, duration_seconds: 0 });
  await post(request, '/api/trading/advanced/capital_allocation', WEIGHTS);
  await post(request, '/api/arbitrage/start', SCAN);
}

/** Asks as the product's own pages do; an answer other than 200 fails the journey. */
export async function post<T>(request: APIRequestContext, path: string, data: object = {}): Promise<T> {
  const answer = await request.post(path, { data });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as T;
}

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(path);
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as T;
}
