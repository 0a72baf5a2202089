import {
  decimal,
  maxOf,
  toDecimalString,
  ZERO,
  type AccountKey,
  type Decimal,
  type DecimalString,
  type ExecutionMode,
} from '../../domain/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import { allocateCapital, type Allocation, type AllocationInput, type AllocationSettings } from '../../risk/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import { SteadyDelay } from './steady-delay.ts';

/** What an account is worth, part by part. null while a price is missing or the venue has said nothing. */
export interface AccountWorth {
  /** Balances at current prices, without unrealised PnL of perps. */
  readonly cashUsd: Decimal | null;
  /** The share of it that lies in coins other than dollars. */
  readonly holdingsUsd: Decimal | null;
  readonly unrealisedUsd: Decimal | null;
  readonly equityUsd: Decimal | null;
  /** What a new order could use, never below 0. */
  readonly freeUsd: Decimal | null;
  readonly marginUsd: Decimal | null;
}

const UNKNOWN: AccountWorth = {
  cashUsd: null,
  holdingsUsd: null,
  unrealisedUsd: null,
  equityUsd: null,
  freeUsd: null,
  marginUsd: null,
};

/** How long a division of the capital stands. */
const ALLOCATION_KEPT_MS = 1_000;

type WorthContext = Pick<CoreContext, 'clock' | 'eyes' | 'ledger' | 'desks' | 'permit' | 'risk'>;

/** The capital of each mode, divided over the venues whose orders go there. null: no venue, or the worth of one is unknown. */
export type CapitalDivision = Readonly<Record<ExecutionMode, Allocation | null>>;

interface KeptDivision {
  readonly atMs: number;
  /** What it was made of. */
  readonly parts: readonly unknown[];
  readonly division: CapitalDivision;
}

/** Puts prices to what accounts hold. */
export class AccountWorthDesk {
  private readonly context: WorthContext;
  private readonly delays = new SteadyDelay();
  private kept: KeptDivision | null = null;

  constructor(context: WorthContext) {
    this.context = context;
  }

  worthOf(desk: AccountDesk): AccountWorth {
    const { eyes } = this.context;
    if (desk.balances.length === 0) return UNKNOWN;
    let cash: Decimal | null = ZERO;
    let holdings: Decimal | null = ZERO;
    let free = ZERO;
    for (const { asset, total, free: freeText } of desk.balances) {
      const price = eyes.priceUsd(asset, desk.venue);
      const usd = price === null ? null : decimal(total).times(decimal(price));
      cash = usd === null || cash === null ? null : cash.plus(usd);
      if (asset === 'USDT') free = free.plus(decimal(freeText));
      else holdings = usd === null || holdings === null ? null : holdings.plus(usd);
    }
    const unrealised = this.unrealisedOf(desk.account);
    const equity = cash === null || unrealised === null ? null : cash.plus(unrealised);
    return {
      cashUsd: cash,
      holdingsUsd: holdings,
      unrealisedUsd: unrealised,
      equityUsd: equity,
      freeUsd: maxOf(ZERO, free),
      marginUsd: cash === null || holdings === null ? null : maxOf(ZERO, cash.minus(holdings).minus(free)),
    };
  }

  /** Returns the unrealised result of an account's perps at their marks; null while one is missing. */
  unrealisedOf(account: AccountKey): Decimal | null {
    let sum = ZERO;
    for (const position of this.perpsOf(account)) {
      const usd = this.unrealisedOfPosition(position);
      if (usd === null) return null;
      sum = sum.plus(usd);
    }
    return sum;
  }

  unrealisedOfPosition(position: LedgerPosition): Decimal | null {
    const mark = this.context.eyes.markPx(position.instrumentId);
    return mark === null ? null : decimal(position.qtyBase).times(decimal(mark)).minus(decimal(position.costQuote));
  }

  perpsOf(account: AccountKey): readonly LedgerPosition[] {
    return (this.context.ledger.account(account)?.positions() ?? []).filter(({ kind }) => kind === 'perp');
  }

  /**
   * Divides the capital of the accounts orders go to, paper money and real money apart. A division stands for a second, unless the
   * settings, the accounts or one of their balances change: prices and delays alone move it slowly.
   */
  capital(): CapitalDivision {
    const { clock, risk } = this.context;
    const active = this.activeDesks();
    const parts: unknown[] = [risk.settings.allocation];
    for (const desk of active) parts.push(desk, desk.balances);
    const nowMs = clock.nowMs();
    const { kept } = this;
    const isSame = kept !== null && nowMs - kept.atMs < ALLOCATION_KEPT_MS && areSame(parts, kept.parts);
    if (isSame) return kept.division;
    const division = this.divideByMode(active, risk.settings.allocation);
    this.kept = { atMs: nowMs, parts, division };
    return division;
  }

  /** Divides as other settings would. */
  capitalWith(settings: AllocationSettings): CapitalDivision {
    return this.divideByMode(this.activeDesks(), settings);
  }

  /** Returns the dollars that a new order of this account may be measured by; null while they are unknown. */
  allocatedUsd({ mode, venue }: Pick<AccountDesk, 'mode' | 'venue'>): DecimalString | null {
    return this.capital()[mode]?.byVenue.find((part) => part.venue === venue)?.usd ?? null;
  }

  private activeDesks(): readonly AccountDesk[] {
    const { desks, permit } = this.context;
    return [...desks.values()].filter(({ account, venue }) => account === activeAccount({ permit }, venue));
  }

  private divideByMode(active: readonly AccountDesk[], settings: AllocationSettings): CapitalDivision {
    const of = (mode: ExecutionMode): Allocation | null => {
      const desks = active.filter((desk) => desk.mode === mode);
      return desks.length === 0 ? null : this.divide(desks, settings);
    };
    return { paper: of('paper'), live: of('live') };
  }

  private divide(active: readonly AccountDesk[], settings: AllocationSettings): Allocation | null {
    const { clock, eyes } = this.context;
    const nowMs = clock.nowMs();
    const inputs: AllocationInput[] = [];
    for (const desk of active) {
      const { equityUsd } = this.worthOf(desk);
      if (equityUsd === null) return null;
      inputs.push({
        venue: desk.venue,
        balanceUsd: toDecimalString(maxOf(ZERO, equityUsd)),
        latencyMs: this.delays.take(desk.venue, eyes.latencyMs(desk.venue), nowMs),
        takerFeeBps: desk.feeView('perp')?.takerBps ?? null,
      });
    }
    const divided = allocateCapital(inputs, settings);
    return divided.ok ? divided.value : null;
  }
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((part, at) => part === b[at]);
}
