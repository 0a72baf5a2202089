import type { Database, Statement } from 'better-sqlite3';
import { isEngineRecord, isVenue, type TradingRecord } from '@riptide/core/domain';
import type { ClosedTrade } from '@riptide/core/ledger';
import { AuditAppender } from '../audit/audit-appender.ts';
import { symbolOf } from './audit-rows.ts';
import { ArbitrageRows } from './arbitrage-rows.ts';
import type { ArchivedTrade } from './closed-trade-fold.ts';
import { DecisionRows } from './decision-rows.ts';
import { EventRows } from './event-rows.ts';
import { OrderRows } from './order-rows.ts';

type Kind<K extends TradingRecord['kind']> = Extract<TradingRecord, { kind: K }>;
/** The mode of trades of an account that was exchanged for another one. */
const ARCHIVED = 'archived';

type Values = readonly (string | number | null)[];

/** Writes records into the tables of `trading.db`. Writing a record again changes nothing. Runs inside the caller's transaction. */
export class RecordRows {
  private readonly audit: AuditAppender;
  private readonly events: EventRows;
  private readonly orders: OrderRows;
  private readonly decisions: DecisionRows;
  private readonly arbitrages: ArbitrageRows;
  private readonly statements: Readonly<Record<'fill' | 'income' | 'equity', Statement>>;
  private readonly trade: Statement;
  private readonly dropTrade: Statement<[string]>;
  private readonly archiveTrades: Statement<[string, string]>;
  private readonly archiveEquity: Statement<[string]>;

  constructor(db: Database) {
    this.audit = new AuditAppender(db);
    this.events = new EventRows(db, this.audit);
    this.orders = new OrderRows(db, this.audit);
    this.decisions = new DecisionRows(db);
    this.arbitrages = new ArbitrageRows(db);
    const insert = (table: string, count: number): Statement =>
      db.prepare(`insert into ${table} values (${Array(count).fill('?').join(', ')}) on conflict do nothing`);
    this.statements = {
      fill: insert('fill_row', 15),
      income: insert('income_row', 8),
      equity: insert('equity_point', 5),
    };
    this.trade = db.prepare(
      `insert into closed_trade values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (trade_id) do update
        set seq = excluded.seq, source = excluded.source, close_ms = excluded.close_ms, payload = excluded.payload
        where payload <> excluded.payload`,
    );
    this.dropTrade = db.prepare('delete from closed_trade where trade_id = ?');
    this.archiveTrades = db.prepare(
      `update closed_trade set mode = '${ARCHIVED}', trade_id = trade_id || ? where account = ? and mode <> '${ARCHIVED}'`,
    );
    this.archiveEquity = db.prepare(`update equity_point set account = account || ':${ARCHIVED}' where account = ?`);
  }

  /** Lets `write` write records whose audit is kept as one group: cheaper than one by one. */
  group(write: () => void): void {
    this.audit.group(write);
  }

  write(record: TradingRecord): void {
    // WHY: first: it looks at what the tables said before the record.
    this.events.write(record);
    if (isEngineRecord(record)) {
      this.decisions.write(record);
      this.arbitrages.write(record);
      return;
    }
    switch (record.kind) {
      case 'intent':
        return this.writeIntent(record);
      case 'order':
        return this.orders.planned(record);
      case 'order-adopted':
        return this.orders.adopted(record);
      case 'order-report':
        return this.orders.reported(record);
      case 'order-failed':
        return this.orders.failed(record);
      case 'order-absent':
        return this.orders.absent(record);
      case 'fill':
        return this.writeFill(record);
      case 'income':
        return this.writeIncome(record);
      case 'equity':
        return this.run('equity', [record.seq, record.atMs, record.account, record.cashUsd, record.unrealisedUsd]);
      case 'account-owner':
        if (record.archives) this.archive(record.account, record.seq);
        return;
      case 'balances':
      case 'cancel':
      case 'cancel-failed':
      case 'condition':
      case 'condition-cleared':
      case 'cooldown':
      case 'dust':
      case 'event':
      case 'kill-switch':
      case 'position-set':
      case 'setting':
        return;
    }
  }

  /** Writes a closed trade of an account that was exchanged by the record `archiveSeq`. */
  writeArchived({ trade, archiveSeq }: ArchivedTrade): void {
    this.writeTrade({ ...trade, tradeId: `${trade.tradeId}${archiveMark(archiveSeq)}` }, archiveSeq, true);
  }

  /** Writes a closed trade, or what late events made of it. */
  writeTrade(trade: ClosedTrade, seq: number, isArchived = false): void {
    const { tradeId, account, instrumentId, source, closeMs } = trade;
    const mode = isArchived ? ARCHIVED : account.slice(account.indexOf(':') + 1);
    this.trade.run(tradeId, seq, account, mode, symbolOf(instrumentId), source, closeMs, JSON.stringify(trade));
  }

  /** Takes back a trade that a late event undid. */
  removeTrade(tradeId: string): void {
    this.dropTrade.run(tradeId);
  }

  /** Another account at the venue stands behind the key from here on: what is shown of it must not mix with the former one's. */
  private archive(account: string, seq: number): void {
    this.archiveTrades.run(archiveMark(seq), account);
    this.archiveEquity.run(account);
  }

  private writeIntent({ intent, gates, isApproved, midPx, seq, atMs }: Kind<'intent'>): void {
    const venue = intent.instrumentId.slice(intent.instrumentId.lastIndexOf('.') + 1);
    const blocks = gates.filter(({ ok }) => !ok).map(({ gate, code, detail }) => ({ gate, code, detail }));
    this.audit.trade({
      id: seq,
      created_ms: atMs,
      intent_id: intent.intentId,
      symbol: symbolOf(intent.instrumentId),
      venues: isVenue(venue) ? venue : '',
      payload: JSON.stringify({ intent, gates, midPx }),
      first_result: JSON.stringify(isApproved ? { status: 'approved', orders: [] } : { status: 'blocked', blocks }),
    });
  }

  private writeFill({ account, fill, seq }: Kind<'fill'>): void {
    this.run('fill', [
      account,
      fill.instrumentId,
      fill.fillId,
      seq,
      symbolOf(fill.instrumentId),
      fill.venueOrderId,
      fill.clientOrderId,
      fill.side,
      fill.px,
      fill.qtyBase,
      fill.fee,
      fill.feeAsset,
      fill.liquidity,
      fill.cause,
      fill.venueMs,
    ]);
  }

  private writeIncome({ account, income, seq }: Kind<'income'>): void {
    const { kind, incomeId, instrumentId, asset, amount, venueMs } = income;
    this.run('income', [account, kind, incomeId, seq, instrumentId, asset, amount, venueMs]);
  }

  private run(table: keyof RecordRows['statements'], values: Values): void {
    this.statements[table].run(...values);
  }
}

/** The books of the next account count their trades from 1 again. */
function archiveMark(seq: number): string {
  return `#${seq}`;
}
