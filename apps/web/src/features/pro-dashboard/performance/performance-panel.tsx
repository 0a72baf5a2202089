import { lazy, Suspense } from 'react';
import { formatPnl, formatUsd } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { formatTimeMark, formatUsdMark } from '../../../shared/course-axis.ts';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { EmptyState, ErrorState } from '../../../shared/panel-states.tsx';
import { courseIntervalMs, useEquityCourse } from '../../../shared/portfolio-calls.ts';
import { cn } from '../../../ui/cn.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ENGINE_STATUS_INTERVAL_MS, useEngineStatus } from '../engines/use-engine-status.ts';
import { useProAddress } from '../frame/pro-address.ts';
import { ProPanel } from '../frame/pro-panel.tsx';
import { useFolded } from '../frame/use-folded.ts';
import { useIsOld } from '../frame/use-is-old.ts';
import { PerformanceFigures } from './performance-figures.tsx';
import {
  addPoint,
  parseRange,
  PERFORMANCE_RANGES,
  pointsCsv,
  pointsOf,
  wordCount,
  type PerformancePoint,
  type PerformanceRange,
} from './performance-points.ts';

const TimeChart = lazy(() => import('../../../ui/time-chart.tsx'));

const HEIGHT_PX = 190;

/** What the closed trades of the engines add up to, over the last 51 points. */
export function PerformancePanel() {
  const { raw, change } = useProAddress();
  const range = parseRange(raw['perf']);
  const status = useEngineStatus();
  const live = useFolded('performance', status.data, addPoint);
  return (
    <Content
      range={range}
      onRange={(next) => change({ perf: next === 'live' ? undefined : next })}
      status={status}
      live={live}
    />
  );
}

interface ContentProps {
  readonly range: PerformanceRange;
  readonly onRange: (range: PerformanceRange) => void;
  readonly status: ReturnType<typeof useEngineStatus>;
  readonly live: readonly PerformancePoint[] | null;
}

function Content({ range, onRange, status, live }: ContentProps) {
  const course = useEquityCourse(range === 'live' ? '24h' : range);
  const isLive = range === 'live';
  const query = isLive ? status : course;
  const intervalMs = isLive ? ENGINE_STATUS_INTERVAL_MS : courseIntervalMs(range);
  const points = isLive ? live : course.data === undefined ? null : pointsOf(course.data);
  const mode = isLive ? (status.data?.engines.pas_trader.execution_mode ?? '') : (course.data?.mode ?? '');
  const isOld = useIsOld(query.data?.atSeconds ?? null, intervalMs);
  const isEmpty = points === null || points.length === 0;
  return (
    <ProPanel
      id="performance"
      note={
        <span className="tabular text-2xs text-fg3" title="The chart keeps the last 51 points">
          Total P&amp;L, {points === null ? '—' : wordCount(points)} points
        </span>
      }
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={intervalMs} isShort />}
      actions={
        <>
          <PerformanceFigures status={status.data} />
          <Segmented label="Range" value={range} onChange={onRange} segments={PERFORMANCE_RANGES} />
          <CsvButton
            fileName={`trading_performance_${range}.csv`}
            text={isEmpty ? null : () => pointsCsv(points, mode)}
          />
        </>
      }
    >
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load performance data"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <div
        className={cn('flex flex-col justify-center px-2 py-1.5', (isOld || query.isError) && 'stale')}
        style={{ minHeight: HEIGHT_PX + 12 }}
      >
        {points === null ? (
          query.isError ? null : (
            <div role="status" aria-label="Loading Trading Performance" className="px-1.5">
              <Skeleton width="100%" height={HEIGHT_PX - 20} />
            </div>
          )
        ) : points.length < 2 ? (
          <EmptyState title={`Total P&L ${formatPnl(points[0]?.totalPnl)}`}>
            {isLive
              ? 'The line starts with the second point: one is added every 10 s.'
              : 'The line starts with the second point of this range.'}
          </EmptyState>
        ) : (
          <Chart points={points} />
        )}
      </div>
    </ProPanel>
  );
}

function Chart({ points }: { points: readonly PerformancePoint[] }) {
  const { zone, theme, pnl } = usePreferences();
  const atS = points.map((point) => point.atS);
  const values = points.map((point) => point.totalPnl);
  const last = values.at(-1) ?? 0;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (
    <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
      <TimeChart
        summary={`Total P&L ${formatPnl(last)}, lowest ${formatUsd(low)}, highest ${formatUsd(high)} of ${points.length} points`}
        atS={atS}
        lines={[
          {
            label: 'Total P&L',
            token: last >= 0 ? '--up' : '--down',
            values,
            isFilled: true,
            isLastMarked: true,
          },
        ]}
        heightPx={HEIGHT_PX}
        formatValue={(value) => formatUsdMark(value, values)}
        formatTime={(at) => formatTimeMark(at, atS, zone)}
        look={`${theme} ${pnl} ${zone}`}
      />
    </Suspense>
  );
}
