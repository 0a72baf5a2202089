import type { Database } from 'better-sqlite3';
import type { Decision, DecisionOutcome, Snipe } from '@riptide/core/domain';
import type { DecisionDetail } from '@riptide/core/engine';
import { prepared } from './prepared.ts';

export interface DecisionFilter {
  /** Only what is older than this one, by its id; null from the newest on. */
  readonly beforeId: string | null;
  readonly symbol: string | null;
  readonly action: string | null;
  readonly sinceMs: number | null;
  /** Not included. */
  readonly beforeMs: number | null;
  readonly limit: number;
  readonly offset: number;
}

interface Row {
  readonly payload: string;
  readonly outcome: string | null;
  readonly snipe: string | null;
}

const COLUMNS = `select d.payload as payload, d.outcome as outcome, s.payload as snipe
  from decision_row d left join snipe_row s on s.snipe_id = d.snipe_id`;

/** Reads a page of decisions, newest first, and how many pass the filter in all, whatever came before. */
export function readDecisions(
  db: Database,
  filter: DecisionFilter,
): { readonly rows: readonly DecisionDetail[]; readonly total: number } {
  const { beforeId, limit, offset, symbol, action, sinceMs, beforeMs } = filter;
  // WHY: a condition that is not asked for must not stand there: only then is the index of what is asked for entered.
  const parts = ['d.at_ms >= @since and d.at_ms < @before'];
  if (symbol !== null) parts.push('d.symbol = @symbol');
  if (action !== null) parts.push('d.action = @action');
  const where = `where ${parts.join(' and ')}`;
  const older =
    beforeId === null
      ? ''
      : 'and (d.at_ms, d.seq) < (select at_ms, seq from decision_row where decision_id = @beforeId)';
  const bounds = {
    symbol: symbol ?? '',
    action: action ?? '',
    since: sinceMs ?? 0,
    before: beforeMs ?? Number.MAX_SAFE_INTEGER,
  };
  const rows = prepared(
    db,
    `${COLUMNS} ${where} ${older} order by d.at_ms desc, d.seq desc limit @limit offset @offset`,
  ).all({ ...bounds, beforeId: beforeId ?? '', limit, offset }) as Row[];
  const counted = prepared(db, `select count(*) as total from decision_row d ${where}`).get(bounds) as {
    readonly total: number;
  };
  return { rows: rows.map(detailOf), total: counted.total };
}

/** Reads one decision; null when there is none. */
export function readDecision(db: Database, decisionId: string): DecisionDetail | null {
  const row = prepared(db, `${COLUMNS} where d.decision_id = ?`).get(decisionId) as Row | undefined;
  return row === undefined ? null : detailOf(row);
}

function detailOf({ payload, outcome, snipe }: Row): DecisionDetail {
  return {
    decision: JSON.parse(payload) as Decision,
    outcome: outcome === null ? null : (JSON.parse(outcome) as DecisionOutcome),
    snipe: snipe === null ? null : (JSON.parse(snipe) as Snipe),
  };
}
