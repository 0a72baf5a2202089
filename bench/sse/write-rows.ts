import type { Database } from 'better-sqlite3';
import { AuditAppender } from '../../apps/server/src/storage/audit/audit-appender.ts';

/** Returns how to write events as the engine's fold does: appended to the chain, a group in one transaction, with the time in them. */
export function auditWriter(db: Database): (rows: number, fillerBytes?: number) => void {
  const audit = new AuditAppender(db);
  let id = 0;
  return (rows, fillerBytes = 100) => {
    const filler = 'x'.repeat(fillerBytes);
    const add = (): void => {
      for (let n = 0; n < rows; n += 1) {
        const nowMs = Date.now();
        const payload = JSON.stringify({ text: filler, writtenMs: nowMs });
        const about = { event: 'stop_moved', severity: 'INFO', symbol: 'BTCUSDT', venues: 'OKX' };
        audit.event({ id: (id += 1), created_ms: nowMs, ...about, payload });
      }
    };
    db.transaction(() => audit.group(add)).immediate();
  };
}
