import type { Database } from 'better-sqlite3';
import {
  countSql,
  tallySql,
  valuesOf,
  type AuditFilter,
  type AuditKind,
  type AuditSide,
} from '../storage/audit/audit-filter.ts';
import { DAY_MS, dayOf } from '../storage/audit/audit-tables.ts';

export interface CountQuestion {
  readonly sides: readonly AuditSide[];
  readonly kind: AuditKind;
  readonly filter: AuditFilter;
  readonly offset: number;
}

export interface CountedRows {
  readonly total: number;
  /** A page at the offset begins at or before this time, … */
  readonly untilMs: number;
  /** … that many rows further on. */
  readonly skip: number;
}

const LAST_DAY = dayOf(Number.MAX_SAFE_INTEGER);

/**
 * Counts the rows a filter lets through, exactly: whole days by their tallies, the two days that the range cuts by an index. The same
 * figures tell in which day a far page begins, so that no page is reached by walking over all rows before it.
 */
export function countRows(db: Database, { sides, kind, filter, offset }: CountQuestion): CountedRows {
  const { since, until } = valuesOf(filter);
  const days = daysOf(db, { sides, kind, filter, offset });
  const total = [...days.values()].reduce((sum, count) => sum + count, 0);
  let skip = offset;
  let untilMs = until;
  for (const day of [...days.keys()].sort((a, b) => b - a)) {
    const count = days.get(day) ?? 0;
    untilMs = Math.min(until, (day + 1) * DAY_MS - 1);
    if (skip < count) break;
    skip -= count;
  }
  return { total, untilMs: Math.max(untilMs, since), skip };
}

function daysOf(db: Database, { sides, kind, filter }: CountQuestion): Map<number, number> {
  const values = valuesOf(filter);
  const isCutFirst = values.since % DAY_MS !== 0;
  const isCutLast = values.until !== Number.MAX_SAFE_INTEGER && (values.until + 1) % DAY_MS !== 0;
  const firstDay = dayOf(values.since) + (isCutFirst ? 1 : 0);
  const lastDay = isCutLast ? dayOf(values.until) - 1 : Math.min(LAST_DAY, dayOf(values.until));
  const days = new Map<number, number>();
  const add = (day: number, count: number): void => {
    if (count > 0) days.set(day, (days.get(day) ?? 0) + count);
  };
  for (const side of sides) {
    const whole = db.prepare(tallySql(side, filter, kind)).all({ ...values, kind, firstDay, lastDay }) as {
      readonly day: number;
      readonly count: number;
    }[];
    for (const { day, count } of whole) add(day, count);
    const cut = new Set<number>();
    if (isCutFirst) cut.add(firstDay - 1);
    if (isCutLast) cut.add(lastDay + 1);
    for (const day of cut) {
      const part = {
        since: Math.max(values.since, day * DAY_MS),
        until: Math.min(values.until, (day + 1) * DAY_MS - 1),
      };
      if (part.since > part.until) continue;
      const { count } = db.prepare(countSql(side, kind, filter)).get({ ...values, ...part }) as {
        readonly count: number;
      };
      add(day, count);
    }
  }
  return days;
}
