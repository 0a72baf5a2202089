import { ZERO, type Decimal } from '@riptide/core/domain';
import type { SimPocket } from './model.ts';

/** One amount of one asset in one pocket of one account. */
export interface Holding {
  readonly accountId: number;
  readonly pocket: SimPocket;
  readonly asset: string;
  total: Decimal;
  updatedMs: number;
}

/**
 * All money at a venue. The house pool stands on the other side of every payment: counterparty of the flow, earner of fees,
 * insurance fund and partner in funding. Only `issue` makes or destroys money, and counts it.
 */
export class Treasury {
  private readonly holdings = new Map<string, Holding>();
  private readonly byAccount = new Map<number, Holding[]>();
  private readonly pool = new Map<string, Decimal>();
  private readonly issued = new Map<string, Decimal>();

  total(accountId: number, pocket: SimPocket, asset: string): Decimal {
    return this.holdings.get(`${accountId}|${pocket}|${asset}`)?.total ?? ZERO;
  }

  /** What an account holds, in the order in which it came to hold it. */
  of(accountId: number): readonly Holding[] {
    return this.byAccount.get(accountId) ?? [];
  }

  holding(accountId: number, pocket: SimPocket, asset: string): Holding {
    const key = `${accountId}|${pocket}|${asset}`;
    const known = this.holdings.get(key);
    if (known !== undefined) return known;
    const made: Holding = { accountId, pocket, asset, total: ZERO, updatedMs: 0 };
    this.holdings.set(key, made);
    const all = this.byAccount.get(accountId);
    if (all === undefined) this.byAccount.set(accountId, [made]);
    else all.push(made);
    return made;
  }

  /** Pays from the pool to an account; a negative amount goes the other way. Returns the new total. */
  pay(to: Pick<Holding, 'accountId' | 'pocket' | 'asset'>, amount: Decimal, atMs: number): Decimal {
    this.pool.set(to.asset, (this.pool.get(to.asset) ?? ZERO).minus(amount));
    return this.add(to, amount, atMs);
  }

  /** Makes money out of nothing, or destroys it. Returns the new total. */
  issue(to: Pick<Holding, 'accountId' | 'pocket' | 'asset'>, amount: Decimal, atMs: number): Decimal {
    this.issued.set(to.asset, (this.issued.get(to.asset) ?? ZERO).plus(amount));
    return this.add(to, amount, atMs);
  }

  poolOf(asset: string): Decimal {
    return this.pool.get(asset) ?? ZERO;
  }

  issuedOf(asset: string): Decimal {
    return this.issued.get(asset) ?? ZERO;
  }

  /** Sum of an asset over all accounts, counted anew. */
  heldOf(asset: string): Decimal {
    let sum = ZERO;
    for (const holding of this.holdings.values()) if (holding.asset === asset) sum = sum.plus(holding.total);
    return sum;
  }

  assets(): readonly string[] {
    const held = Array.from(this.holdings.values(), ({ asset }) => asset);
    return Array.from(new Set([...this.pool.keys(), ...this.issued.keys(), ...held])).toSorted();
  }

  private add(to: Pick<Holding, 'accountId' | 'pocket' | 'asset'>, amount: Decimal, atMs: number): Decimal {
    const holding = this.holding(to.accountId, to.pocket, to.asset);
    holding.total = holding.total.plus(amount);
    holding.updatedMs = atMs;
    return holding.total;
  }
}
