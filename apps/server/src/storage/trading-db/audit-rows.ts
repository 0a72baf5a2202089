import { type InstrumentId, type Severity, type TradingRecord, type Venue } from '@riptide/core/domain';

/** A record as the audit log shows it beside the trades. */
export interface AuditEventRow {
  readonly event: string;
  readonly severity: Severity;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Returns the audit event of a record; null for records that are no event for people, that have an event record beside them, or whose
 * event depends on what stood before (`EventRows`).
 */
export function auditEventOf(record: TradingRecord): AuditEventRow | null {
  switch (record.kind) {
    case 'event': {
      const { event, severity, symbol, venues, text, data } = record;
      return { event, severity, symbol, venues, payload: { text, ...data } };
    }
    case 'condition': {
      const { condition } = record;
      return {
        event: `condition_${condition.kind.replaceAll('-', '_')}`,
        severity: 'ERROR',
        symbol: condition.instrumentId === null ? null : symbolOf(condition.instrumentId),
        venues: condition.account === null ? [] : [venueOf(condition.account)],
        payload: { ...condition },
      };
    }
    case 'condition-cleared':
      return {
        event: 'condition_cleared',
        severity: 'INFO',
        symbol: null,
        venues: [],
        payload: { key: record.key, text: record.text },
      };
    case 'cooldown': {
      const { symbol, venue, action, durationMs, reason } = record;
      const event = durationMs === 0 ? 'cooldown_ended' : 'cooldown_started';
      return { event, severity: 'INFO', symbol, venues: [venue], payload: { action, durationMs, reason } };
    }
    case 'fill': {
      const { account, fill } = record;
      if (fill.cause === 'order') return null;
      return {
        event: fill.cause === 'adl' ? 'auto_deleveraged' : 'liquidated',
        severity: 'CRITICAL',
        symbol: symbolOf(fill.instrumentId),
        venues: [venueOf(account)],
        payload: { account, ...fill },
      };
    }
    case 'cancel': {
      const { clientOrderId, reason } = record;
      return { event: 'cancel_sent', severity: 'INFO', symbol: null, venues: [], payload: { clientOrderId, reason } };
    }
    case 'order-adopted': {
      const { account, report, isOurs } = record;
      const about = { symbol: symbolOf(report.instrumentId), venues: [venueOf(account)] };
      return { event: 'order_adopted', severity: 'WARN', ...about, payload: { account, isOurs, report } };
    }
    case 'position-set': {
      const { account, instrumentId, qtyBase, px, why } = record;
      const about = { symbol: symbolOf(instrumentId), venues: [venueOf(account)] };
      return { event: 'position_taken_over', severity: 'WARN', ...about, payload: { account, qtyBase, px, why } };
    }
    case 'account-owner': {
      const { account, venueAccountId, archives } = record;
      const payload = { account, venueAccountId, archives };
      return { event: 'account_owner', severity: 'INFO', symbol: null, venues: [venueOf(account)], payload };
    }
    case 'kill-switch': {
      const { level, reason, by } = record;
      const severity = level > 0 ? 'CRITICAL' : 'WARN';
      return { event: 'kill_switch_level', severity, symbol: null, venues: [], payload: { level, reason, by } };
    }
    case 'decision': {
      const { decision } = record;
      if (decision.action !== 'traded' && decision.action !== 'added' && decision.action !== 'proposed') return null;
      const about = { symbol: decision.symbol, venues: [decision.venue] };
      return { event: `decision_${decision.action}`, severity: 'INFO', ...about, payload: { ...decision } };
    }
    case 'stop-wish': {
      const { account, instrumentId, side, stopPx } = record;
      const about = { symbol: symbolOf(instrumentId), venues: [venueOf(account)] };
      const payload = { account, instrumentId, side, stopPx };
      return { event: stopPx === null ? 'stop_ended' : 'stop_moved', severity: 'INFO', ...about, payload };
    }
    case 'engine-run': {
      const { engine, isRunning, reason, by } = record;
      const payload = { engine, isRunning, reason, by };
      return { event: 'engine_run', severity: 'INFO', symbol: null, venues: [], payload };
    }
    case 'trailing-removed': {
      const { orderId, by } = record;
      return { event: 'trailing_removed', severity: 'INFO', symbol: null, venues: [], payload: { orderId, by } };
    }
    case 'arb-learner': {
      const { change, by } = record;
      return { event: 'arbitrage_learner', severity: 'INFO', symbol: null, venues: [], payload: { change, by } };
    }
    case 'dust':
      return {
        event: 'dust_left',
        severity: 'INFO',
        symbol: null,
        venues: [],
        payload: { ...record.dust },
      };
    case 'arb':
    case 'arb-sample':
    case 'arb-settings':
    case 'balances':
    case 'cancel-failed':
    case 'carry-round':
    case 'decision-outcome':
    case 'engine-settings':
    case 'equity':
    case 'income':
    case 'intent':
    case 'learner':
    case 'order':
    case 'order-absent':
    case 'order-failed':
    case 'order-report':
    case 'setting':
    case 'snipe':
    case 'trailing':
    case 'verdict':
    case 'verdict-override':
    case 'verdict-override-end':
      return null;
  }
}

/** Returns the symbol in the id of an instrument. */
export function symbolOf(id: InstrumentId): string {
  return id.slice(0, id.indexOf('.'));
}

/** Returns the venue in the key of an account. */
export function venueOf(account: string): Venue {
  return account.slice(0, account.indexOf(':')) as Venue;
}
