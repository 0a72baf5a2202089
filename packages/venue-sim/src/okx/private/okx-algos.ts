import type { Clock } from '@riptide/core/kernel';
import type { SimAccounts, SimOrder, SimOrderRequest, SimOutcome } from '../../account/model.ts';

type OkxAlgoType = 'conditional' | 'oco' | 'trigger';

/** One algo order as asked for: the orders of its legs, of which the first to fire ends the other. */
export interface WantedAlgo {
  readonly ordType: OkxAlgoType;
  readonly legs: readonly SimOrderRequest[];
  readonly clientId: string;
}

/** An algo order: up to two conditional orders, the first of which names it. */
export interface OkxAlgo {
  readonly ordType: OkxAlgoType;
  readonly legs: readonly SimOrder[];
}

interface Kept {
  readonly ordType: OkxAlgoType;
  readonly legIds: readonly number[];
}

const KEPT = 50_000;

/** True for orders that wait or waited for a trigger. */
export function isConditional({ request }: SimOrder): boolean {
  return request.type !== 'market' && request.type !== 'limit';
}

/** Knows which conditional orders belong together, and which ones wait for their entry to fill. */
export class OkxAlgos {
  private readonly accounts: SimAccounts;
  private readonly clock: Clock;
  private readonly byLeg = new Map<number, Kept>();
  private readonly waiting = new Map<number, readonly WantedAlgo[]>();

  constructor(accounts: SimAccounts, clock: Clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  /** Places all legs or none; the first one's number is the algo order's. */
  place(accountId: number, wanted: WantedAlgo): SimOutcome<SimOrder> {
    const placed: SimOrder[] = [];
    for (const [at, leg] of wanted.legs.entries()) {
      // The legs share one client id, which the accounts take once.
      const made = this.accounts.place(accountId, at === 0 ? leg : { ...leg, clientId: '' });
      if (!made.ok) {
        for (const one of placed) this.accounts.cancel(accountId, { id: one.id });
        return made;
      }
      placed.push(made.value);
    }
    const [first] = placed;
    if (first === undefined) throw new Error('Invariant: an algo order without legs');
    const kept: Kept = { ordType: wanted.ordType, legIds: placed.map(({ id }) => id) };
    for (const { id } of placed) this.byLeg.set(id, kept);
    for (const id of this.byLeg.keys()) {
      if (this.byLeg.size <= KEPT) break;
      this.byLeg.delete(id);
    }
    return { ok: true, value: first };
  }

  /** The algo order that a conditional order belongs to. */
  of(order: SimOrder): OkxAlgo {
    const kept = this.byLeg.get(order.id);
    if (kept === undefined) return { ordType: 'conditional', legs: [order] };
    const legs = kept.legIds.flatMap((id) => {
      if (id === order.id) return [order];
      const leg = this.accounts.order(order.accountId, { id });
      return leg === null ? [] : [leg];
    });
    return { ordType: kept.ordType, legs };
  }

  /** Ends every leg that still waits; false when none does. */
  cancel(accountId: number, order: SimOrder): boolean {
    const outcomes = this.of(order)
      .legs.filter(({ status }) => status === 'untriggered')
      .map(({ id }) => this.accounts.cancel(accountId, { id }));
    return outcomes.some(({ ok }) => ok);
  }

  /** Keeps what is attached to an order until that one has filled. */
  attach(order: SimOrder, wanted: readonly WantedAlgo[]): void {
    if (wanted.length === 0) return;
    this.waiting.set(order.id, wanted);
    this.follow(order);
  }

  /** Ends the other leg when one fires, and places what waited for an order that filled. */
  follow(order: SimOrder): void {
    if (isConditional(order) && order.status !== 'untriggered') this.endOthers(order);
    const wanted = this.waiting.get(order.id);
    if (wanted === undefined || order.status === 'open') return;
    this.waiting.delete(order.id);
    if (order.cumLots === 0) return;
    // Not within the accounts' own news: the position is complete only after it.
    this.clock.after(0, () => {
      for (const one of wanted) {
        const sized = (leg: SimOrderRequest): SimOrderRequest => ({ ...leg, lots: order.cumLots, isReduceOnly: true });
        this.place(order.accountId, { ...one, legs: one.legs.map(sized) });
      }
    });
  }

  private endOthers(order: SimOrder): void {
    const others = this.byLeg.get(order.id)?.legIds.filter((id) => id !== order.id) ?? [];
    if (others.length === 0) return;
    this.clock.after(0, () => {
      for (const id of others) this.accounts.cancel(order.accountId, { id });
    });
  }
}
