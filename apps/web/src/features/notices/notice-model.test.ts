import type { NotificationRow } from '@riptide/contracts/calls';
import { describe, expect, it } from 'vitest';
import { applyRows, filterLines, hrefOf, mergeLines } from './notice-model.ts';

const row = (more: Partial<NotificationRow> = {}): NotificationRow => ({
  id: 1,
  ts: 10,
  last_ts: 10,
  count: 1,
  event: 'venue_down',
  severity: 'WARN',
  title: 'OKX is down',
  body: '',
  symbol: null,
  venues: ['OKX'],
  record_id: null,
  is_read: false,
  ended_at: null,
  ...more,
});

describe('mergeLines', () => {
  it('puts toasts of the page among what the server tells, newest first, and counts the same toast', () => {
    const notice = { tone: 'error', text: 'Failed', note: null } as const;
    const lines = mergeLines(
      [row()],
      [
        { ...notice, id: 2, atMs: 30_000 },
        { ...notice, id: 1, atMs: 5000 },
      ],
      1,
    );
    expect(lines.map(({ title, count, isRead }) => [title, count, isRead])).toEqual([
      ['Failed', 2, false],
      ['OKX is down', 1, false],
    ]);
  });

  it('filters by severity and keeps what is worse', () => {
    const lines = mergeLines([row(), row({ id: 2, severity: 'CRITICAL', title: 'Naked' })], [], 0);
    expect(filterLines(lines, 'ERROR').map((line) => line.title)).toEqual(['Naked']);
  });
});

describe('applyRows', () => {
  it('replaces a row that was counted up and keeps the newest', () => {
    const rows = applyRows([row(), row({ id: 2, last_ts: 20 })], [row({ count: 3, last_ts: 30 })], 2);
    expect(rows.map(({ id, count }) => [id, count])).toEqual([
      [1, 3],
      [2, 1],
    ]);
  });
});

describe('hrefOf', () => {
  it('leads to the audit row where there is one, and nowhere where there is none', () => {
    expect(hrefOf({ event: 'daily_loss', record_id: 7, symbol: null })).toBe(
      '/app/pro-dashboard?auditTab=events&auditId=7',
    );
    expect(hrefOf({ event: 'daily_loss', record_id: null, symbol: null })).toBeNull();
    expect(hrefOf({ event: 'venue_down', record_id: 7, symbol: null })).toBe('/app/api-keys');
  });
});
