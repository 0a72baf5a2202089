import type {
  AccountKey,
  BalanceReport,
  DecimalString,
  DomainError,
  ExecutionClient,
  Instrument,
  InstrumentId,
  Result,
} from '../domain/index.ts';
import { domainError, err } from '../domain/index.ts';
import type { Clock } from '../kernel/index.ts';
import type { FactLog } from './fact-log.ts';
import type { OrderStore } from './order-store.ts';

/** What every part of execution works with. */
export interface ExecutionDeps {
  readonly clock: Clock;
  readonly facts: FactLog;
  readonly store: OrderStore;
  /** null for accounts that are not set up. */
  readonly clientOf: (account: AccountKey) => ExecutionClient | null;
  readonly instrumentOf: (id: InstrumentId) => Instrument | null;
}

/** What the ledger knows, as far as execution must compare it with a venue. */
export interface LedgerView {
  /** Signed base units as our fills explain them; '0' when flat; null when the ledger can't say. Perps only. */
  readonly positionQtyOf: (account: AccountKey, instrumentId: InstrumentId) => DecimalString | null;
  /** Instruments of the account whose quantity is not 0. Perps only. */
  readonly openPositions: (account: AccountKey) => readonly InstrumentId[];
  /**
   * Our time at which the account's first balances were recorded; null before. What happened earlier is inside those balances and must not be
   * booked again. Absent: history is read for a day.
   */
  readonly openedMs?: (account: AccountKey) => number | null;
  /** True while these are the newest balances the ledger was told. Absent: they are told again only when they change. */
  readonly hasBalances?: (account: AccountKey, balances: readonly BalanceReport[]) => boolean;
  /** Cash of an asset over all pockets as our bookings add up; null before the account was opened. Absent: balances are not compared. */
  readonly cashTotalOf?: (account: AccountKey, asset: string) => DecimalString | null;
}

/**
 * Runs a call of a venue and turns whatever it throws into an unknown outcome: an exception says nothing about what the venue has done,
 * so it takes the same way as a lost answer.
 */
export async function guarded<T>(
  what: string,
  call: () => Promise<Result<T, DomainError>>,
): Promise<Result<T, DomainError>> {
  try {
    return await call();
  } catch (e) {
    return err(domainError('VENUE_ERROR_UNMAPPED', `${what} threw: ${String(e)}`, { outcome: 'unknown' }));
  }
}
