import { CopyButton } from '../../../../shared/copy-button.tsx';
import { Button } from '../../../../ui/button.tsx';
import { auditUrl } from '../model/audit-link.ts';
import type { AuditRow } from './audit-cells.tsx';
import { jsonOf } from './row-json.tsx';

interface RowActionsProps {
  readonly row: AuditRow;
  readonly isShown: boolean;
  readonly onToggle: () => void;
  readonly onMoment: () => void;
}

/** What can be done with a row of the audit log. */
export function RowActions({ row, isShown, onToggle, onMoment }: RowActionsProps) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-0.5">
      <Button
        look="ghost"
        size="sm"
        aria-expanded={isShown}
        aria-label={`${isShown ? 'Hide' : 'Show'} JSON of ${row.id}`}
        onClick={onToggle}
      >
        {isShown ? 'Hide JSON' : 'Show JSON'}
      </Button>
      <CopyButton text={jsonOf(row)} label="Copy JSON" />
      <CopyButton text={auditUrl(row.kind === 'trade' ? 'trades' : 'events', row.id)} label="Copy Link" />
      <Button look="ghost" size="sm" aria-label={`Show the moment of ${row.id}`} onClick={onMoment}>
        Show the moment
      </Button>
    </span>
  );
}
