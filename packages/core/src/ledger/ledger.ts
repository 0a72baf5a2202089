import {
  isEngineRecord,
  type AccountKey,
  type Income,
  type IntentSource,
  type TradingRecord,
} from '../domain/index.ts';
import { AccountLedger, type AccountLedgerSnapshot } from './account-ledger.ts';
import type { TransferOptions } from './cash-book.ts';
import type { ClosedTrade } from './closed-trade.ts';

/** Orders whose source is remembered for their fills; the oldest go first, their fills then have no source. */
const ORDERS_MAX = 20_000;

export interface LedgerSnapshot {
  readonly lastSeq: number;
  readonly accounts: readonly AccountLedgerSnapshot[];
  readonly sources: readonly (readonly [string, IntentSource])[];
  /** Absent in snapshots of former versions. */
  readonly owners?: readonly (readonly [AccountKey, AccountOwner])[];
}

/** Whose account at the venue the books of one of ours are about. */
export interface AccountOwner {
  /** The venue's own number; null while unknown. */
  readonly venueAccountId: string | null;
  /** When the key was saved under which that was learnt; null without. */
  readonly keySavedMs: number | null;
  /** True when a person took the key away: the next key may open any account. */
  readonly isReleased: boolean;
}

/**
 * The books of all accounts, as the fold of the trading records: fill, income, position-set and balances move them, order tells who
 * wanted a fill. The same records give the same books, live and after a restart; records folded already (by `seq`) are left out.
 */
export class Ledger {
  private lastSeq = 0;
  private readonly byAccount = new Map<AccountKey, AccountLedger>();
  private readonly sources = new Map<string, IntentSource>();
  private readonly owners = new Map<AccountKey, AccountOwner>();

  /** Folds one record in. */
  apply(record: TradingRecord): void {
    if (record.seq <= this.lastSeq) return;
    this.lastSeq = record.seq;
    if (isEngineRecord(record)) return;
    switch (record.kind) {
      case 'order':
        return this.rememberSource(record.order.clientOrderId, record.order.source);
      case 'fill': {
        const source = this.sources.get(record.fill.clientOrderId ?? '') ?? null;
        return this.ledgerOf(record.account).bookFill(record.fill, { source, seq: record.seq });
      }
      case 'income':
        return this.ledgerOf(record.account).bookIncome(record.income, record.seq);
      case 'position-set':
        return this.ledgerOf(record.account).setPosition(record);
      case 'dust':
        return this.ledgerOf(record.dust.account).setDust(record);
      case 'balances':
        return this.ledgerOf(record.account).reportBalances(record.balances, record.atMs);
      case 'account-owner':
        return this.setOwner(record);
      case 'cancel':
      case 'cancel-failed':
      case 'condition':
      case 'condition-cleared':
      case 'cooldown':
      case 'equity':
      case 'event':
      case 'intent':
      case 'kill-switch':
      case 'order-absent':
      case 'order-adopted':
      case 'order-failed':
      case 'order-report':
      case 'setting':
        return;
    }
  }

  /** Returns the books of one account; null before its first record. */
  account(key: AccountKey): AccountLedger | null {
    return this.byAccount.get(key) ?? null;
  }

  /** Returns whose account the books of one are about; null before it was said. */
  ownerOf(key: AccountKey): AccountOwner | null {
    return this.owners.get(key) ?? null;
  }

  accounts(): readonly AccountLedger[] {
    return [...this.byAccount.values()];
  }

  /** Returns the closed trades of all accounts, in the order in which they closed. */
  closedTrades(): ClosedTrade[] {
    return this.accounts()
      .flatMap((ledger) => ledger.closedTrades())
      .sort((a, b) => a.closeMs - b.closeMs);
  }

  /** Returns the transfers that explain the differences to one venue's balances; see `CashBook.transfers`. */
  detectTransfers(key: AccountKey, options: TransferOptions): Income[] {
    return this.account(key)?.cash.transfers(options) ?? [];
  }

  /** Returns everything as plain JSON. */
  snapshot(): LedgerSnapshot {
    return {
      lastSeq: this.lastSeq,
      accounts: this.accounts().map((ledger) => ledger.snapshot()),
      sources: [...this.sources],
      owners: [...this.owners],
    };
  }

  /** Builds the books a snapshot was taken of; records after it are applied on top. */
  static restore(saved: LedgerSnapshot): Ledger {
    const ledger = new Ledger();
    ledger.lastSeq = saved.lastSeq;
    for (const account of saved.accounts) ledger.byAccount.set(account.account, AccountLedger.restore(account));
    for (const [id, source] of saved.sources) ledger.sources.set(id, source);
    for (const [account, owner] of saved.owners ?? []) ledger.owners.set(account, owner);
    return ledger;
  }

  private setOwner(record: Extract<TradingRecord, { kind: 'account-owner' }>): void {
    const { account, venueAccountId, keySavedMs, archives } = record;
    if (archives) this.byAccount.delete(account);
    const isReleased = venueAccountId === null;
    const known = this.owners.get(account)?.venueAccountId ?? null;
    this.owners.set(account, { venueAccountId: venueAccountId ?? known, keySavedMs, isReleased });
  }

  private ledgerOf(key: AccountKey): AccountLedger {
    const known = this.byAccount.get(key);
    if (known !== undefined) return known;
    const ledger = new AccountLedger(key);
    this.byAccount.set(key, ledger);
    return ledger;
  }

  private rememberSource(clientOrderId: string, source: IntentSource): void {
    this.sources.set(clientOrderId, source);
    if (this.sources.size <= ORDERS_MAX) return;
    const oldest = this.sources.keys().next();
    if (oldest.done !== true) this.sources.delete(oldest.value);
  }
}
