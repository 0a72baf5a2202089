import type { NotificationRow, SeverityName } from '@riptide/contracts/calls';
import type { Notice } from '../../shared/notify.ts';

/** One line of the bell: from the server, or from a toast of this page. */
export interface BellLine {
  readonly key: string;
  readonly severity: SeverityName;
  readonly title: string;
  readonly body: string | null;
  readonly atMs: number;
  readonly count: number;
  readonly isRead: boolean;
  /** What it is about. */
  readonly href: string | null;
  readonly isServer: boolean;
}

const SEVERITY_FILTERS = ['all', 'WARN', 'ERROR', 'CRITICAL'] as const;
export type SeverityFilter = (typeof SEVERITY_FILTERS)[number];

const RANK: Readonly<Record<SeverityName, number>> = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3, CRITICAL: 4 };

/** Merges what the server tells with the toasts of this page, newest first; the same toast again is counted, not repeated. */
export function mergeLines(
  rows: readonly NotificationRow[],
  notices: readonly Notice[],
  unreadLocal: number,
): BellLine[] {
  const local = new Map<string, BellLine>();
  notices.forEach((notice, index) => {
    const key = `page:${notice.tone}:${notice.text}`;
    const before = local.get(key);
    local.set(key, before ? { ...before, count: before.count + 1 } : lineOfNotice(notice, key, index >= unreadLocal));
  });
  return [...rows.map(lineOfRow), ...local.values()].sort((one, other) => other.atMs - one.atMs);
}

/** Keeps the lines at least as severe as the filter. */
export function filterLines(lines: readonly BellLine[], filter: SeverityFilter): BellLine[] {
  return filter === 'all' ? [...lines] : lines.filter((line) => RANK[line.severity] >= RANK[filter]);
}

/** Puts changed rows over the known ones by id, newest first, at most `kept`. */
export function applyRows(
  known: readonly NotificationRow[],
  changed: readonly NotificationRow[],
  kept: number,
): NotificationRow[] {
  const byId = new Map(known.map((row) => [row.id, row]));
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()].sort((one, other) => other.last_ts - one.last_ts || other.id - one.id).slice(0, kept);
}

function lineOfNotice(notice: Notice, key: string, isRead: boolean): BellLine {
  return {
    key,
    severity: notice.tone === 'error' ? 'ERROR' : 'INFO',
    title: notice.text,
    body: notice.note,
    atMs: notice.atMs,
    count: 1,
    isRead,
    href: null,
    isServer: false,
  };
}

function lineOfRow(row: NotificationRow): BellLine {
  return {
    key: `server:${row.id}`,
    severity: row.severity,
    title: row.title,
    body: row.body === '' ? null : row.body,
    atMs: row.last_ts * 1000,
    count: row.count,
    isRead: row.is_read,
    href: hrefOf(row),
    isServer: true,
  };
}

/** Leads to the page of the thing; to its audit row where a record stands behind it. */
export function hrefOf({
  event,
  record_id,
  symbol,
}: Pick<NotificationRow, 'event' | 'record_id' | 'symbol'>): string | null {
  switch (event) {
    case 'arbitrage_opened':
    case 'arbitrage_closed':
    case 'arbitrage_failed':
    case 'arbitrage_naked':
    case 'carry_changed':
      return '/app/arbitrage';
    case 'decision_proposed':
    case 'engine_started':
    case 'engine_stopped':
      return '/app/trading';
    case 'trade_closed':
      return symbol === null ? '/app/history' : `/app/history?symbol=${encodeURIComponent(symbol)}`;
    case 'venue_down':
    case 'key_problem':
      return '/app/api-keys';
    case 'channel_failed':
    case 'test':
    case 'daily_loss_near':
      return '/app/settings';
    default:
      return record_id === null ? null : `/app/pro-dashboard?auditTab=events&auditId=${record_id}`;
  }
}
