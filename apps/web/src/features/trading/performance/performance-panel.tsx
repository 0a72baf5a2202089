import { Suspense } from 'react';
import { Download } from 'lucide-react';
import { saveCsv, toCsv } from '../../../lib/csv.ts';
import { formatExact } from '../../../lib/format-time.ts';
import { formatPnl } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { latePart } from '../../../shared/late-part.tsx';
import { EmptyState, ErrorState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { courseIntervalMs, useEquityCourse, type EquityCourse } from '../../../shared/portfolio-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { isWithoutTrades, wordResult } from '../model/result-course.ts';
import type { ResultRange } from '../model/trading-search.ts';

const TimeChart = latePart('the chart', () => import('../../../ui/time-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 290;
const RANGES: readonly { readonly value: ResultRange; readonly label: string }[] = [
  { value: '24h', label: 'Day' },
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
];

interface PerformancePanelProps {
  readonly range: ResultRange;
  readonly onRange: (range: ResultRange) => void;
}

/** What the closed trades of the trading engines earned over the range, added up, arbitrage beside it. */
export function PerformancePanel({ range, onRange }: PerformancePanelProps) {
  const query = useEquityCourse(range);
  const course = query.data;
  return (
    <Panel
      title="Performance"
      className="h-full"
      age={<AgeTag atSeconds={course?.atSeconds ?? null} intervalMs={courseIntervalMs(range)} isShort />}
      actions={<Segmented label="Range" value={range} onChange={onRange} segments={RANGES} />}
    >
      {query.isError ? (
        <ErrorState
          error={query.error}
          fallback="Failed to load performance data"
          onRetry={() => void query.refetch()}
        />
      ) : null}
      <div className="flex flex-1 flex-col justify-center px-3.5 py-2.5" style={{ minHeight: HEIGHT_PX }}>
        {course === undefined ? (
          query.isError ? null : (
            <Skeleton width="100%" height={HEIGHT_PX - 40} />
          )
        ) : isWithoutTrades(course) ? (
          <EmptyState title="No closed trade yet">
            The line starts with the first closed trade of this range.
            <span className="mt-1 block text-2xs text-fg3">Chart will be implemented here</span>
          </EmptyState>
        ) : (
          <Chart course={course} range={range} />
        )}
      </div>
    </Panel>
  );
}

function Chart({ course, range }: { course: EquityCourse; range: ResultRange }) {
  const { zone, theme, pnl } = usePreferences();
  const words = wordResult(course);
  const formatTime = (atS: number): string => {
    const text = formatExact(atS * 1000, zone);
    return range === '24h' ? text.slice(11, 16) : text.slice(5, 10);
  };
  const isGain = (course.trading_pnl.at(-1) ?? 0) >= 0;
  return (
    <>
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX - 60} />}>
        <TimeChart
          summary={words}
          atS={course.timestamps}
          lines={[
            {
              label: 'Trading engines',
              token: isGain ? '--up' : '--down',
              values: course.trading_pnl,
              isFilled: true,
              isLastMarked: true,
            },
            { label: 'Arbitrage', token: '--s2', values: course.arbitrage_pnl, isDashed: true },
          ]}
          heightPx={HEIGHT_PX - 60}
          isGrowing
          formatValue={formatPnl}
          formatTime={formatTime}
          look={`${theme} ${pnl} ${zone}`}
        />
      </Suspense>
      <div className="tabular mt-1 flex flex-wrap items-center gap-x-3 text-xs text-fg2">
        <span>
          <b className={isGain ? 'text-up' : 'text-down'}>{formatPnl(course.trading_pnl.at(-1))}</b> trading engines,
          closed trades
        </span>
        <span>
          <span aria-hidden className="mr-1 inline-block w-4 border-t-2 border-dashed border-(--s2) align-middle" />
          {formatPnl(course.arbitrage_pnl.at(-1))} arbitrage
        </span>
        <span className="flex-1" />
        <Button look="ghost" size="xs" onClick={() => exportCourse(course)}>
          <Download size={13} aria-hidden />
          Export CSV
        </Button>
      </div>
    </>
  );
}

function exportCourse(course: EquityCourse): void {
  const rows = course.timestamps.map((atS, at) => [
    new Date(atS * 1000).toISOString(),
    course.mode,
    course.trading_pnl[at] ?? null,
    course.arbitrage_pnl[at] ?? null,
  ]);
  saveCsv('trading_performance.csv', toCsv(['time', 'mode', 'trading_pnl_usd', 'arbitrage_pnl_usd'], rows));
}
