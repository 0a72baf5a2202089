import { ARBITRAGE_SETTING_BOUNDS, getWhyNot } from '@riptide/contracts/calls';
import { formatBps, formatCount } from '../../../lib/format.ts';
import { ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { ChecksList } from './checks-list.tsx';

/** The checks follow the books; asked anew while they are looked at. */
const WHY_INTERVAL_MS = 2000;

const CHANGEABLE = new Set([...Object.keys(ARBITRAGE_SETTING_BOUNDS), 'min_spread_bps']);

interface WhyNotProps {
  readonly id: string;
  readonly onSetting: (setting: string) => void;
}

/** Why a row is not traded: its checks, the nearest miss first, and the entry net it would pass at. */
export function WhyNot({ id, onSetting }: WhyNotProps) {
  const why = useCall(getWhyNot, { input: { params: { id } }, intervalMs: WHY_INTERVAL_MS });
  return (
    <section aria-label="Why not?" className="flex flex-col gap-2 border-t border-line1 px-3.5 py-3">
      <div className="flex items-baseline gap-2">
        <h3 className="text-sm font-semibold">Why not?</h3>
        {why.data ? (
          <span className="text-2xs text-fg3">
            Checks of the scanner: {formatCount(why.data.passed)} of {formatCount(why.data.total)} pass
          </span>
        ) : null}
      </div>
      {why.data ? (
        <>
          <p className="text-[12px] text-fg2">{wordWay(why.data)}</p>
          <ChecksList checks={why.data.checks} onSetting={onSetting} isSetting={(setting) => CHANGEABLE.has(setting)} />
        </>
      ) : why.isError ? (
        <ErrorState error={why.error} fallback="Failed to load the checks" onRetry={() => void why.refetch()} />
      ) : (
        <LoadingRows rows={4} label="Loading the checks" />
      )}
    </section>
  );
}

function wordWay(why: {
  readonly passed: number;
  readonly total: number;
  readonly would_pass_at_bps: number | null;
}): string {
  if (why.passed === why.total) return 'Nothing speaks against it.';
  if (why.would_pass_at_bps !== null)
    return `Would pass at an entry net of ${formatBps(why.would_pass_at_bps)} bps; nothing else is missing.`;
  return 'More than the edge is missing, so no entry net alone would let it pass.';
}
