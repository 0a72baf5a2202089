import { getAuditEvent, getAuditEvents, getAuditTrade, getAuditTrades } from '@riptide/contracts/calls';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { useCall } from '../../../shared/use-call.ts';
import { idNumber, queryOf, type AuditSearch } from './model/audit-search.ts';

/** Renewed with the page. */
export const AUDIT_INTERVAL_MS = 10_000;
/** A row is there for ever; only the result of a trade may change. */
const ROW_INTERVAL_MS = 10_000;

/** Gives the page of trades the address names. */
export function useTradesPage(search: AuditSearch) {
  return useCall(getAuditTrades, { input: { query: pageQuery(search) }, intervalMs: AUDIT_INTERVAL_MS });
}

/** Gives the page of events the address names. */
export function useEventsPage(search: AuditSearch) {
  return useCall(getAuditEvents, { input: { query: pageQuery(search) }, intervalMs: AUDIT_INTERVAL_MS });
}

function pageQuery(search: AuditSearch) {
  return { ...queryOf(search), limit: search.size, offset: (search.page - 1) * search.size };
}

/** Tells a row that is not on record; the ids of later ones are higher than any link knows. */
export function isNowhere(error: unknown): boolean {
  return error instanceof ApiProblem && error.facts.code === 'not_found';
}

/** Gives the row that a link names. */
export function useNamedRow({ tab, id }: Pick<AuditSearch, 'tab' | 'id'>) {
  const number = idNumber(id);
  const input = { params: { id: number ?? 0 } };
  const isAsked = number !== null;
  const often = { input, intervalMs: ROW_INTERVAL_MS, isFinal: isNowhere };
  const trade = useCall(getAuditTrade, { ...often, isAsked: isAsked && tab === 'trades' });
  const event = useCall(getAuditEvent, { ...often, isAsked: isAsked && tab === 'events' });
  return tab === 'trades' ? trade : event;
}
