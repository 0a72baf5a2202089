import type { Database } from 'better-sqlite3';

const IDS_MAX = 500;

/** Reads the mid of the book at which wishes were decided, by intent; what was decided without one, or is not kept, is left out. */
export function readDecisionPrices(db: Database, intentIds: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (let from = 0; from < intentIds.length; from += IDS_MAX) {
    const some = intentIds.slice(from, from + IDS_MAX);
    const rows = db
      .prepare(
        `select intent_id as intentId, json_extract(payload, '$.midPx') as midPx from audit_trade
         where intent_id in (${some.map(() => '?').join()})`,
      )
      .all(some) as readonly { readonly intentId: string; readonly midPx: string | null }[];
    for (const { intentId, midPx } of rows) if (midPx !== null) found.set(intentId, midPx);
  }
  return found;
}
