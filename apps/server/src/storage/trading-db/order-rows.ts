import type { Database, Statement } from 'better-sqlite3';
import type { AccountKey, OrderReport, PlannedOrder, TradingRecord } from '@riptide/core/domain';
import { accountKey } from '@riptide/core/domain';
import type { AuditAppender } from '../audit/audit-appender.ts';
import { symbolOf } from './audit-rows.ts';
import type { TradingSchema } from './trading-schema.ts';

type OrderRow = TradingSchema['order_row'];

const COLUMNS = [
  'order_key',
  'seq',
  'account',
  'client_order_id',
  'venue_order_id',
  'intent_id',
  'source',
  'role',
  'instrument_id',
  'symbol',
  'side',
  'type',
  'tif',
  'qty',
  'px',
  'trigger_px',
  'status',
  'cum_qty',
  'avg_px',
  'reason',
  'created_ms',
  'updated_ms',
] as const satisfies readonly (keyof OrderRow)[];

type Kind<K extends TradingRecord['kind']> = Extract<TradingRecord, { kind: K }>;

/** Writes what records say of orders into `order_row`, and the outcome of a wish into its audit row. Older records change nothing. */
export class OrderRows {
  private readonly insert: Statement<[OrderRow]>;
  private readonly update: Statement<[Partial<OrderRow>]>;
  private readonly byClientId: Statement<[string]>;
  private readonly byVenueId: Statement<[string, string]>;
  private readonly ofIntent: Statement<[string]>;
  private readonly audit: AuditAppender;

  constructor(db: Database, audit: AuditAppender) {
    this.audit = audit;
    const names = COLUMNS.join(', ');
    const values = COLUMNS.map((name) => `@${name}`).join(', ');
    this.insert = db.prepare(`insert into order_row (${names}) values (${values}) on conflict (order_key) do nothing`);
    this.update = db.prepare(
      `update order_row set seq = @seq, venue_order_id = coalesce(@venue_order_id, venue_order_id), status = @status,
        cum_qty = coalesce(@cum_qty, cum_qty), avg_px = coalesce(@avg_px, avg_px), reason = @reason, updated_ms = @updated_ms
       where order_key = @order_key and seq < @seq`,
    );
    this.byClientId = db.prepare('select * from order_row where client_order_id = ?');
    this.byVenueId = db.prepare('select * from order_row where account = ? and venue_order_id = ?');
    this.ofIntent = db.prepare('select * from order_row where intent_id = ? order by created_ms, order_key');
  }

  planned({ order, seq, atMs }: Kind<'order'>): void {
    this.insert.run({ ...plannedRow(order), seq, created_ms: atMs, updated_ms: atMs });
    this.tellResult(order.intentId, seq, atMs);
  }

  adopted({ account, report, seq, atMs }: Kind<'order-adopted'>): void {
    this.insert.run({ ...adoptedRow(account, report), seq, created_ms: atMs, updated_ms: atMs });
  }

  reported({ account, report, seq, atMs }: Kind<'order-report'>): void {
    const row = this.find(account, report);
    if (row === null) return;
    this.change(row, {
      seq,
      venue_order_id: report.venueOrderId,
      status: report.status,
      cum_qty: report.cumQtyBase,
      avg_px: report.avgPx,
      reason: report.reason,
      updated_ms: atMs,
    });
  }

  failed({ clientOrderId, error, seq, atMs }: Kind<'order-failed'>): void {
    const row = this.byClientId.get(clientOrderId) as OrderRow | undefined;
    if (row === undefined) return;
    const status = error.outcome;
    this.change(row, { ...unchanged(row), seq, status, reason: `${error.code} ${error.detail}`, updated_ms: atMs });
  }

  absent({ clientOrderId, queries, seq, atMs }: Kind<'order-absent'>): void {
    const row = this.byClientId.get(clientOrderId) as OrderRow | undefined;
    if (row === undefined) return;
    const reason = `the venue knows no such order, asked ${queries} times`;
    this.change(row, { ...unchanged(row), seq, status: 'absent', reason, updated_ms: atMs });
  }

  private find(account: AccountKey, { clientOrderId, venueOrderId }: OrderReport): OrderRow | null {
    const ours = clientOrderId === null ? undefined : this.byClientId.get(clientOrderId);
    return ((ours ?? this.byVenueId.get(account, venueOrderId)) as OrderRow | undefined) ?? null;
  }

  private change(row: OrderRow, change: Partial<OrderRow> & Pick<OrderRow, 'seq' | 'updated_ms'>): void {
    this.update.run({ order_key: row.order_key, ...change });
    const { seq, updated_ms: atMs } = change;
    if (row.intent_id !== null) this.tellResult(row.intent_id, seq, atMs);
  }

  private tellResult(intentId: string, seq: number, atMs: number): void {
    const orders = (this.ofIntent.all(intentId) as OrderRow[]).map((row) => ({
      client_order_id: row.client_order_id,
      venue_order_id: row.venue_order_id,
      account: row.account,
      status: row.status,
      filled_qty: row.cum_qty,
      avg_price: row.avg_px,
      reason: row.reason,
    }));
    const result = JSON.stringify({ status: 'sent', orders });
    this.audit.result({ id: seq, created_ms: atMs, intent_id: intentId, result });
  }
}

function unchanged(row: OrderRow): Partial<OrderRow> {
  return { venue_order_id: row.venue_order_id, cum_qty: row.cum_qty, avg_px: row.avg_px };
}

function plannedRow(order: PlannedOrder): Omit<OrderRow, 'seq' | 'created_ms' | 'updated_ms'> {
  const account = accountKey(order.venue, order.mode);
  return {
    order_key: `${account}|${order.clientOrderId}`,
    account,
    client_order_id: order.clientOrderId,
    venue_order_id: null,
    intent_id: order.intentId,
    source: order.source,
    role: order.role,
    instrument_id: order.instrumentId,
    symbol: symbolOf(order.instrumentId),
    side: order.side,
    type: order.type,
    tif: order.tif,
    qty: order.qtyBase,
    px: order.px,
    trigger_px: order.triggerPx,
    status: 'sent',
    cum_qty: '0',
    avg_px: null,
    reason: null,
  };
}

function adoptedRow(account: AccountKey, report: OrderReport): Omit<OrderRow, 'seq' | 'created_ms' | 'updated_ms'> {
  return {
    order_key: `${account}|${report.clientOrderId ?? report.venueOrderId}`,
    account,
    client_order_id: report.clientOrderId,
    venue_order_id: report.venueOrderId,
    intent_id: null,
    source: null,
    role: null,
    instrument_id: report.instrumentId,
    symbol: symbolOf(report.instrumentId),
    side: report.side,
    type: report.type,
    tif: report.tif,
    qty: report.qtyBase,
    px: report.px,
    trigger_px: report.triggerPx,
    status: report.status,
    cum_qty: report.cumQtyBase,
    avg_px: report.avgPx,
    reason: report.reason,
  };
}
