import { getAuditEvent, getAuditEvents, getAuditTrade, getAuditTrades } from '@riptide/contracts/calls';
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

/** Gives the row that a link names. */
export function useNamedRow({ tab, id }: Pick<AuditSearch, 'tab' | 'id'>) {
  const number = idNumber(id);
  const input = { params: { id: number ?? 0 } };
  const isAsked = number !== null;
  const trade = useCall(getAuditTrade, { input, intervalMs: ROW_INTERVAL_MS, isAsked: isAsked && tab === 'trades' });
  const event = useCall(getAuditEvent, { input, intervalMs: ROW_INTERVAL_MS, isAsked: isAsked && tab === 'events' });
  return tab === 'trades' ? trade : event;
}
