import { VENUE_NAMES, type AllocationSettings, type VenueName } from '@riptide/contracts/calls';
import { problemText } from '../../../lib/api-problem.ts';
import { formatUsd, UNKNOWN } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface SaveAllocationProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly before: AllocationSettings;
  readonly after: AllocationSettings;
  readonly usdBefore: Readonly<Partial<Record<VenueName, number>>>;
  /** null while the server has not worked it out. */
  readonly usdAfter: Readonly<Partial<Record<VenueName, number>>> | null;
  readonly pending: boolean;
  /** Why it was not saved; null while nothing was refused. */
  readonly error: Error | null;
  readonly onConfirm: () => void;
}

export const FIELD_LABELS: Readonly<Record<keyof AllocationSettings, string>> = {
  balance_weight: 'Balance weight',
  latency_weight: 'Latency weight',
  fee_weight: 'Fee weight',
  min_allocation: 'Min allocation',
  max_allocation: 'Max allocation',
};

/** Shows what was and what would be, before it is saved. */
export function SaveAllocation({ before, after, usdBefore, usdAfter, error, ...dialog }: SaveAllocationProps) {
  const fields = (Object.keys(FIELD_LABELS) as (keyof AllocationSettings)[]).filter(
    (name) => before[name] !== after[name],
  );
  const venues = VENUE_NAMES.filter((venue) => usdBefore[venue] !== undefined || usdAfter?.[venue] !== undefined);
  return (
    <ConfirmDialog {...dialog} title="Save this allocation?" verb="Save" look="primary">
      <table className="tabular w-full text-left">
        <thead className="text-2xs text-fg3">
          <tr>
            <th className="py-1 font-[550]">Field</th>
            <th className="py-1 text-right font-[550]">Before</th>
            <th className="py-1 text-right font-[550]">After</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <Line key={name} name={FIELD_LABELS[name]} before={String(before[name])} after={String(after[name])} />
          ))}
          {venues.map((venue) => (
            <Line
              key={venue}
              name={venue}
              before={formatUsd(usdBefore[venue])}
              after={usdAfter === null ? UNKNOWN : formatUsd(usdAfter[venue])}
            />
          ))}
        </tbody>
      </table>
      <p>New positions are held against these amounts from the next order on. Open ones stay.</p>
      {error === null ? null : (
        <p role="alert" className="text-danger">
          {problemText(error, 'Failed to save the capital allocation')}
        </p>
      )}
    </ConfirmDialog>
  );
}

function Line({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <tr className="border-t border-line1">
      <th scope="row" className="py-1 font-normal text-fg2">
        {name}
      </th>
      <td className="py-1 text-right">{before}</td>
      <td className={before === after ? 'py-1 text-right text-fg3' : 'py-1 text-right font-semibold text-fg1'}>
        {after}
      </td>
    </tr>
  );
}
