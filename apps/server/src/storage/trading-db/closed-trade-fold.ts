import type { AccountKey, TradingRecord } from '@riptide/core/domain';
import { Ledger, type ClosedTrade, type LedgerSnapshot } from '@riptide/core/ledger';

/** What a batch of records made of the closed trades. */
export interface TradeChanges {
  readonly written: readonly ClosedTrade[];
  /** Undone by late events. */
  readonly removed: readonly string[];
  /** Of accounts that ended in the batch: they count as archived. */
  readonly archived: readonly ArchivedTrade[];
}

/** A closed trade whose account was exchanged for another one by the record `archiveSeq`. */
export interface ArchivedTrade {
  readonly trade: ClosedTrade;
  readonly archiveSeq: number;
}

type Trades = ReadonlyMap<string, ClosedTrade>;

/** Folds the same ledger as the engine and tells which closed trades are new, other or gone since the last settled batch. */
export class ClosedTradeFold {
  private ledger = new Ledger();
  /** Trades as they are in the database, by account. The ledger gives the same object while nothing changed. */
  private readonly known = new Map<AccountKey, Trades>();
  /** Accounts whose trades in the database are those of the ledger now. */
  private readonly stale = new Set<AccountKey>();
  private readonly touched = new Set<AccountKey>();
  private next: ReadonlyMap<AccountKey, Trades> = new Map();
  private archived: ArchivedTrade[] = [];
  private isFirst = true;

  get hasChanges(): boolean {
    return this.touched.size > 0 || this.archived.length > 0;
  }

  /**
   * Takes the state a segment begins with. Only the first counts, for it is the fold of the earlier records; after a gap the state is
   * taken over, and its trades are those that can be saved.
   */
  checkpoint(state: unknown, isHole: boolean): void {
    if (!this.isFirst && !isHole) return;
    this.isFirst = false;
    const saved = (state as { readonly ledger?: LedgerSnapshot } | null)?.ledger;
    this.ledger = saved === undefined ? new Ledger() : Ledger.restore(saved);
    for (const { account } of this.ledger.accounts()) (isHole ? this.touched : this.stale).add(account);
  }

  /** Folds a record in; `isNew` false: its effects are in the database. */
  apply(record: TradingRecord, isNew: boolean): void {
    if (record.kind === 'account-owner' && record.archives) this.archive(record.account, record.seq);
    const account = accountOf(record);
    if (account === null) {
      this.ledger.apply(record);
      return;
    }
    if (isNew && this.stale.delete(account)) this.known.set(account, this.tradesOf(account));
    this.ledger.apply(record);
    (isNew ? this.touched : this.stale).add(account);
  }

  changes(): TradeChanges {
    const written: ClosedTrade[] = [];
    const removed: string[] = [];
    const next = new Map<AccountKey, Trades>();
    for (const account of this.touched) {
      const before = this.known.get(account);
      const now = this.tradesOf(account);
      next.set(account, now);
      for (const [id, trade] of now) if (before?.get(id) !== trade) written.push(trade);
      for (const [id, trade] of before ?? []) if (!now.has(id) && !this.isForgotten(trade)) removed.push(id);
    }
    this.next = next;
    return { written, removed, archived: this.archived };
  }

  /** The changes are on disk. */
  settle(): void {
    for (const [account, trades] of this.next) this.known.set(account, trades);
    this.next = new Map();
    this.touched.clear();
    this.archived = [];
  }

  private archive(account: AccountKey, archiveSeq: number): void {
    if (this.touched.delete(account)) {
      this.archived.push(...[...this.tradesOf(account).values()].map((trade) => ({ trade, archiveSeq })));
    }
    this.stale.delete(account);
    this.known.delete(account);
  }

  private tradesOf(account: AccountKey): Trades {
    const trades = this.ledger.account(account)?.closedTrades() ?? [];
    return new Map(trades.map((trade) => [trade.tradeId, trade]));
  }

  /** The ledger keeps a bounded number per instrument; those that fell out at the old end stay in the database. */
  private isForgotten({ account, instrumentId, closeMs }: ClosedTrade): boolean {
    const books = this.ledger.account(account);
    if (books === null || books.droppedTrades === 0) return false;
    const oldest = books.closedTrades().find((trade) => trade.instrumentId === instrumentId);
    return oldest !== undefined && closeMs <= oldest.closeMs;
  }
}

/** Returns the account whose closed trades a record may change; null for a record that changes none. */
function accountOf(record: TradingRecord): AccountKey | null {
  switch (record.kind) {
    case 'fill':
    case 'income':
    case 'position-set':
      return record.account;
    case 'dust':
      return record.dust.account;
    default:
      return null;
  }
}
