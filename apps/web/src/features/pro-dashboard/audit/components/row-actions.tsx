import { History } from 'lucide-react';
import { CopyButton } from '../../../../shared/copy-button.tsx';
import { Button } from '../../../../ui/button.tsx';
import { auditUrl } from '../model/audit-link.ts';
import type { AuditRow } from './audit-cells.tsx';

interface RowActionsProps {
  readonly row: AuditRow;
  readonly isShown: boolean;
  readonly onToggle: () => void;
  readonly onMoment: () => void;
  /** In words, where there is room for them. */
  readonly isWordy?: boolean;
}

/** What can be done with a row of the audit log. */
export function RowActions({ row, isShown, onToggle, onMoment, isWordy = false }: RowActionsProps) {
  return (
    <span className="inline-flex items-center justify-end gap-0.5">
      <Button
        look="ghost"
        size="sm"
        aria-expanded={isShown}
        aria-label={`${isShown ? 'Hide' : 'Show'} JSON of ${row.id}`}
        onClick={onToggle}
      >
        {isShown ? 'Hide JSON' : 'Show JSON'}
      </Button>
      <CopyButton text={auditUrl(row.kind === 'trade' ? 'trades' : 'events', row.id)} label="Copy Link" />
      <Button
        look="ghost"
        size={isWordy ? 'sm' : 'iconXs'}
        aria-label={`Show the moment of ${row.id}`}
        title="Show the moment"
        onClick={onMoment}
      >
        {isWordy ? 'Show the moment' : <History size={14} aria-hidden />}
      </Button>
    </span>
  );
}
