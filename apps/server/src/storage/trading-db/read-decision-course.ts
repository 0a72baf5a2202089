import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';

/** What one decision tells of the learner's course. */
export interface DecisionPoint {
  readonly atMs: number;
  /** False: it took no arm. */
  readonly isTaken: boolean;
  /** Chance with which this very choice was drawn; null where a gate left nothing to choose, and in a row that was rebuilt. */
  readonly propensity: number | null;
  /** Net of the chosen arm; null while its outcome is not known. */
  readonly netBps: number | null;
}

interface Row {
  readonly atMs: number;
  readonly arm: string;
  readonly propensity: number | null;
  readonly netBps: number | null;
}

const ABSTAIN = 'abstain';
/** Decisions a course is made of at most; the newest count. */
const DECISIONS_MAX = 2_000;

/** Reads the newest decisions since a time, oldest first. */
export function readDecisionCourse(db: Database, sinceMs: number): readonly DecisionPoint[] {
  const rows = prepared(
    db,
    `select at_ms as atMs, json_extract(payload, '$.chosenArmId') as arm, case when action <> 'blocked' then json_extract(payload, '$.propensity') end as propensity,
         (select json_extract(each.value, '$.netBps') from json_each(d.outcome, '$.outcomes') each
          where json_extract(each.value, '$.armId') = json_extract(d.payload, '$.chosenArmId')) as netBps
       from decision_row d where at_ms >= ? order by at_ms desc, seq desc limit ?`,
  ).all(sinceMs, DECISIONS_MAX) as Row[];
  return rows.reverse().map(({ atMs, arm, propensity, netBps }) => ({
    atMs,
    isTaken: arm !== ABSTAIN,
    propensity,
    netBps,
  }));
}
