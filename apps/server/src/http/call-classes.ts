/**
 * What a call that changes something can do:
 * `money` can move money or widens what may move it; `guard` lowers protection, records or notifications, or sets the engine up anew;
 * `safety` only closes, stops or tightens; `plain` does none of it.
 */
export type CallClass = 'money' | 'guard' | 'safety' | 'plain';

/** Calls by why they are of their class. */
type Reasoned = Readonly<Record<string, readonly string[]>>;

const MONEY: Reasoned = {
  'starts what trades by itself': [
    'POST /api/trading/start',
    'POST /api/trading/engine/:engine/start',
    'POST /api/trading/engine/start_all',
    'POST /api/arbitrage/start',
    'PUT /api/trading/advanced/trailing_orders/:id/start',
  ],
  'sends orders': [
    'POST /api/trading/decisions/:id/execute',
    'POST /api/trading/advanced/trailing_orders',
    'POST /api/trading/order/execute',
    'POST /api/trading/execute_live',
    'POST /api/trading/carry/execute',
  ],
  'sets how or how much is traded': [
    'POST /api/trading/mode',
    'PUT /api/trading/engine/:engine/settings',
    'POST /api/trading/advanced/capital_allocation',
    'POST /api/trading/modes/fix',
    'POST /api/trading/execution',
    'PUT /api/arbitrage/settings',
    'POST /api/lab/override',
  ],
  'changes what a learning agent does': [
    'POST /api/trading/engine/oraculis/reset',
    'POST /api/trading/engine/oraculis/unfreeze',
    'POST /api/trading/engine/oraculis/exploration',
    'POST /api/trading/engine/oraculis/policy',
    'POST /api/arbitrage/learner',
  ],
  'widens a limit of risk': [
    'POST /api/trading/advanced/cooldowns',
    'POST /api/trading/risk',
    'PUT /api/settings/risk',
    'POST /api/kill-switch/release',
  ],
  'holds or changes exchange keys; whoever has the archive and its passphrase has them': [
    'POST /api/settings/backup',
    'PUT /api/admin/connections',
    'PUT /api/api/admin/connections',
    'DELETE /api/admin/connections/:exchange',
  ],
  'names the chat from which proposed trades may be approved': ['POST /api/notify/settings'],
};

const GUARD: Reasoned = {
  'shuts the owner out': [
    'POST /api/gate/password/set',
    'POST /api/gate/sessions/end-others',
    'DELETE /api/gate/sessions/:id',
  ],
  'lets another account trade': ['POST /api/auth/accounts/:id/approve'],
  'silences what tells of trades and dangers': ['PUT /api/settings/notifications'],
  'decides when records go': ['PUT /api/settings/retention'],
  'sets the engine up anew': ['POST /api/trading/symbols/bulk_upsert', 'POST /api/settings/paper-reset'],
  'fills the disk the engine needs, or leaves gaps in what is recorded': [
    'POST /api/lab/record/start',
    'POST /api/lab/record/stop',
  ],
};

/** Open to whoever is past the gate, always: closing what is open must never wait for a login. */
const SAFETY: Reasoned = {
  'stops what trades by itself': [
    'POST /api/trading/stop',
    'POST /api/trading/engine/:engine/stop',
    'POST /api/trading/engine/stop_all',
    'POST /api/trading/engine/oraculis/freeze',
    'POST /api/arbitrage/stop',
    'POST /api/kill-switch',
    'DELETE /api/lab/override',
  ],
  'closes, cancels or takes back': [
    'POST /api/trading/engine/position_management',
    'POST /api/trading/orders/cancel',
    'POST /api/trading/decisions/:id/dismiss',
    'DELETE /api/trading/advanced/trailing_orders/:id',
    'POST /api/arbitrage/executions/:id/close',
    'POST /api/arbitrage/executions/:id/flatten',
    'POST /api/arbitrage/rounds/:id/close',
  ],
};

/** Calls that ask and change nothing, however they are sent. Screens repeat them as often as a person types: no row of the audit is of them. */
export const ASKING: readonly string[] = [
  'POST /api/settings/risk/preview',
  'POST /api/trading/advanced/capital_allocation/preview',
  'POST /api/trading/order/preview',
  'POST /api/trading/execute_live/preview',
  'POST /api/trading/precheck',
  'POST /api/trading/carry/plan',
  'POST /api/trading/engine/oraculis/evaluate',
  'POST /api/trading/symbols/validate',
  'POST /api/trading/symbols/rotation_plan',
];

const PLAIN: Reasoned = {
  'opens or ends the session of whoever asks': ['POST /api/gate/unlock', 'POST /api/gate/lock'],
  'is the way to an account': [
    'POST /api/auth/register',
    'POST /api/auth/verify-email',
    'POST /api/auth/resend-verification',
    'POST /api/auth/login',
    'POST /api/auth/refresh',
    'POST /api/auth/logout',
    'POST /api/auth/forgot-password',
    'POST /api/auth/reset-password',
  ],
  'asks for the account and its password or code itself': [
    'POST /api/auth/totp/enrol',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/totp/disable',
  ],
  'asks for the account itself where it switches off; switching on is free': ['PUT /api/settings/security'],
  'changes how screens look, and no more': [
    'PUT /api/settings/onboarding',
    'PUT /api/settings/appearance',
    'POST /api/notifications/read',
  ],
  'asks a venue what a key may do, and changes nothing': ['POST /api/admin/connections/test'],
  'asks and changes nothing': ASKING,
  'sends a message to where the owner said': ['POST /api/notify/test'],
  'works on recordings beside the engine, within its bounds': ['POST /api/lab/verdict', 'POST /api/lab/jobs/:id/stop'],
};

const CLASSES: ReadonlyMap<string, CallClass> = new Map(
  (
    [
      ['money', MONEY],
      ['guard', GUARD],
      ['safety', SAFETY],
      ['plain', PLAIN],
    ] as const
  ).flatMap(([callClass, table]) =>
    Object.values(table).flatMap((calls) => calls.map((call) => [call, callClass] as const)),
  ),
);

/** Classes whose calls need an account while the setting wants one. */
export const NEEDS_ACCOUNT: ReadonlySet<CallClass> = new Set(['money', 'guard']);

/** Every call with a class, as `METHOD /path`. */
export const CLASSED_CALLS: readonly string[] = [...CLASSES.keys()];

/** Returns the class of a call that changes something; null for one that nobody has thought about. */
export function callClassOf(method: string, path: string): CallClass | null {
  return CLASSES.get(`${method} ${path}`) ?? null;
}
