import { getEnginePro } from '@riptide/contracts/calls';
import { useState } from 'react';
import { UNKNOWN } from '../../../lib/format.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { Ago } from '../../../shared/ago.tsx';
import { DecisionDrawer } from '../../../shared/decisions/decision-drawer.tsx';
import { Help } from '../../../shared/help.tsx';
import { Unknown } from '../../../shared/num.tsx';
import { ErrorState } from '../../../shared/panel-states.tsx';
import { useCall } from '../../../shared/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { chartFields } from '../frame/chart-place.ts';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useIsOld } from '../frame/use-is-old.ts';
import { summaryFigures } from './summary-figures.ts';

/** Specified interval of the summary: that of the page. */
export const SUMMARY_INTERVAL_MS = 10_000;

/** The newest decision in six figures. */
export function SummaryPanel() {
  const query = useCall(getEnginePro, { intervalMs: SUMMARY_INTERVAL_MS });
  const pro = query.data;
  const isOld = useIsOld(pro?.atSeconds ?? null, SUMMARY_INTERVAL_MS);
  return (
    <ProPanel id="summary" age={<AgeTag atSeconds={pro?.atSeconds ?? null} intervalMs={SUMMARY_INTERVAL_MS} isShort />}>
      {query.isError ? (
        <ErrorState error={query.error} fallback="Error loading data" onRetry={() => void query.refetch()} />
      ) : null}
      <dl
        className={cn(
          'tabular grid grid-cols-6 max-lg:grid-cols-3 max-sm:grid-cols-2',
          (isOld || query.isError) && 'stale',
        )}
      >
        {summaryFigures(pro).map(({ label, help, value, note }) => (
          <div
            key={label}
            className="flex min-w-0 flex-col gap-0.5 border-line1 px-3.5 py-3 not-last:border-r max-lg:not-last:border-r-0 max-lg:[&:nth-child(-n+3)]:border-b sm:max-lg:[&:not(:nth-child(3n))]:border-r max-sm:[&:nth-child(-n+4)]:border-b max-sm:odd:border-r"
          >
            <dt className="flex items-center gap-1 text-[12px] font-medium text-fg2">
              {label}
              <Help text={help} />
            </dt>
            <dd className="flex min-h-[26px] items-center text-lg font-[620] tracking-tight">
              {query.isPending ? (
                <Skeleton width={72} height={20} />
              ) : value === UNKNOWN ? (
                <Unknown />
              ) : (
                <span className="truncate">{value}</span>
              )}
            </dd>
            <dd className="truncate text-2xs text-fg3" title={note}>
              {note}
            </dd>
          </div>
        ))}
      </dl>
      {pro === undefined ? (
        // The line to come takes its room: what is below must not move.
        <p aria-hidden className="min-h-[37px] border-t border-line1" />
      ) : (
        <Meaning pro={pro} />
      )}
    </ProPanel>
  );
}

/** Why it was decided so, when, and the ways on. */
function Meaning({ pro }: { pro: NonNullable<ReturnType<typeof useCall<typeof getEnginePro>>['data']> }) {
  const { change } = useProAddress();
  const [isOpen, setOpen] = useState(false);
  const { pair, venue, reason, decision_id: decision, timestamp } = pro;
  if (decision === null || timestamp === null) {
    return (
      <p className="min-h-[37px] border-t border-line1 px-3.5 py-2 text-sm text-fg2">
        No decision yet. The first one comes with a cluster of liquidations; the engines need not run for it.
      </p>
    );
  }
  return (
    <div className="flex min-h-[37px] flex-wrap items-center gap-x-3 gap-y-1 border-t border-line1 px-3.5 py-1.5 text-[12px] text-fg2">
      <span className="min-w-0 flex-1 max-sm:basis-full">{reason}</span>
      <span className="text-fg3">
        decided <Ago atSeconds={timestamp} />
      </span>
      <Button look="ghost" size="xs" onClick={() => setOpen(true)}>
        Why
      </Button>
      {pair === null ? null : (
        <Button
          look="ghost"
          size="xs"
          onClick={() => change({ ...chartFields({ symbol: pair, venue }), panel: 'engines' })}
        >
          Show in the chart
        </Button>
      )}
      {isOpen ? <DecisionDrawer id={decision} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
