import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import {
  domainError,
  err,
  ok,
  type ArbTrade,
  type CarryRound,
  type DomainError,
  type ExecutionMode,
  type Result,
} from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import type { Log } from '@riptide/core/kernel';
import type { DecisionDetail } from '@riptide/core/engine';
import { ClosedTradeCache } from './closed-trade-cache.ts';
import { readArbitrage, readArbitrages, readEndedRounds, type ArbitrageFilter } from './read-arbitrages.ts';
import { readDecision, readDecisions, type DecisionFilter } from './read-decisions.ts';
import { readDecisionCourse, type DecisionPoint } from './read-decision-course.ts';
import { EquityCache } from './equity-cache.ts';
import { FillCache } from './fill-cache.ts';
import { NO_EQUITY, type EquityPoints, type EquityWish } from './read-equity.ts';
import { readIntentFills, type IntentFill } from './read-intent-fills.ts';
import { readDecisionPrices } from './read-decision-prices.ts';
import { readTransfers, type TransferFilter, type TransferRow } from './read-transfers.ts';
import { readTradeRecords, type FillRecord, type TradeRecords } from './read-trade-records.ts';
import { prepared } from './prepared.ts';

/** A lock is waited for no longer: everybody else's requests wait as well. */
const BUSY_MS = 100;

export interface Page<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

type Read<T> = Result<T, DomainError>;

/**
 * Reads `trading.db` for the server, which never writes it. Before the engine has made the file everything is empty; while it can't be
 * read the answer is ENGINE_NOT_READY, never an empty history.
 */
export class TradingHistory {
  private readonly path: string;
  private readonly log: Log;
  private db: Database.Database | null = null;
  private readonly trades = new ClosedTradeCache();
  private readonly courses = new EquityCache();
  private readonly fillsKept = new FillCache();

  constructor({ path, log }: { readonly path: string; readonly log: Log }) {
    this.path = path;
    this.log = log;
  }

  /** Returns all closed trades of the accounts of a mode, in the order in which they closed. */
  closedTrades(mode: ExecutionMode): Read<readonly ClosedTrade[]> {
    return this.read([], (db) => this.trades.read(db, mode));
  }

  /** Returns one closed trade of the accounts of a mode; null when there is none. */
  closedTrade(mode: ExecutionMode, tradeId: string): Read<ClosedTrade | null> {
    return this.read<ClosedTrade | null>(null, (db) => this.trades.readOne(db, mode, tradeId));
  }

  /** Returns the closed legs of an arbitrage, in the order in which they closed. */
  closedLegs(mode: ExecutionMode, arbId: string): Read<readonly ClosedTrade[]> {
    return this.read([], (db) => this.trades.readLegs(db, mode, arbId));
  }

  /** Returns the equity of the accounts of a mode since a time, at most some hundred steps, oldest first. */
  equity(wish: EquityWish): Read<EquityPoints> {
    return this.read(NO_EQUITY, (db) => this.courses.read(db, wish));
  }

  /** Returns decisions of all times, newest first; those before one of them by its id. */
  decisions(filter: DecisionFilter): Read<Page<DecisionDetail>> {
    return this.read({ rows: [], total: 0 }, (db) => readDecisions(db, filter));
  }

  /** Returns one decision of all times; null when there is none. */
  decision(decisionId: string): Read<DecisionDetail | null> {
    return this.read<DecisionDetail | null>(null, (db) => readDecision(db, decisionId));
  }

  /** Returns the number of the record with which a decision was first told; null when there is none. */
  decisionSeq(decisionId: string): Read<number | null> {
    return this.read<number | null>(null, (db) => {
      const row = prepared(db, 'select seq from decision_row where decision_id = ?').get(decisionId);
      return (row as { readonly seq: number } | undefined)?.seq ?? null;
    });
  }

  /** Returns the newest decisions of a learner since a time, oldest first. */
  decisionCourse(sinceMs: number): Read<readonly DecisionPoint[]> {
    return this.read([], (db) => readDecisionCourse(db, sinceMs));
  }

  /** Returns the fills of closed trades, each with those of its instrument and account while it was open, oldest first. */
  fills(trades: readonly ClosedTrade[]): Read<ReadonlyMap<string, readonly FillRecord[]>> {
    return this.read<ReadonlyMap<string, readonly FillRecord[]>>(new Map(), (db) => this.fillsKept.read(db, trades));
  }

  /** Returns the fills of the orders of wishes, oldest first. */
  intentFills(intentIds: readonly string[]): Read<readonly IntentFill[]> {
    return this.read([], (db) => readIntentFills(db, intentIds));
  }

  /** Returns what there is on record of a closed trade, whose fills are known. */
  tradeRecords(trade: ClosedTrade, fills: readonly FillRecord[]): Read<TradeRecords> {
    const empty = { fills, orders: [], income: [], decisionId: null, auditIds: [] };
    return this.read<TradeRecords>(empty, (db) => readTradeRecords(db, trade, fills));
  }

  /** Returns the mid at which wishes were decided, by intent, where it is on record. */
  decisionPrices(intentIds: readonly string[]): Read<ReadonlyMap<string, string>> {
    return this.read<ReadonlyMap<string, string>>(new Map(), (db) => readDecisionPrices(db, intentIds));
  }

  /** Returns transfers of accounts, newest first. */
  transfers(filter: TransferFilter): Read<Page<TransferRow>> {
    return this.read({ rows: [], total: 0 }, (db) => readTransfers(db, filter));
  }

  /** Returns arbitrages of all times, newest first. */
  arbitrages(filter: ArbitrageFilter): Read<Page<ArbTrade>> {
    return this.read({ rows: [], total: 0 }, (db) => readArbitrages(db, filter));
  }

  /** Returns one arbitrage of all times; null when there is none. */
  arbitrage(arbId: string): Read<ArbTrade | null> {
    return this.read<ArbTrade | null>(null, (db) => readArbitrage(db, arbId));
  }

  /** Returns carry rounds that have ended, of all times, newest first. */
  endedRounds(filter: Pick<ArbitrageFilter, 'beforeMs' | 'limit'>): Read<Page<CarryRound>> {
    return this.read({ rows: [], total: 0 }, (db) => readEndedRounds(db, filter));
  }

  close(): void {
    this.db?.close();
    this.db = null;
    this.trades.clear();
    this.courses.clear();
    this.fillsKept.clear();
  }

  private read<T>(empty: T, query: (db: Database.Database) => T): Read<T> {
    try {
      const db = this.open();
      return ok(db === null ? empty : query(db));
    } catch (e) {
      if (!(e instanceof Database.SqliteError)) throw e;
      this.log.error('trading.db can not be read', { code: e.code, detail: e.message });
      this.close();
      return err(domainError('ENGINE_NOT_READY', `trading.db: ${e.code}`, { outcome: 'not-sent' }));
    }
  }

  /** null while the engine has not made the tables yet. */
  private open(): Database.Database | null {
    if (this.db !== null) return this.db;
    if (!existsSync(this.path)) return null;
    const db = new Database(this.path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    const isMade = (() => {
      try {
        return prepared(db, "select 1 from sqlite_master where name = 'closed_trade_removal'").get() !== undefined;
      } catch (e) {
        db.close();
        throw e;
      }
    })();
    if (!isMade) {
      db.close();
      return null;
    }
    this.db = db;
    return db;
  }
}
