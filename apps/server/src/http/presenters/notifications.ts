import type { NotificationRow } from '@riptide/contracts';
import type { CentreNews } from '../../notify/notify-desk.ts';
import type { StoredNotification } from '../../storage/app-db/notify-repository.ts';
import { toEpochSecondsOrNull } from './numbers.ts';

/** Returns one line of the notification centre as the API shows it. */
export function presentNotification(row: StoredNotification): NotificationRow {
  return {
    id: row.id,
    ts: row.atMs / 1_000,
    last_ts: row.lastMs / 1_000,
    count: row.count,
    event: row.event,
    severity: row.severity,
    title: row.title,
    body: row.body,
    symbol: row.symbol,
    venues: [...row.venues],
    record_id: row.recordSeq,
    is_read: row.isRead,
    ended_at: toEpochSecondsOrNull(row.endedMs),
  };
}

/** Returns what the stream's topic `notifications` carries. */
export function presentCentre({ notifications, unread }: CentreNews) {
  return { notifications: notifications.map(presentNotification), unread };
}
