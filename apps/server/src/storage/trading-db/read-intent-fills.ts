import type { Database } from 'better-sqlite3';
import { prepared } from './prepared.ts';

/** A fill of an order that a wish led to. */
export interface IntentFill {
  readonly intentId: string;
  readonly account: string;
  readonly instrumentId: string;
  /** Positive costs. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly venueMs: number;
}

/** Reads the fills of the orders of wishes, oldest first. */
export function readIntentFills(db: Database, intentIds: readonly string[]): readonly IntentFill[] {
  return prepared(
    db,
    `select o.intent_id as intentId, f.account, f.instrument_id as instrumentId, f.fee, f.fee_asset as feeAsset, f.venue_ms as venueMs
       from order_row o join fill_row f on f.client_order_id = o.client_order_id and f.account = o.account
       where o.intent_id in (select value from json_each(?)) order by f.venue_ms, f.seq`,
  ).all(JSON.stringify(intentIds)) as IntentFill[];
}
