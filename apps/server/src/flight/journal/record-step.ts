import {
  decimal,
  roundTo,
  toDecimalString,
  VENUES,
  type InstrumentId,
  type TradingRecord,
  type Venue,
} from '@riptide/core/domain';
import { symbolOf, venueOf } from '../../storage/trading-db/audit-rows.ts';

/** A record as a person steps over it. */
export interface RecordStep {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: TradingRecord['kind'];
  readonly title: string;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
}

/** What a record is about, and what it says in words. */
interface Told {
  readonly title: string;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
}

/** Returns a record in words. `ordersBefore`: instruments of orders by client id, for records that name no more than that. */
export function recordStep(record: TradingRecord, ordersBefore: ReadonlyMap<string, InstrumentId>): RecordStep {
  const { seq, atMs, kind } = record;
  return { seq, atMs, kind, ...(tellOrder(record, ordersBefore) ?? tellEngine(record) ?? tellRest(record)) };
}

/** Returns the instruments of the orders that records tell of, by client order id. */
export function instrumentsOfOrders(records: readonly TradingRecord[]): ReadonlyMap<string, InstrumentId> {
  const found = new Map<string, InstrumentId>();
  for (const record of records)
    if (record.kind === 'order') found.set(record.order.clientOrderId, record.order.instrumentId);
  return found;
}

function on(id: InstrumentId | undefined, title: string): Told {
  if (id === undefined) return { title, symbol: null, venues: [] };
  const venue = id.slice(id.lastIndexOf('.') + 1);
  return { title, symbol: symbolOf(id), venues: VENUES.filter((each) => each === venue) };
}

/** A size wished in dollars has all the digits of the division; a person reads eight. */
function shownQty(qtyBase: string | null): string {
  return qtyBase === null ? 'all' : toDecimalString(roundTo(decimal(qtyBase), 8));
}

function tellOrder(record: TradingRecord, orders: ReadonlyMap<string, InstrumentId>): Told | null {
  switch (record.kind) {
    case 'intent': {
      const { source, role, side, instrumentId, qtyBase } = record.intent;
      const blocked = record.gates.filter(({ ok }) => !ok).map(({ gate }) => gate);
      const end = record.isApproved ? 'passed all gates' : `blocked by ${blocked.join(', ')}`;
      return on(instrumentId, `${source} wants to ${side} ${shownQty(qtyBase)} (${role}): ${end}`);
    }
    case 'order': {
      const { clientOrderId, side, type, qtyBase, px, instrumentId } = record.order;
      const at = px === null ? '' : ` at ${px}`;
      return on(instrumentId, `Order ${clientOrderId}: ${side} ${shownQty(qtyBase)} ${type}${at}`);
    }
    case 'order-report': {
      const { report, source } = record;
      const name = report.clientOrderId ?? report.venueOrderId;
      return on(report.instrumentId, `Order ${name} is ${report.status}, filled ${report.cumQtyBase} (${source})`);
    }
    case 'order-adopted':
      return on(record.report.instrumentId, `Order ${record.report.venueOrderId} was found at the venue`);
    case 'order-failed':
      return on(orders.get(record.clientOrderId), `Order ${record.clientOrderId} failed: ${record.error.code}`);
    case 'order-absent':
      return on(orders.get(record.clientOrderId), `Order ${record.clientOrderId} was never at the venue`);
    case 'cancel':
      return on(orders.get(record.clientOrderId), `Cancel ${record.clientOrderId}: ${record.reason}`);
    case 'cancel-failed':
      return on(orders.get(record.clientOrderId), `Cancel of ${record.clientOrderId} failed: ${record.error.code}`);
    case 'fill': {
      const { side, qtyBase, px, instrumentId, cause } = record.fill;
      return on(instrumentId, `Fill: ${side} ${qtyBase} at ${px}${cause === 'order' ? '' : ` (${cause})`}`);
    }
    default:
      return null;
  }
}

function tellEngine(record: TradingRecord): Told | null {
  switch (record.kind) {
    case 'decision': {
      const { instrumentId, action, chosenArmId, liquidatedSide, reason } = record.decision;
      return on(instrumentId, `Decision on ${liquidatedSide} liquidations: ${action}, ${chosenArmId}; ${reason}`);
    }
    case 'decision-outcome': {
      const { symbol, outcomes, decisionId } = record.outcome;
      return { title: `Outcome of ${decisionId} for ${outcomes.length} arms`, symbol, venues: [] };
    }
    case 'snipe': {
      const { instrumentId, snipeId, side, state, reason } = record.snipe;
      return on(instrumentId, `Trade ${snipeId} (${side}) is ${state}: ${reason}`);
    }
    case 'stop-wish':
      return on(record.instrumentId, record.stopPx === null ? 'Stop as planned' : `Stop to ${record.stopPx}`);
    case 'trailing': {
      const { orderId, symbol, venue, state } = record.order;
      return { title: `Trailing order ${orderId} is ${state}`, symbol, venues: [venue] };
    }
    case 'arb': {
      const { arbId, symbol, state, reason, buy, sell } = record.trade;
      const venues = [...new Set([buy.venue, sell.venue])];
      return { title: `Arbitrage ${arbId} is ${state}: ${reason}`, symbol, venues };
    }
    case 'carry-round': {
      const { roundId, symbol, venue, state } = record.round;
      return { title: `Carry round ${roundId} is ${state}`, symbol, venues: [venue] };
    }
    case 'arb-sample':
      return { title: `Sample of ${record.sample.pairId}`, symbol: record.sample.symbol, venues: [] };
    case 'dust':
      return on(record.dust.instrumentId, `Dust of ${record.dust.qtyBase}: ${record.dust.text}`);
    default:
      return null;
  }
}

function tellRest(record: TradingRecord): Told {
  switch (record.kind) {
    case 'event':
      return { title: `${record.event}: ${record.text}`, symbol: record.symbol, venues: record.venues };
    case 'condition':
      return on(record.condition.instrumentId ?? undefined, `New risk stops: ${record.condition.text}`);
    case 'condition-cleared':
      return { title: `Settled: ${record.text}`, symbol: null, venues: [] };
    case 'kill-switch':
      return { title: `Kill switch at ${record.level} by ${record.by}: ${record.reason}`, symbol: null, venues: [] };
    case 'cooldown': {
      const { symbol, venue, durationMs, action } = record;
      const title = durationMs === 0 ? 'Cooldown ended' : `Cooldown of ${durationMs / 1_000} s (${action})`;
      return { title, symbol, venues: [venue] };
    }
    case 'position-set':
      return on(record.instrumentId, `Position is ${record.qtyBase} at ${record.px} (${record.why})`);
    case 'income': {
      const { kind, amount, asset, instrumentId } = record.income;
      return on(instrumentId ?? undefined, `${kind} of ${amount} ${asset}`);
    }
    case 'equity':
    case 'balances':
    case 'account-owner':
      return { title: `${WORDS[record.kind]} of ${record.account}`, symbol: null, venues: [venueOf(record.account)] };
    case 'setting':
      return { title: `Setting ${record.name} by ${record.by}`, symbol: null, venues: [] };
    case 'engine-settings':
      return { title: `Settings of ${record.engine} by ${record.by}`, symbol: null, venues: [] };
    case 'engine-run': {
      const { engine, isRunning, reason } = record;
      return { title: `${engine} ${isRunning ? 'starts' : 'stops'}: ${reason}`, symbol: null, venues: [] };
    }
    default:
      return { title: record.kind.replaceAll('-', ' '), symbol: null, venues: [] };
  }
}

const WORDS = { equity: 'Equity', balances: 'Balances', 'account-owner': 'Owner' } as const;
