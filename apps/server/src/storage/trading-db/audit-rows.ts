import { isEngineRecord, type InstrumentId, type Severity, type TradingRecord, type Venue } from '@riptide/core/domain';

/** A record as the audit log shows it beside the trades. */
export interface AuditEventRow {
  readonly event: string;
  readonly severity: Severity;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Returns the audit event of a record; null for records that are no event for people, or have an event record beside them. */
export function auditEventOf(record: TradingRecord): AuditEventRow | null {
  if (isEngineRecord(record)) return null;
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
    case 'account-owner':
    case 'balances':
    case 'cancel':
    case 'cancel-failed':
    case 'equity':
    case 'income':
    case 'intent':
    case 'kill-switch':
    case 'order':
    case 'order-absent':
    case 'order-adopted':
    case 'order-failed':
    case 'order-report':
    case 'position-set':
    case 'setting':
      return null;
  }
}

/** Returns the symbol in the id of an instrument. */
export function symbolOf(id: InstrumentId): string {
  return id.slice(0, id.indexOf('.'));
}

/** Returns the venue in the key of an account. */
function venueOf(account: string): Venue {
  return account.slice(0, account.indexOf(':')) as Venue;
}
