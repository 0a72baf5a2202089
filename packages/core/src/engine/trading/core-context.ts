import type { AccountKey, Instrument, InstrumentId, Venue } from '../../domain/index.ts';
import { accountKey } from '../../domain/index.ts';
import type { Executor, FactLog, OrderStore, Reconciler, UnknownResolver } from '../../execution/index.ts';
import type { Clock, Log } from '../../kernel/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { RiskState } from '../../risk/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { BacklogJournal } from './backlog-journal.ts';
import type { DarkBooks } from './dark-books.ts';
import type { InstrumentHolders } from './instrument-holders.ts';
import type { LivePermit } from './live-permit.ts';
import type { MarketEyes } from './market-eyes.ts';

/** The journal on disk as the core needs it. */
export interface CoreJournal {
  readonly lastSeq: number;
  /** True since the disk was found full: only what reduces risk may still be written. */
  readonly isOnReserve: boolean;
  readonly figures: { readonly records: number; readonly failures: number };
}

/** What the desks of the core share. Every desk gets it and takes the two or three parts it needs. */
export interface CoreContext {
  readonly clock: Clock;
  readonly log: Log;
  readonly eyes: MarketEyes;
  readonly permit: LivePermit;
  readonly journal: CoreJournal;
  readonly backlog: BacklogJournal;
  readonly facts: FactLog;
  readonly orders: OrderStore;
  readonly ledger: Ledger;
  readonly risk: RiskState;
  readonly desks: ReadonlyMap<AccountKey, AccountDesk>;
  readonly executor: Executor;
  readonly reconciler: Reconciler;
  readonly darkBooks: DarkBooks;
  readonly holders: InstrumentHolders;
  readonly resolver: UnknownResolver;
  /** `[A-Za-z0-9]{1,16}`, never given twice. */
  readonly newIntentId: () => string;
  readonly instrumentOf: (id: InstrumentId) => Instrument | null;
}

/** Returns the account a venue's orders go to now. */
export function activeAccount(context: Pick<CoreContext, 'permit'>, venue: Venue): AccountKey {
  return accountKey(venue, context.permit.modeOf(venue));
}
