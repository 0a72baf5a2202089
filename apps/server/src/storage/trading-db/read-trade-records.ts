import type { Database } from 'better-sqlite3';
import type { ClosedTrade } from '@riptide/core/ledger';
import { prepared } from './prepared.ts';

/** A fill with what its order was for. */
export interface FillRecord {
  readonly account: string;
  readonly instrumentId: string;
  readonly fillId: string;
  readonly venueOrderId: string;
  readonly side: string;
  readonly px: string;
  readonly qty: string;
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: string | null;
  readonly cause: string;
  readonly venueMs: number;
  readonly role: string | null;
  readonly intentId: string | null;
}

export interface OrderRecord {
  readonly venueOrderId: string | null;
  readonly clientOrderId: string | null;
  readonly intentId: string | null;
  readonly source: string | null;
  readonly role: string | null;
  readonly side: string;
  readonly type: string;
  readonly tif: string;
  readonly qty: string | null;
  readonly px: string | null;
  readonly triggerPx: string | null;
  readonly status: string;
  readonly cumQty: string;
  readonly avgPx: string | null;
  readonly reason: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
}

export interface IncomeRecord {
  readonly kind: string;
  readonly asset: string;
  readonly amount: string;
  readonly venueMs: number;
}

/** What there is on record of one closed trade. */
export interface TradeRecords {
  readonly fills: readonly FillRecord[];
  readonly orders: readonly OrderRecord[];
  readonly income: readonly IncomeRecord[];
  readonly decisionId: string | null;
  readonly auditIds: readonly number[];
}

/** Orders that were given before the first fill are looked for so far back. */
const BEFORE_OPEN_MS = 3_600_000;

/** Reads the fills of a closed trade: those of its instrument and account while it was open, oldest first. */
export function readFillsOf(
  db: Database,
  { account, instrumentId, openMs, closeMs }: ClosedTrade,
): readonly FillRecord[] {
  return prepared(
    db,
    `select f.account, f.instrument_id as instrumentId, f.fill_id as fillId, f.venue_order_id as venueOrderId, f.side, f.px, f.qty,
       f.fee, f.fee_asset as feeAsset, f.liquidity, f.cause, f.venue_ms as venueMs, o.role, o.intent_id as intentId
     from fill_row f left join order_row o on o.order_key = f.account || '|' || coalesce(f.client_order_id, f.venue_order_id)
     where f.account = ? and f.instrument_id = ? and f.venue_ms between ? and ? order by f.venue_ms, f.seq`,
  ).all(account, instrumentId, openMs, closeMs) as FillRecord[];
}

/** Reads what led to a trade and what it was: its orders, the decision behind them, its funding. */
export function readTradeRecords(db: Database, trade: ClosedTrade, fills: readonly FillRecord[]): TradeRecords {
  const { account, instrumentId, openMs, closeMs } = trade;
  const nearby = prepared(
    db,
    `select venue_order_id as venueOrderId, client_order_id as clientOrderId, intent_id as intentId, source, role, side, type, tif,
         qty, px, trigger_px as triggerPx, status, cum_qty as cumQty, avg_px as avgPx, reason, created_ms as createdMs,
         updated_ms as updatedMs
       from order_row where account = ? and instrument_id = ? and created_ms between ? and ? order by created_ms, seq`,
  ).all(account, instrumentId, openMs - BEFORE_OPEN_MS, closeMs) as OrderRecord[];
  const filledIds = new Set(fills.map(({ venueOrderId }) => venueOrderId));
  const firstMs = Math.min(
    openMs,
    ...nearby.flatMap((order) =>
      order.venueOrderId !== null && filledIds.has(order.venueOrderId) ? [order.createdMs] : [],
    ),
  );
  const orders = nearby.filter(({ createdMs }) => createdMs >= firstMs);
  const intents = [...new Set(orders.flatMap(({ intentId }) => (intentId === null ? [] : [intentId])))];
  const auditIds =
    intents.length === 0
      ? []
      : prepared(db, 'select id from audit_trade where intent_id in (select value from json_each(?)) order by id')
          .pluck()
          .all(JSON.stringify(intents));
  return {
    fills,
    orders,
    income: prepared(
      db,
      `select kind, asset, amount, venue_ms as venueMs from income_row
         where account = ? and instrument_id = ? and venue_ms between ? and ? order by venue_ms, seq`,
    ).all(account, instrumentId, openMs, closeMs) as IncomeRecord[],
    decisionId: readDecisionId(db, { openMs: firstMs, closeMs, intents }),
    auditIds: auditIds as number[],
  };
}

/** Intents of a snipe begin with its id; the decision was before the first of them. */
function readDecisionId(
  db: Database,
  {
    openMs,
    closeMs,
    intents,
  }: { readonly openMs: number; readonly closeMs: number; readonly intents: readonly string[] },
): string | null {
  const rows = prepared(
    db,
    `select decision_id as decisionId, snipe_id as snipeId from decision_row
       where snipe_id is not null and at_ms between ? and ? order by at_ms`,
  ).all(openMs - BEFORE_OPEN_MS, closeMs) as { readonly decisionId: string; readonly snipeId: string }[];
  return rows.find(({ snipeId }) => intents.some((intent) => intent.startsWith(snipeId)))?.decisionId ?? null;
}
