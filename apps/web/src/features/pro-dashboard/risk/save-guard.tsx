import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import type { GuardChange } from './model/guard-fields.ts';

interface SaveGuardProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly changes: readonly GuardChange[];
  readonly onConfirm: () => void;
}

/** Shows each field that changes, before it is saved. */
export function SaveGuard({ changes, ...dialog }: SaveGuardProps) {
  return (
    <ConfirmDialog {...dialog} title="Save the risk guard?" verb="Save" look="primary">
      <ul className="flex flex-col gap-1" aria-label="What changes">
        {changes.map(({ name, label, before, after }) => (
          <li key={name} className="tabular flex flex-wrap justify-between gap-x-4">
            <span title={name}>{label}</span>
            <span>
              <s className="text-fg3">{before}</s> <span aria-hidden>→</span>
              <span className="sr-only"> becomes</span> <b className="font-semibold text-fg1">{after}</b>
            </span>
          </li>
        ))}
      </ul>
      <p>
        Break-even and trailing apply at once, to the stops of open trades too; a stop never moves back. The stop and
        the target that a trade was begun with stay.
      </p>
    </ConfirmDialog>
  );
}
