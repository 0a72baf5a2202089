/**
 * What a call that changes something can do:
 * `money` can move money or widens what may move it; `safety` only closes, stops or tightens; `plain` touches no money.
 */
export type CallClass = 'money' | 'safety' | 'plain';

const MONEY = [
  'POST /api/trading/start',
  'POST /api/trading/mode',
  'POST /api/trading/engine/:engine/start',
  'POST /api/trading/engine/start_all',
  'PUT /api/trading/engine/:engine/settings',
  'POST /api/trading/engine/oraculis/reset',
  'POST /api/trading/engine/oraculis/unfreeze',
  'POST /api/trading/engine/oraculis/exploration',
  'POST /api/trading/engine/oraculis/policy',
  'POST /api/trading/decisions/:id/execute',
  'POST /api/trading/advanced/trailing_orders',
  'PUT /api/trading/advanced/trailing_orders/:id/start',
  'POST /api/trading/advanced/capital_allocation',
  'POST /api/trading/advanced/cooldowns',
  'POST /api/trading/order/execute',
  'POST /api/trading/execute_live',
  'POST /api/trading/carry/execute',
  'POST /api/trading/modes/fix',
  'POST /api/trading/execution',
  'POST /api/trading/risk',
  'PUT /api/settings/risk',
  // Whoever has the archive and its passphrase has the exchange keys.
  'POST /api/settings/backup',
  'POST /api/arbitrage/start',
  'PUT /api/arbitrage/settings',
  'POST /api/arbitrage/learner',
  'POST /api/kill-switch/release',
  'PUT /api/admin/connections',
  'PUT /api/api/admin/connections',
  'DELETE /api/admin/connections/:exchange',
  'POST /api/lab/override',
  // They name the chat from which proposed trades may be approved.
  'POST /api/notify/settings',
] as const;

/** Open to whoever is past the gate, always: closing what is open must never wait for a login. */
const SAFETY = [
  'POST /api/trading/stop',
  'POST /api/trading/engine/:engine/stop',
  'POST /api/trading/engine/stop_all',
  'POST /api/trading/engine/position_management',
  'POST /api/trading/engine/oraculis/freeze',
  'POST /api/trading/orders/cancel',
  'POST /api/trading/decisions/:id/dismiss',
  'DELETE /api/trading/advanced/trailing_orders/:id',
  'POST /api/arbitrage/stop',
  'POST /api/arbitrage/executions/:id/close',
  'POST /api/arbitrage/executions/:id/flatten',
  'POST /api/arbitrage/rounds/:id/close',
  'POST /api/kill-switch',
  'DELETE /api/lab/override',
] as const;

const PLAIN = [
  'POST /api/gate/unlock',
  'POST /api/gate/lock',
  'POST /api/gate/password/set',
  'POST /api/gate/sessions/end-others',
  'DELETE /api/gate/sessions/:id',
  'POST /api/auth/register',
  'POST /api/auth/verify-email',
  'POST /api/auth/resend-verification',
  'POST /api/auth/login',
  'POST /api/auth/refresh',
  'POST /api/auth/logout',
  'POST /api/auth/forgot-password',
  'POST /api/auth/reset-password',
  'POST /api/auth/totp/enrol',
  'POST /api/auth/totp/confirm',
  'POST /api/auth/totp/disable',
  // Switching it off asks for the account itself; switching it on is free.
  'PUT /api/settings/security',
  'PUT /api/settings/onboarding',
  'POST /api/admin/connections/test',
  'PUT /api/settings/notifications',
  'PUT /api/settings/appearance',
  'PUT /api/settings/retention',
  'POST /api/settings/risk/preview',
  'POST /api/notify/test',
  'POST /api/notifications/read',
  'POST /api/trading/order/preview',
  'POST /api/trading/execute_live/preview',
  'POST /api/trading/precheck',
  'POST /api/trading/carry/plan',
  'POST /api/trading/engine/oraculis/evaluate',
  'POST /api/trading/symbols/validate',
  'POST /api/trading/symbols/rotation_plan',
  'POST /api/trading/symbols/bulk_upsert',
  'POST /api/lab/record/start',
  'POST /api/lab/record/stop',
  'POST /api/lab/verdict',
  'POST /api/lab/jobs/:id/stop',
] as const;

const CLASSES: ReadonlyMap<string, CallClass> = new Map([
  ...MONEY.map((call) => [call, 'money'] as const),
  ...SAFETY.map((call) => [call, 'safety'] as const),
  ...PLAIN.map((call) => [call, 'plain'] as const),
]);

/** Every call with a class, as `METHOD /path`. */
export const CLASSED_CALLS: readonly string[] = [...CLASSES.keys()];

/** Returns the class of a call that changes something; null for one that nobody has thought about. */
export function callClassOf(method: string, path: string): CallClass | null {
  return CLASSES.get(`${method} ${path}`) ?? null;
}
