import type { Decimal } from '@riptide/core/domain';
import { instrumentAt, setupOf, type AccountWorld } from './account-world.ts';
import { freeOf, positionOf } from './margin.ts';
import type { SimMarginMode, SimOutcome, SimPocket, SimRefusal } from './model.ts';
import { pay, tellPayments } from './settlement.ts';

const DONE: SimOutcome<null> = { ok: true, value: null };

function refused(refusal: SimRefusal): SimOutcome<null> {
  return { ok: false, refusal };
}

/** Leverage, margin and position modes, and moves between pockets. */
export class SettingsDesk {
  private readonly world: AccountWorld;

  constructor(world: AccountWorld) {
    this.world = world;
  }

  /** An isolated position can't get less leverage; a cross one only what its margin allows. */
  setLeverage(accountId: number, ix: number, leverage: number): SimOutcome<null> {
    const { world } = this;
    const { leverageMax, kind, quote } = instrumentAt(world, ix);
    if (kind === 'spot' || !(leverage >= 1 && leverage <= leverageMax)) return refused('leverage-invalid');
    const before = setupOf(world, accountId, ix);
    if (before.leverage !== leverage) {
      if (before.marginMode === 'isolated' && leverage < before.leverage && this.holds(accountId, ix)) {
        return refused('leverage-locked');
      }
      world.setups.set(`${accountId}|${ix}`, { ...before, leverage });
      const free = freeOf(world, accountId, { pocket: world.rules.pockets.perp, asset: quote });
      if (leverage < before.leverage && free.lt(0)) {
        world.setups.set(`${accountId}|${ix}`, before);
        return refused('margin-insufficient');
      }
      this.tellPositions(accountId, ix);
    }
    world.events.tell('onLeverage', accountId, ix, leverage);
    return DONE;
  }

  setMarginMode(accountId: number, ix: number, marginMode: SimMarginMode): SimOutcome<null> {
    const before = setupOf(this.world, accountId, ix);
    if (before.marginMode === marginMode) return refused('margin-mode-unchanged');
    if (this.holds(accountId, ix) || this.hasOrders(accountId, ix)) return refused('margin-mode-locked');
    this.world.setups.set(`${accountId}|${ix}`, { ...before, marginMode });
    return DONE;
  }

  setPositionMode(accountId: number, mode: 'one-way' | 'hedge'): SimOutcome<null> {
    const { hedged } = this.world;
    if (hedged.has(accountId) === (mode === 'hedge')) return refused('position-mode-unchanged');
    if (this.holds(accountId, null) || this.hasOrders(accountId, null)) return refused('position-mode-locked');
    if (mode === 'hedge') hedged.add(accountId);
    else hedged.delete(accountId);
    return DONE;
  }

  transfer(
    accountId: number,
    asset: string,
    way: { from: SimPocket; to: SimPocket; amount: Decimal },
  ): SimOutcome<null> {
    const { world } = this;
    const { from, to, amount } = way;
    if (from === to || amount.lte(0) || amount.gt(freeOf(world, accountId, { pocket: from, asset }))) {
      return refused('balance-insufficient');
    }
    const shared = { accountId, asset, ix: null, kind: 'transfer', fillId: null } as const;
    const out = pay(world, { ...shared, pocket: from, amount: amount.times(-1) });
    const into = pay(world, { ...shared, pocket: to, amount });
    tellPayments(world, [out, into], 'transfer');
    return DONE;
  }

  private holds(accountId: number, ix: number | null): boolean {
    return this.world.positions.of(accountId).some((held) => held.lots !== 0 && (ix === null || held.ix === ix));
  }

  private hasOrders(accountId: number, ix: number | null): boolean {
    for (const order of this.world.store.liveOf(accountId).values()) {
      if (order.kind === 'perp' && (ix === null || order.request.ix === ix)) return true;
    }
    return false;
  }

  private tellPositions(accountId: number, ix: number): void {
    for (const held of this.world.positions.of(accountId)) {
      if (held.ix === ix && held.lots !== 0)
        this.world.events.tell('onPosition', positionOf(this.world, held), 'setting');
    }
  }
}
