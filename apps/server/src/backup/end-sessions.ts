import Database from 'better-sqlite3';
import { ALIVE_CURSOR, RESTORED_CURSOR } from '../notify/down-watch.ts';

/** What opens something and would do so once more where a backup is restored. */
const TABLES = ['gate_session', 'refresh_token', 'account_session', 'account_code', 'token_key', 'notify_proposal'];

/**
 * Ends every session and code of an `app.db`, and drops messages that wait to be sent: the product they come from may have sent them.
 * Leaves a note for the next start, epoch ms of the backup, in place of the sign of life: nothing was down, it was copied while it ran.
 */
export function endSessions(
  path: string,
  { nowMs, backupMs }: { readonly nowMs: number; readonly backupMs: number },
): void {
  const db = new Database(path, { fileMustExist: true });
  try {
    const has = db.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
    db.transaction(() => {
      for (const table of TABLES) if (has.get(table) !== undefined) db.exec(`delete from ${table}`);
      if (has.get('notify_delivery') !== undefined)
        db.prepare(
          "update notify_delivery set state = 'skipped', error = 'restored from a backup', done_ms = ? where state in ('queued', 'sending')",
        ).run(nowMs);
      if (has.get('notify_cursor') !== undefined) {
        const note = db.prepare('insert or replace into notify_cursor (name, seq) values (?, ?)');
        note.run(ALIVE_CURSOR, 0);
        note.run(RESTORED_CURSOR, backupMs);
      }
      if (has.get('access_event') !== undefined)
        db.prepare(
          "insert into access_event (at_ms, kind, who, address, request_id) values (?, 'restored-from-backup', 'operator', '', '')",
        ).run(nowMs);
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}
