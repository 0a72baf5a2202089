import { getAuditEvents, getAuditTrades } from '@riptide/contracts/calls';
import type { ApiCall } from '../../../../lib/api-client.ts';
import type { AuditTab } from './audit-link.ts';

interface Place {
  readonly tab: AuditTab;
  readonly id: number;
  readonly createdTs: number;
  /** Epoch seconds; the end of the window that is looked at. */
  readonly to: number;
  readonly size: number;
}

/**
 * Finds the page of a window on which a row stands, newest first. Rows of the same millisecond may push it back by a page; null when it
 * is on none of the two.
 */
export async function findPage(call: ApiCall, { tab, id, createdTs, to, size }: Place): Promise<number | null> {
  const route = tab === 'trades' ? getAuditTrades : getAuditEvents;
  const newer = await call(route, { query: { since: createdTs, until: to, limit: 1 } });
  const last = Math.max(1, Math.ceil(newer.total / size));
  for (const page of [last, last - 1]) {
    if (page < 1) continue;
    const { rows } = await call(route, {
      query: { since: createdTs, until: to, limit: size, offset: (page - 1) * size },
    });
    if (rows.some((row) => row.id === id)) return page;
  }
  return null;
}
