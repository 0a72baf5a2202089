import type { Database, Statement } from 'better-sqlite3';
import type { TradingRecord } from '@riptide/core/domain';

/** Writes decisions, their outcomes and their trades. A decision that is told again (executed, dismissed) keeps its place. */
export class DecisionRows {
  private readonly decision: Statement;
  private readonly outcome: Statement<[string, string]>;
  private readonly snipe: Statement<[string, string]>;

  constructor(db: Database) {
    this.decision = db.prepare(
      `insert into decision_row values (?, ?, ?, ?, ?, ?, ?, null) on conflict (decision_id) do update
        set action = excluded.action, snipe_id = excluded.snipe_id, payload = excluded.payload`,
    );
    this.outcome = db.prepare('update decision_row set outcome = ? where decision_id = ?');
    this.snipe = db.prepare('insert or replace into snipe_row values (?, ?)');
  }

  write(record: TradingRecord): void {
    if (record.kind === 'decision') {
      const { decisionId, atMs, symbol, action, snipeId } = record.decision;
      this.decision.run(decisionId, record.seq, atMs, symbol, action, snipeId, JSON.stringify(record.decision));
    } else if (record.kind === 'decision-outcome') {
      this.outcome.run(JSON.stringify(record.outcome), record.outcome.decisionId);
    } else if (record.kind === 'snipe') this.snipe.run(record.snipe.snipeId, JSON.stringify(record.snipe));
  }
}
