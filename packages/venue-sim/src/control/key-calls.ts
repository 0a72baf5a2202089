import { isIP } from 'node:net';
import { ok, VENUES, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import type { KeyLimits } from '../account/key-ring.ts';
import type { SimKey } from '../account/model.ts';
import type { VenueSim } from '../faults-public.ts';
import { POCKET, walletOf } from './account-calls.ts';
import { badField, type ControlAnswer, type ControlRefusal, type JsonObject } from './control-answer.ts';
import { controlCall, type ControlCall } from './control-call.ts';
import { amount, choice, flag, list, optional, text, textLike, whole, type ValuesOf } from './fields.ts';
import { VENUE } from './find-listing.ts';
import { snakeKeys } from './snake-keys.ts';

/** Keys of one venue. */
const KEYS_MAX = 1_000;
const ADDRESS = textLike(/^[0-9a-fA-F.:]{2,45}$/, 'an IP address', 'an address');

const FIELDS = {
  venue: VENUE,
  action: choice(['issue', 'revoke', 'expire', 'limit'], 'what is done'),
  key: optional(text(128, 'the key; needed but for issue')),
  account: optional(whole({ min: 1, max: 1_000_000 }, 'issue: on this account; a new one when absent')),
  usdt: optional(amount('issue: USDT in every wallet of a new account; none when absent')),
  asset: optional(
    textLike(/^[A-Z0-9]{1,16}$/, 'a coin that is listed on spot', 'issue: a coin the account gets besides'),
  ),
  asset_amount: optional(amount('issue: how much of the coin')),
  pocket: POCKET,
  can_trade_spot: optional(flag('issue, limit: whether it trades on spot')),
  can_trade_futures: optional(flag('issue, limit: whether it trades perps')),
  can_withdraw: optional(flag('issue, limit: the withdraw bit')),
  is_read_only: optional(flag('issue, limit: whether it may only read')),
  ip_list: optional(list(20, ADDRESS, 'issue, limit: addresses it works from; empty: any')),
  expires_ms: optional(
    whole(
      { min: 0, max: 4_102_444_800_000 },
      'issue, limit, expire: when it ends, epoch milliseconds; now when expire has none',
    ),
  ),
};
const WITH_KEY = ['key', 'expires_ms'] as const;
const LIMITS = [
  'can_trade_spot',
  'can_trade_futures',
  'can_withdraw',
  'is_read_only',
  'ip_list',
  'expires_ms',
] as const;

type KeyValues = ValuesOf<typeof FIELDS>;

/** Builds the calls that issue, show and change keys. */
export function keyCalls(sim: VenueSim, clock: Clock): readonly ControlCall[] {
  return [
    controlCall({
      method: 'POST',
      path: '/keys',
      about:
        'issues a key (all of trading, no withdrawal, any address, but for what is said), or revokes, expires or limits one',
      fields: FIELDS,
      example: { venue: 'OKX', action: 'issue', usdt: '5000', can_withdraw: true, ip_list: ['127.0.0.1'] },
      act: (values) => actOn(sim, clock, values),
    }),
    controlCall({
      method: 'GET',
      path: '/keys',
      about: 'the keys of every venue with their secrets, which open play money only',
      fields: {},
      example: null,
      act: () =>
        ok({ keys: Object.fromEntries(VENUES.map((venue) => [venue, sim.control(venue).keys().map(keyRow)])) }),
    }),
  ];
}

function actOn(sim: VenueSim, clock: Clock, values: KeyValues): ControlAnswer {
  const { action, venue } = values;
  const misplaced = misplacedField(values);
  if (misplaced !== null) return misplaced;
  if (action === 'issue') return issue(sim, values);
  const control = sim.control(venue);
  const known = control.keys().find(({ apiKey }) => apiKey === values.key);
  if (known === undefined)
    return badField('key', values.key ?? undefined, `a key that ${venue} has issued and not revoked`);
  const { apiKey } = known;
  if (action === 'revoke') control.revokeKey(apiKey);
  else if (action === 'expire') control.expireKey(apiKey, values.expires_ms ?? clock.nowMs());
  else control.limitKey(apiKey, limitsOf(values));
  const now = control.keys().find((key) => key.apiKey === apiKey);
  return ok({ venue, action, key: now === undefined ? null : keyRow(now) });
}

/** Refuses a field that has no meaning for the action, rather than to ignore it. */
function misplacedField(values: KeyValues): { readonly ok: false; readonly error: ControlRefusal } | null {
  const { action } = values;
  const taken: Readonly<Record<typeof action, readonly string[]>> = {
    issue: ['account', 'usdt', 'asset', 'asset_amount', 'pocket', ...LIMITS],
    revoke: ['key'],
    expire: WITH_KEY,
    limit: ['key', ...LIMITS],
  };
  for (const [name, value] of Object.entries(values)) {
    if (name === 'venue' || name === 'action' || value === null || taken[action].includes(name)) continue;
    return badField(name, typeof value === 'object' ? String(value) : value, `none with action ${action}`);
  }
  for (const address of values.ip_list ?? []) {
    if (isIP(address) === 0) return badField('ip_list', address, 'IP addresses, e.g. 127.0.0.1');
  }
  return null;
}

function issue(sim: VenueSim, values: KeyValues): ControlAnswer {
  const { account, venue } = values;
  const control = sim.control(venue);
  if (control.keys().length >= KEYS_MAX)
    return badField('action', 'issue', `at most ${KEYS_MAX} keys at ${venue}; revoke some`);
  if (account !== null && !control.accountIds().includes(account)) {
    return badField('account', account, `an account of ${venue}, or none for a new one`);
  }
  const balances = balancesOf(values, account !== null);
  if (!balances.ok) return balances;
  const wish = { ...limitsOf(values), ...(account === null ? {} : { accountId: account }) };
  const key = control.issueKey({ ...wish, balances: balances.value });
  return ok({ venue, action: 'issue', key: keyRow(key) });
}

type Balances = NonNullable<NonNullable<Parameters<ReturnType<VenueSim['control']>['issueKey']>[0]>['balances']>;

function balancesOf(values: KeyValues, isKnownAccount: boolean): Result<Balances, ControlRefusal> {
  const { asset, asset_amount, pocket, usdt, venue } = values;
  if (isKnownAccount && usdt !== null)
    return badField('usdt', usdt.toString(), 'none with account; set amounts with POST /balance');
  if ((asset === null) !== (asset_amount === null)) {
    return badField(asset === null ? 'asset' : 'asset_amount', undefined, 'asset and asset_amount, or neither');
  }
  const pockets = venue === 'BINANCE' || venue === 'KUCOIN' ? (['spot', 'futures'] as const) : (['unified'] as const);
  const cash = usdt === null ? [] : pockets.map((each) => ({ pocket: each, asset: 'USDT', amount: usdt }));
  if (asset === null || asset_amount === null) {
    return pocket === null ? ok(cash) : badField('pocket', pocket, 'none without asset');
  }
  const wallet = walletOf(venue, pocket ?? (pockets.length === 2 ? 'spot' : null), asset);
  return wallet.ok ? ok([...cash, { pocket: wallet.value, asset, amount: asset_amount }]) : wallet;
}

function limitsOf(values: KeyValues): KeyLimits {
  const { can_trade_futures, can_trade_spot, can_withdraw, expires_ms, ip_list, is_read_only } = values;
  return {
    ...(can_trade_spot === null ? {} : { canTradeSpot: can_trade_spot }),
    ...(can_trade_futures === null ? {} : { canTradeFutures: can_trade_futures }),
    ...(can_withdraw === null ? {} : { canWithdraw: can_withdraw }),
    ...(is_read_only === null ? {} : { isReadOnly: is_read_only }),
    ...(ip_list === null ? {} : { ipList: ip_list }),
    ...(expires_ms === null ? {} : { expiresMs: expires_ms }),
  };
}

function keyRow({ accountId, ...key }: SimKey): JsonObject {
  return { account: accountId, ...(snakeKeys(key) as JsonObject) };
}
