import {
  decimal,
  maxOf,
  toDecimalString,
  ZERO,
  type AccountKey,
  type Decimal,
  type DecimalString,
  type Venue,
} from '../../domain/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import { allocateCapital, type Allocation } from '../../risk/index.ts';
import type { AccountDesk } from './account-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';

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

/** Puts prices to what accounts hold. */
export class AccountWorthDesk {
  private readonly context: Pick<CoreContext, 'eyes' | 'ledger' | 'desks' | 'permit' | 'risk'>;

  constructor(context: Pick<CoreContext, 'eyes' | 'ledger' | 'desks' | 'permit' | 'risk'>) {
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

  /** Divides the capital of the accounts orders go to; null while the worth of one is unknown. */
  allocation(): Allocation | null {
    const { desks, eyes, permit, risk } = this.context;
    const inputs: { venue: Venue; balanceUsd: DecimalString; latencyMs: number | null; takerFeeBps: number | null }[] =
      [];
    for (const desk of desks.values()) {
      if (desk.account !== activeAccount({ permit }, desk.venue)) continue;
      const { equityUsd } = this.worthOf(desk);
      if (equityUsd === null) return null;
      inputs.push({
        venue: desk.venue,
        balanceUsd: toDecimalString(maxOf(ZERO, equityUsd)),
        latencyMs: eyes.latencyMs(desk.venue),
        takerFeeBps: desk.feeView('perp')?.takerBps ?? null,
      });
    }
    const divided = allocateCapital(inputs, risk.settings.allocation);
    return divided.ok ? divided.value : null;
  }
}
