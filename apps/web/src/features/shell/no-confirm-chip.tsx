import { ShieldOff } from 'lucide-react';
import { setPreferences, usePreferences } from '../../lib/preferences.ts';
import { Tooltip } from '../../ui/tooltip.tsx';

const TEXT =
  'Single live orders are sent without a question. Closing all, the kill switch and going live always ask. Click to be asked again.';

/** Stays in the header while single live orders are not asked about; a click brings the question back. */
export function NoConfirmChip() {
  const { confirmSingle } = usePreferences();
  if (confirmSingle === 'ask') return null;
  return (
    <Tooltip text={TEXT}>
      <button
        type="button"
        aria-label={`No confirm: ${TEXT}`}
        onClick={() => setPreferences({ confirmSingle: 'ask' })}
        className="tint inline-flex min-h-6 flex-none items-center gap-[5px] rounded-tag px-[7px] text-2xs font-semibold whitespace-nowrap [--tint:var(--warn)] max-sm:size-9 max-sm:justify-center max-sm:px-0"
      >
        <ShieldOff size={13} aria-hidden />
        <span className="max-sm:hidden">No confirm</span>
      </button>
    </Tooltip>
  );
}
