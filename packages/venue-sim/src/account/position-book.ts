import { ZERO, type Decimal } from '@riptide/core/domain';
import { money, quoteOf, type ListingUnits } from './listing-units.ts';
import type { SimPosition } from './model.ts';

export type SimPositionSide = SimPosition['positionSide'];

/** A position as the engine keeps it: signed lots and their signed cost; the average price is only computed to be shown. */
export interface HeldPosition {
  readonly accountId: number;
  readonly ix: number;
  readonly positionSide: SimPositionSide;
  lots: number;
  cost: Decimal;
  realised: Decimal;
  openedMs: number;
  updatedMs: number;
  /** Value at the mark as computed last, and what it was computed from. */
  valued: { readonly markPx: number; readonly lots: number; readonly value: Decimal } | null;
  /** Margin as computed last, and what it was computed from. */
  bound: { readonly cost: Decimal; readonly leverage: number; readonly margin: Decimal } | null;
}

/** What the house saw of one listing; counted from the executions alone, so that `audit` can compare. */
export interface HouseTally {
  lots: number;
  notional: Decimal;
  realised: Decimal;
}

/** Every position of a venue. */
export class PositionBook {
  private readonly held = new Map<string, HeldPosition>();
  private readonly byAccount = new Map<number, HeldPosition[]>();
  private readonly byIx = new Map<number, HeldPosition[]>();
  private readonly tallies = new Map<number, HouseTally>();

  /** Returns the position, flat if there never was one. */
  at(accountId: number, ix: number, positionSide: SimPositionSide): HeldPosition {
    const key = `${accountId}|${ix}|${positionSide}`;
    const known = this.held.get(key);
    if (known !== undefined) return known;
    const made: HeldPosition = {
      accountId,
      ix,
      positionSide,
      lots: 0,
      cost: ZERO,
      realised: ZERO,
      openedMs: 0,
      updatedMs: 0,
      valued: null,
      bound: null,
    };
    this.held.set(key, made);
    push(this.byAccount, accountId, made);
    push(this.byIx, ix, made);
    return made;
  }

  of(accountId: number): readonly HeldPosition[] {
    return this.byAccount.get(accountId) ?? [];
  }

  on(ix: number): readonly HeldPosition[] {
    return this.byIx.get(ix) ?? [];
  }

  /** Accounts that ever had a position. */
  accounts(): Iterable<number> {
    return this.byAccount.keys();
  }

  tally(ix: number): HouseTally {
    const known = this.tallies.get(ix);
    if (known !== undefined) return known;
    const made: HouseTally = { lots: 0, notional: ZERO, realised: ZERO };
    this.tallies.set(ix, made);
    return made;
  }

  tallied(): readonly number[] {
    return Array.from(this.tallies.keys());
  }

  /**
   * Applies one execution by average cost; lots beyond the position flip it. The released part of the cost is rounded to 8 digits and
   * the rest stays, so that nothing is lost. Returns the realised gain in quote, before fees.
   */
  apply(
    position: HeldPosition,
    execution: { signedLots: number; ticks: number; atMs: number },
    units: ListingUnits,
  ): Decimal {
    const { signedLots, ticks, atMs } = execution;
    const realised = this.move(position, signedLots, ticks, units);
    if (position.lots !== 0 && position.lots === signedLots) position.openedMs = atMs;
    position.realised = position.realised.plus(realised);
    position.updatedMs = atMs;
    const tally = this.tally(position.ix);
    tally.lots -= signedLots;
    tally.notional = tally.notional.plus(quoteOf(units, signedLots, ticks));
    return realised;
  }

  private move(position: HeldPosition, signedLots: number, ticks: number, units: ListingUnits): Decimal {
    const { lots, cost } = position;
    position.lots = lots + signedLots;
    if (lots === 0 || lots > 0 === signedLots > 0) {
      position.cost = cost.plus(quoteOf(units, signedLots, ticks));
      return ZERO;
    }
    const closed = Math.min(Math.abs(lots), Math.abs(signedLots));
    const isAll = closed === Math.abs(lots);
    const released = isAll ? cost : money(cost.times(closed).div(Math.abs(lots)));
    const closedValue = quoteOf(units, closed * Math.sign(lots), ticks);
    position.cost = isAll ? quoteOf(units, position.lots, ticks) : cost.minus(released);
    return closedValue.minus(released);
  }
}

function push<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
