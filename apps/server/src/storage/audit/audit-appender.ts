import type { Database, Statement } from 'better-sqlite3';
import {
  AUDIT_VERSION,
  chainHash,
  type ChainedEvent,
  type ChainedResult,
  type ChainedRow,
  type ChainedTrade,
} from './audit-chain.ts';
import { ADD_TALLY, ALL_SYMBOLS, dayOf, type AuditHeadTable } from './audit-tables.ts';

type New<R extends ChainedRow> = Omit<R, 'kind' | 'version'>;

/** Adds rows to the chain of `trading.db`, inside the caller's transaction. A row whose number is not above the last one is there already. */
export class AuditAppender {
  private readonly head: Statement<[]>;
  private readonly setHead: Statement;
  private readonly tally: Statement;
  private readonly insertTrade: Statement;
  private readonly insertEvent: Statement;
  private readonly insertResult: Statement;
  private readonly resultOf: Statement<[string]>;
  private readonly setResult: Statement<[string, number]>;

  constructor(db: Database) {
    this.head = db.prepare('select last_id, hash, rows from audit_head where id = 1');
    this.setHead = db.prepare('update audit_head set last_id = ?, hash = ?, rows = rows + 1 where id = 1');
    this.tally = db.prepare(ADD_TALLY);
    this.insertTrade = db.prepare(
      `insert into audit_trade (id, created_ms, intent_id, symbol, venues, payload, result, first_result, version, hash)
        values (@id, @created_ms, @intent_id, @symbol, @venues, @payload, @first_result, @first_result, @version, @hash)`,
    );
    this.insertEvent = db.prepare(
      `insert into audit_event (id, created_ms, event, severity, symbol, venues, payload, version, hash)
        values (@id, @created_ms, @event, @severity, @symbol, @venues, @payload, @version, @hash)`,
    );
    this.insertResult = db.prepare(
      `insert into audit_result (id, created_ms, intent_id, result, version, hash)
        values (@id, @created_ms, @intent_id, @result, @version, @hash)`,
    );
    this.resultOf = db.prepare('select id, result from audit_trade where intent_id = ?');
    this.setResult = db.prepare('update audit_trade set result = ? where id = ?');
  }

  trade(row: New<ChainedTrade>): void {
    const hash = this.link({ kind: 'trade', version: AUDIT_VERSION, ...row });
    if (hash === null) return;
    this.insertTrade.run({ ...row, version: AUDIT_VERSION, hash });
    this.count('trade', { ...row, severity: '' });
  }

  event(row: New<ChainedEvent>): void {
    const hash = this.link({ kind: 'event', version: AUDIT_VERSION, ...row });
    if (hash === null) return;
    this.insertEvent.run({ ...row, version: AUDIT_VERSION, hash });
    this.count('event', row);
  }

  /** Adds what became of a wish, unless that is known. The trade's row shows the newest; its first result stays in the chain. */
  result(row: New<ChainedResult>): void {
    const trade = this.resultOf.get(row.intent_id) as { readonly id: number; readonly result: string } | undefined;
    if (trade === undefined || trade.result === row.result) return;
    const hash = this.link({ kind: 'result', version: AUDIT_VERSION, ...row });
    if (hash === null) return;
    this.insertResult.run({ ...row, version: AUDIT_VERSION, hash });
    this.setResult.run(row.result, trade.id);
  }

  private link(row: ChainedRow): Buffer | null {
    const head = this.head.get() as Pick<AuditHeadTable, 'last_id' | 'hash'>;
    if (row.id <= head.last_id) return null;
    const hash = chainHash(head.hash, row);
    this.setHead.run(row.id, hash);
    return hash;
  }

  private count(
    kind: 'trade' | 'event',
    row: {
      readonly created_ms: number;
      readonly symbol: string | null;
      readonly venues: string;
      readonly severity: string;
    },
  ): void {
    const { venues, severity } = row;
    for (const symbol of [row.symbol ?? '', ALL_SYMBOLS])
      this.tally.run({ kind, day: dayOf(row.created_ms), symbol, venues, severity, count: 1 });
  }
}
