import type { Database, Statement } from 'better-sqlite3';
import {
  AUDIT_VERSION,
  chainHash,
  type ChainedEvent,
  type ChainedResult,
  type ChainedRow,
  type ChainedTrade,
} from './audit-chain.ts';
import { ADD_TALLY, type AuditHeadTable } from './audit-tables.ts';
import { TallyCounts } from './tally-counts.ts';

type New<R extends ChainedRow> = Omit<R, 'kind' | 'version'>;

/** Rows that are added together: the end of the chain and the counts are written once for all of them. */
interface Group {
  lastId: number;
  hash: Buffer;
  rows: number;
  readonly counts: TallyCounts;
}

/** Adds rows to the chain of `trading.db`, inside the caller's transaction. A row whose number is not above the last one is there already. */
export class AuditAppender {
  private readonly head: Statement<[]>;
  private readonly setHead: Statement<[number, Buffer, number]>;
  private readonly tally: Statement;
  private readonly insertTrade: Statement;
  private readonly insertEvent: Statement;
  private readonly insertResult: Statement;
  private readonly resultOf: Statement<[string]>;
  private readonly setResult: Statement<[string, number]>;
  private open: Group | null = null;

  constructor(db: Database) {
    this.head = db.prepare('select last_id, hash from audit_head where id = 1');
    this.setHead = db.prepare('update audit_head set last_id = ?, hash = ?, rows = rows + ? where id = 1');
    this.tally = db.prepare(ADD_TALLY);
    this.insertTrade = db.prepare(
      `insert into audit_trade (id, created_ms, intent_id, symbol, venues, payload, result, first_result, version, hash)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.insertEvent = db.prepare(
      `insert into audit_event (id, created_ms, event, severity, symbol, venues, payload, version, hash)
        values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.insertResult = db.prepare(
      `insert into audit_result (id, created_ms, intent_id, result, version, hash) values (?, ?, ?, ?, ?, ?)`,
    );
    this.resultOf = db.prepare('select id, result from audit_trade where intent_id = ?');
    this.setResult = db.prepare('update audit_trade set result = ? where id = ?');
  }

  /** Lets `write` add rows as one group. When it throws, the caller's transaction has to be rolled back. */
  group(write: () => void): void {
    if (this.open !== null) return write();
    const { last_id: lastId, hash } = this.head.get() as Pick<AuditHeadTable, 'last_id' | 'hash'>;
    const group: Group = { lastId, hash, rows: 0, counts: new TallyCounts() };
    this.open = group;
    try {
      write();
    } finally {
      this.open = null;
    }
    if (group.rows === 0) return;
    this.setHead.run(group.lastId, group.hash, group.rows);
    for (const tally of group.counts.tallies()) this.tally.run(tally);
  }

  trade(row: New<ChainedTrade>): void {
    this.group(() => {
      const hash = this.link({ kind: 'trade', version: AUDIT_VERSION, ...row });
      if (hash === null) return;
      const { id, created_ms: createdMs, intent_id: intentId, symbol, venues, payload, first_result: result } = row;
      this.insertTrade.run(id, createdMs, intentId, symbol, venues, payload, result, result, AUDIT_VERSION, hash);
      this.open?.counts.add('trade', { createdMs, symbol, venues, severity: '' });
    });
  }

  event(row: New<ChainedEvent>): void {
    this.group(() => {
      const hash = this.link({ kind: 'event', version: AUDIT_VERSION, ...row });
      if (hash === null) return;
      const { id, created_ms: createdMs, event, severity, symbol, venues, payload } = row;
      this.insertEvent.run(id, createdMs, event, severity, symbol, venues, payload, AUDIT_VERSION, hash);
      this.open?.counts.add('event', { createdMs, symbol, venues, severity });
    });
  }

  /** Adds what became of a wish, unless that is known. The trade's row shows the newest; its first result stays in the chain. */
  result(row: New<ChainedResult>): void {
    this.group(() => {
      const trade = this.resultOf.get(row.intent_id) as { readonly id: number; readonly result: string } | undefined;
      if (trade === undefined || trade.result === row.result) return;
      const hash = this.link({ kind: 'result', version: AUDIT_VERSION, ...row });
      if (hash === null) return;
      this.insertResult.run(row.id, row.created_ms, row.intent_id, row.result, AUDIT_VERSION, hash);
      this.setResult.run(row.result, trade.id);
    });
  }

  /** Returns the hash of a new row; null for one that is there already. */
  private link(row: ChainedRow): Buffer | null {
    const { open } = this;
    if (open === null) throw new Error('Invariant: a row of the audit is linked outside of a group');
    if (row.id <= open.lastId) return null;
    open.hash = chainHash(open.hash, row);
    open.lastId = row.id;
    open.rows += 1;
    return open.hash;
  }
}
