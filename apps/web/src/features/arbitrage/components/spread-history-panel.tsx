import type { Opportunity } from '@riptide/contracts/calls';
import { Suspense, useSyncExternalStore } from 'react';
import { formatBps } from '../../../lib/format.ts';
import { formatAge } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useNow } from '../../../lib/use-now.ts';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { latePart } from '../../../shared/late-part.tsx';
import { useArbitrageFeed } from '../../../shared/opportunities/arbitrage-feed.tsx';
import { GAP_S, type SpreadSeries } from '../../../shared/opportunities/spread-history.ts';

const SpreadChart = latePart('the chart', () => import('./spread-chart.tsx').then((each) => each.default));

/** A line needs this many points to be one. */
const MIN_POINTS = 2;

/** The spread of the selected row since this page was opened. */
export function SpreadHistoryPanel({ row }: { row: Opportunity | undefined }) {
  return (
    <Panel
      title={row ? `Spread, ${row.asset} ${row.buy_exchange} → ${row.sell_exchange}` : 'Spread history'}
      note={<span className="text-2xs text-fg3">gross bps at size; dashed: entry costs</span>}
      className="h-full"
    >
      <div className="flex min-h-[258px] flex-col justify-center">
        {row ? (
          <History id={row.id} />
        ) : (
          <EmptyState title="No row selected">Select an opportunity to see how its spread moved.</EmptyState>
        )}
      </div>
    </Panel>
  );
}

function History({ id }: { id: string }) {
  const { history } = useArbitrageFeed();
  const { serverClock, ticker } = useRuntime();
  const nowS = Math.floor(serverClock.toServerMs(useNow()) / 1000);
  const { zone, theme } = usePreferences();
  // Its points are a second apart: drawn at every change of the row, its axes alone would cost as much as the table.
  const series = useSyncExternalStore(ticker.subscribe, () => history.get(id));
  if (series.atS.length < MIN_POINTS)
    return (
      <EmptyState title="Collecting points">
        The history starts when this page is opened; the first line appears after the next change.
      </EmptyState>
    );
  return (
    <div className="px-3.5 pt-2 pb-3">
      <Suspense fallback={<Skeleton width="100%" height={220} />}>
        <SpreadChart series={series} endS={isOld(series, nowS) ? nowS : null} zone={zone} look={`${theme} ${zone}`} />
      </Suspense>
      <p className="mt-1 text-2xs text-fg3">{describe(series, nowS)}</p>
    </div>
  );
}

function isOld(series: SpreadSeries, nowS: number): boolean {
  return nowS - (series.atS.at(-1) ?? nowS) > GAP_S;
}

/** Says in words what the line shows. */
function describe(series: SpreadSeries, nowS: number): string {
  const lastS = series.atS.at(-1) ?? 0;
  const spanMs = (lastS - (series.atS[0] ?? 0)) * 1000;
  const known = series.grossBps.filter((gross) => gross !== null);
  const range = `between ${formatBps(Math.min(...known))} and ${formatBps(Math.max(...known))} in ${formatAge(spanMs)}`;
  const figures = `${formatBps(known.at(-1))} bps, ${range}; entry edge ${formatBps(series.entryNetBps.at(-1))} bps.`;
  return isOld(series, nowS)
    ? `No data for ${formatAge((nowS - lastS) * 1000)}. Last gross ${figures}`
    : `Gross now ${figures}`;
}
