import { instrumentAt, setupOf, type AccountWorld } from './account-world.ts';
import type { DeadMen } from './dead-men.ts';
import type { KeyRing } from './key-ring.ts';
import { isConditional, isLive, snapshot, type LiveOrder } from './live-order.ts';
import { balanceOf, positionOf } from './margin.ts';
import type { SimAccounts, SimOrder } from './model.ts';
import type { OrderDesk } from './order-desk.ts';
import type { SettingsDesk } from './settings-desk.ts';
import { feeRatesOf } from './settlement.ts';

/** The parts that the accounts of a venue are made of. */
export interface AccountParts {
  readonly world: AccountWorld;
  readonly keys: KeyRing;
  readonly desk: OrderDesk;
  readonly settings: SettingsDesk;
  readonly deadMen: DeadMen;
}

/** Builds what a wire server sees of the accounts. */
export function venueAccounts(parts: AccountParts): SimAccounts {
  return { ...orderCalls(parts), ...readCalls(parts), ...settingCalls(parts) };
}

type OrderCalls = Pick<SimAccounts, 'place' | 'test' | 'cancel' | 'cancelAll' | 'amend' | 'order'>;

function orderCalls({ world, desk }: AccountParts): OrderCalls {
  return {
    place: (accountId, request, fillFrac) =>
      desk.place(accountId, request, typeof fillFrac === 'number' ? { fillFracMax: fillFrac } : {}),
    test(accountId, request) {
      const checked = desk.check(accountId, request, false);
      return checked.ok ? { ok: true, value: null } : checked;
    },
    cancel(accountId, by) {
      const order = findOrder(world, accountId, { ...by, prefersLive: true });
      if (order === null) return { ok: false, refusal: 'unknown-order' };
      return isLive(order) ? { ok: true, value: desk.cancel(order, 'user') } : { ok: false, refusal: 'order-final' };
    },
    cancelAll(accountId, filter) {
      const open = world.store.list(accountId, { ...filter, isOpen: true, limit: Number.POSITIVE_INFINITY });
      return open.toReversed().map((order): SimOrder => desk.cancel(order, 'user'));
    },
    amend(accountId, orderId, change) {
      const order = findOrder(world, accountId, { id: orderId });
      if (order === null) return { ok: false, refusal: 'unknown-order' };
      return isLive(order) ? desk.amend(order, change) : { ok: false, refusal: 'order-final' };
    },
    order(accountId, by) {
      const found = findOrder(world, accountId, by);
      return found === null ? null : snapshot(found);
    },
  };
}

interface OrderName {
  readonly id?: number;
  readonly clientId?: string;
  readonly ix?: number;
  readonly isConditional?: boolean;
  /** Among orders of one name, one that lives comes before a newer one that is finished. */
  readonly prefersLive?: boolean;
}

/** Finds an order by id, or the newest under a client id. */
function findOrder(world: AccountWorld, accountId: number, by: OrderName): LiveOrder | null {
  const matches = (order: LiveOrder): boolean =>
    order.accountId === accountId &&
    (by.ix === undefined || order.request.ix === by.ix) &&
    (by.isConditional === undefined || isConditional(order.request) === by.isConditional);
  if (by.id !== undefined) {
    const order = world.store.get(by.id);
    return order !== null && matches(order) ? order : null;
  }
  if (by.clientId === undefined || by.clientId === '') return null;
  const { clientId } = by;
  const kinds = by.ix === undefined ? (['perp', 'spot'] as const) : [world.units[by.ix]?.instrument.kind ?? 'perp'];
  const named = kinds.flatMap((kind) => world.store.named(accountId, kind, clientId)).filter(matches);
  const live = by.prefersLive === true ? named.findLast(isLive) : undefined;
  return live ?? named.at(-1) ?? null;
}

type ReadCalls = Pick<
  SimAccounts,
  'orders' | 'fills' | 'positions' | 'balances' | 'incomes' | 'feeRates' | 'subscribe'
>;

function readCalls({ world }: AccountParts): ReadCalls {
  return {
    orders: (accountId, filter) => world.store.list(accountId, filter).map(snapshot),
    fills: (accountId, filter) => world.store.fills(accountId, filter),
    positions(accountId, filter = {}) {
      return world.positions
        .of(accountId)
        .filter(
          (held) => (filter.ix === undefined || held.ix === filter.ix) && (filter.isAll === true || held.lots !== 0),
        )
        .filter((held) => instrumentAt(world, held.ix).kind === 'perp')
        .map((held) => positionOf(world, held));
    },
    balances(accountId, pocket) {
      return world.treasury
        .of(accountId)
        .filter((holding) => pocket === undefined || holding.pocket === pocket)
        .map((holding) => balanceOf(world, accountId, holding.pocket, holding.asset));
    },
    incomes: (accountId, filter) => world.store.incomes(accountId, filter),
    feeRates: (accountId, ix) => feeRatesOf(world, accountId, ix),
    subscribe: (listener) => world.events.subscribe(listener),
  };
}

type SettingCalls = Omit<SimAccounts, keyof OrderCalls | keyof ReadCalls>;

function settingCalls({ world, keys, settings, deadMen }: AccountParts): SettingCalls {
  return {
    findKey: (apiKey) => keys.find(apiKey),
    setup: (accountId, ix) => setupOf(world, accountId, ix),
    setLeverage: (accountId, ix, leverage) => settings.setLeverage(accountId, ix, leverage),
    setMarginMode: (accountId, ix, mode) => settings.setMarginMode(accountId, ix, mode),
    positionMode: (accountId) => (world.hedged.has(accountId) ? 'hedge' : 'one-way'),
    setPositionMode: (accountId, mode) => settings.setPositionMode(accountId, mode),
    armDeadMan: (accountId, ix, timeoutMs, kind) => deadMen.arm(accountId, { ix, kind: kind ?? null }, timeoutMs),
    transfer: (accountId, asset, from, to, amount) => settings.transfer(accountId, asset, { from, to, amount }),
  };
}
