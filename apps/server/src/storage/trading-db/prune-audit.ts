import type { Database } from 'better-sqlite3';
import { ADD_TALLY } from '../audit/audit-tables.ts';
import { oldestSql, planPrune, SAVE_CHECKPOINT, type PrunableRow } from '../audit/plan-prune.ts';

/** The engine's cool side waits for a step: it takes about 10 ms. */
const STEP_ROWS = 500;

/**
 * Takes away a step of the rows of `trading.db`'s audit that are older than `cutMs`, and notes the hash of the last one: the chain goes on
 * from there. Returns how many went.
 */
export function pruneAudit(db: Database, cutMs: number, nowMs: number): number {
  const step = db.transaction((): number => {
    const plan = planPrune(db.prepare(oldestSql(true)).all(STEP_ROWS) as PrunableRow[], cutMs);
    if (plan === null) return 0;
    const { untilId, hash, rows, tallies } = plan;
    for (const table of ['audit_trade', 'audit_result', 'audit_event'])
      db.prepare(`delete from ${table} where id <= ?`).run(untilId);
    const tally = db.prepare(ADD_TALLY);
    for (const each of tallies) tally.run(each);
    db.prepare('delete from audit_tally where count = 0').run();
    db.prepare(SAVE_CHECKPOINT).run(untilId, nowMs, hash, rows);
    return rows;
  });
  return step.immediate();
}
