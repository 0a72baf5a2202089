import type { Database, Statement } from 'better-sqlite3';
import type { Severity, TradingRecord, Venue } from '@riptide/core/domain';
import type { AuditAppender } from '../audit/audit-appender.ts';
import { auditEventOf, venueOf, type AuditEventRow } from './audit-rows.ts';

type StateTable = 'arbitrage_row' | 'carry_round_row';

/** Writes the audit events of records. A change is told with what stood before it: settings, and the states of trades. */
export class EventRows {
  private readonly audit: AuditAppender;
  private readonly states: Readonly<Record<StateTable, Statement<[string]>>>;
  private readonly snipe: Statement<[string]>;
  private readonly setting: Statement<[string]>;
  private readonly saveSetting: Statement<[string, string]>;

  constructor(db: Database, audit: AuditAppender) {
    this.audit = audit;
    this.states = {
      arbitrage_row: db.prepare('select state from arbitrage_row where arb_id = ?'),
      carry_round_row: db.prepare('select state from carry_round_row where round_id = ?'),
    };
    this.snipe = db.prepare("select json_extract(payload, '$.state') as state from snipe_row where snipe_id = ?");
    this.setting = db.prepare('select value from audit_setting where name = ?');
    this.saveSetting = db.prepare('insert or replace into audit_setting values (?, ?)');
  }

  write(record: TradingRecord): void {
    const event = auditEventOf(record) ?? this.changeOf(record);
    if (event === null) return;
    this.audit.event({
      id: record.seq,
      created_ms: record.atMs,
      event: event.event,
      severity: event.severity,
      symbol: event.symbol,
      venues: event.venues.join(','),
      payload: JSON.stringify(event.payload),
    });
  }

  private changeOf(record: TradingRecord): AuditEventRow | null {
    switch (record.kind) {
      case 'setting':
        return this.settingChange(record.name, record.value, record.by);
      case 'engine-settings':
        return this.settingChange(`engine:${record.engine}`, record.value, record.by);
      case 'arb-settings':
        return this.settingChange('arbitrage', record.value, record.by);
      case 'arb': {
        const { arbId, state, symbol, pairId, source, execution, phase, buy, sell } = record.trade;
        const payload = { arbId, pairId, source, execution, phase };
        const about = { symbol, venues: [...new Set([buy.venue, sell.venue])], severity: severityOf(state) };
        return stateChange('arbitrage_state', this.stateOf('arbitrage_row', arbId), { ...about, state, payload });
      }
      case 'carry-round': {
        const { roundId, arbId, state, symbol, venue, side, execution } = record.round;
        const payload = { roundId, arbId, side, execution };
        const about = { symbol, venues: [venue], severity: severityOf(state) };
        return stateChange('carry_state', this.stateOf('carry_round_row', roundId), { ...about, state, payload });
      }
      case 'snipe': {
        const { snipeId, decisionId, engine, account, symbol, side, state, stopPx, reason } = record.snipe;
        const payload = { snipeId, decisionId, engine, account, side, stopPx, reason };
        const about = { symbol, venues: [venueOf(account)], severity: severityOf(state) };
        const before = (this.snipe.get(snipeId) as { readonly state: string } | undefined)?.state ?? null;
        return stateChange('snipe_state', before, { ...about, state, payload });
      }
      case 'trailing': {
        const { orderId, venue, symbol, side, state, currentTakeProfitPx } = record.order;
        const name = `trailing:${orderId}`;
        const before = this.lastOf(name);
        if (before === state) return null;
        this.saveSetting.run(name, JSON.stringify(state));
        const payload = { orderId, side, currentTakeProfitPx };
        return stateChange('trailing_state', typeof before === 'string' ? before : null, {
          symbol,
          venues: [venue],
          severity: 'INFO',
          state,
          payload,
        });
      }
      default:
        return null;
    }
  }

  private settingChange(name: string, value: unknown, by: string): AuditEventRow {
    const old = this.lastOf(name);
    this.saveSetting.run(name, JSON.stringify(value));
    return {
      event: 'setting_value',
      severity: 'INFO',
      symbol: null,
      venues: [],
      payload: { name, old, new: value, by },
    };
  }

  /** null: the audit has not told one yet. */
  private lastOf(name: string): unknown {
    const row = this.setting.get(name) as { readonly value: string } | undefined;
    return row === undefined ? null : (JSON.parse(row.value) as unknown);
  }

  private stateOf(table: StateTable, id: string): string | null {
    return (this.states[table].get(id) as { readonly state: string } | undefined)?.state ?? null;
  }
}

interface Change {
  readonly symbol: string;
  readonly venues: readonly Venue[];
  readonly severity: Severity;
  readonly state: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

function stateChange(event: string, before: string | null, { state, payload, ...about }: Change): AuditEventRow | null {
  return before === state ? null : { event, ...about, payload: { ...payload, from: before, to: state } };
}

function severityOf(state: string): Severity {
  if (state === 'naked') return 'CRITICAL';
  return state === 'failed' || state === 'unknown' || state === 'imbalanced' ? 'WARN' : 'INFO';
}
