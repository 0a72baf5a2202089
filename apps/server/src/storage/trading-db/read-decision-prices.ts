import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';

interface Row {
  readonly intentId: string;
  readonly midPx: string | null;
}

/** Reads the mid of the book at which wishes were decided, by intent; what was decided without one, or is not kept, is left out. */
export function readDecisionPrices(db: Database, intentIds: readonly string[]): ReadonlyMap<string, string> {
  const rows = prepared(
    db,
    `select intent_id as intentId, json_extract(payload, '$.midPx') as midPx from audit_trade
     where intent_id in (select value from json_each(?))`,
  ).all(JSON.stringify(intentIds)) as readonly Row[];
  return new Map(rows.flatMap(({ intentId, midPx }) => (midPx === null ? [] : [[intentId, midPx] as const])));
}
