export const AUDIT_TABS = ['trades', 'events'] as const;
export type AuditTab = (typeof AUDIT_TABS)[number];

/** Gives the address of one row of the audit log, which shows it in the box at the top. */
function auditLink(tab: AuditTab, id: number): string {
  return `/app/pro-dashboard?auditTab=${tab}&auditId=${id}`;
}

/** Gives that address whole, to be sent to somebody. */
export function auditUrl(tab: AuditTab, id: number): string {
  return `${window.location.origin}${auditLink(tab, id)}`;
}
