import { decimal, minOf, roundTo, ZERO, type Decimal } from '@riptide/core/domain';
import { instrumentAt, markOf, pocketOf, setupOf, unitsAt, type AccountWorld } from './account-world.ts';
import { money } from './listing-units.ts';
import { isLive } from './live-order.ts';
import { backingOf, maintenanceOf, marginOf, positionOf, unrealisedOf } from './margin.ts';
import type { OrderDesk } from './order-desk.ts';
import type { HeldPosition } from './position-book.ts';
import { pay, tellPayments } from './settlement.ts';
import { LIQUIDATION_FEE_FRAC } from './venue-rules.ts';

/** Positions are looked at for liquidation at every fourth step, ten times a second. */
const STEPS_PER_LOOK = 4;

/** Liquidation, deleveraging and funding: what the venue does to an account by itself. */
export class RiskDesk {
  private readonly world: AccountWorld;
  private readonly desk: OrderDesk;
  /** Next settlement of each perp; funding is paid when the clock has passed it. */
  private stepCount = 0;
  private readonly dueMs = new Map<number, number>();

  constructor(world: AccountWorld, desk: OrderDesk) {
    this.world = world;
    this.desk = desk;
    world.market.instruments.forEach(({ kind }, ix) => {
      if (kind === 'perp') this.dueMs.set(ix, world.market.mark(ix).nextFundingMs);
    });
  }

  /** After every step of the market. */
  step(): void {
    const nowMs = this.world.clock.nowMs();
    for (const [ix, due] of this.dueMs) {
      if (nowMs < due) continue;
      this.settleFunding(ix);
      this.dueMs.set(ix, this.world.market.mark(ix).nextFundingMs);
    }
    this.stepCount += 1;
    if (this.stepCount % STEPS_PER_LOOK !== 0) return;
    for (const accountId of this.world.positions.accounts()) this.look(accountId);
  }

  /** Pays funding on every position of a listing at its present mark and rate: longs pay shorts while the rate is positive. */
  settleFunding(ix: number): void {
    const { world } = this;
    const rate = roundTo(decimal(world.market.mark(ix).fundingRateFrac), 8);
    for (const position of world.positions.on(ix)) {
      if (position.lots === 0) continue;
      const { accountId } = position;
      const value = unitsAt(world, ix).quotePerLotPx.times(position.lots).times(markOf(world, ix));
      const amount = money(value.times(rate).times(-1));
      const asset = instrumentAt(world, ix).quote;
      const income = pay(world, {
        accountId,
        pocket: pocketOf(world, ix),
        ix,
        asset,
        kind: 'funding',
        amount,
        fillId: null,
      });
      tellPayments(world, [income], 'funding');
      world.events.tell('onPosition', positionOf(world, position), 'funding');
    }
  }

  /** Closes a position by force: its orders first, then the market, and what the book does not give at the mark. */
  liquidate(position: HeldPosition): void {
    const { accountId, ix } = position;
    const { world } = this;
    for (const order of Array.from(world.store.liveOf(accountId).values())) {
      if (order.request.ix === ix && isLive(order)) this.desk.cancel(order, 'liquidation');
    }
    if (position.lots === 0) return;
    const isIsolated = setupOf(world, accountId, ix).marginMode === 'isolated';
    const floor = isIsolated ? marginOf(world, position).minus(position.realised) : null;
    const value = unitsAt(world, ix).quotePerLotPx.times(Math.abs(position.lots)).times(markOf(world, ix));
    const lots = Math.abs(position.lots);
    const isLong = position.lots > 0;
    const bankruptcyTicks = this.bankruptcyTicks(position);
    const forced = this.desk.force(position, lots, 'liquidation');
    const got = forced.cumLots;
    const ticks = this.markTicks(ix);
    if (got < lots) {
      this.desk.closeAt(position, lots - got, { ticks, cause: 'liquidation' });
      this.deleverageOthers(position, { lots: lots - got, isLong, ticks });
    }
    world.market.accounts.announceLiquidation(ix, {
      liquidatedSide: isLong ? 'LONG' : 'SHORT',
      averageTicks: got === 0 ? ticks : Math.round(forced.cumLotTicks / got),
      bankruptcyTicks,
      lots,
    });
    const wallet = world.treasury.total(accountId, pocketOf(world, ix), instrumentAt(world, ix).quote);
    this.chargeLiquidation(position, { left: floor === null ? wallet : floor.plus(position.realised), value });
  }

  /** Takes lots off a position at the mark, as a venue does when its insurance can't carry a liquidation. Returns the lots taken. */
  adl(position: HeldPosition, lots: number): number {
    const taken = Math.min(lots, Math.abs(position.lots));
    if (taken > 0) this.desk.closeAt(position, taken, { ticks: this.markTicks(position.ix), cause: 'adl' });
    return taken;
  }

  /** Isolated positions stand alone; cross ones fall together, the worst first, and the rest is looked at again. */
  private look(accountId: number): void {
    const { world } = this;
    let crossEquity: Decimal | null = null;
    let crossMaintenance = ZERO;
    let worst: { readonly position: HeldPosition; readonly unrealised: Decimal } | null = null;
    for (const position of world.positions.of(accountId)) {
      if (position.lots === 0) continue;
      const unrealised = unrealisedOf(world, position);
      const maintenance = maintenanceOf(world, position);
      const margin = marginOf(world, position);
      crossEquity ??= world.treasury.total(accountId, pocketOf(world, position.ix), 'USDT');
      if (setupOf(world, accountId, position.ix).marginMode === 'isolated') {
        if (margin.plus(unrealised).lte(maintenance)) this.liquidate(position);
        else crossEquity = crossEquity.minus(margin);
        continue;
      }
      crossEquity = crossEquity.plus(unrealised);
      crossMaintenance = crossMaintenance.plus(maintenance);
      if (worst === null || unrealised.lt(worst.unrealised)) worst = { position, unrealised };
    }
    if (worst !== null && crossEquity?.lte(crossMaintenance) === true) this.liquidate(worst.position);
  }

  /** The fund takes its fee from what is left of the margin, and makes up for what is missing. */
  private chargeLiquidation(
    position: HeldPosition,
    { left, value }: { readonly left: Decimal; readonly value: Decimal },
  ): void {
    const { accountId, ix } = position;
    const { world } = this;
    const fee = money(value.times(decimal(LIQUIDATION_FEE_FRAC)));
    const amount = left.lt(ZERO) ? left.times(-1) : minOf(fee, left).times(-1);
    if (amount.eq(0)) return;
    const asset = instrumentAt(world, ix).quote;
    const payment = {
      accountId,
      pocket: pocketOf(world, ix),
      ix,
      asset,
      kind: 'liquidation-fee',
      amount,
      fillId: null,
    } as const;
    tellPayments(world, [pay(world, payment)], 'liquidation');
  }

  private deleverageOthers(broke: HeldPosition, rest: { lots: number; isLong: boolean; ticks: number }): void {
    const opposite = this.world.positions
      .on(broke.ix)
      .filter(({ accountId, lots }) => accountId !== broke.accountId && (rest.isLong ? lots < 0 : lots > 0))
      .toSorted((a, b) => Number(unrealisedOf(this.world, b).minus(unrealisedOf(this.world, a))));
    let left = rest.lots;
    for (const position of opposite) {
      const lots = Math.min(left, Math.abs(position.lots));
      if (lots === 0) break;
      this.desk.closeAt(position, lots, { ticks: rest.ticks, cause: 'adl' });
      left -= lots;
    }
  }

  /** The price at which nothing would be left of what backs a position. */
  private bankruptcyTicks(position: HeldPosition): number {
    const { quotePerLotTick } = unitsAt(this.world, position.ix);
    const spare = position.cost.minus(backingOf(this.world, position));
    return Math.max(1, Math.round(Number(spare.div(quotePerLotTick.times(position.lots)))));
  }

  private markTicks(ix: number): number {
    return Math.max(1, Math.round(this.world.market.mark(ix).markPx / instrumentAt(this.world, ix).pxTick));
  }
}
