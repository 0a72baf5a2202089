import { Suspense, useState } from 'react';
import { toCsv } from '../../../lib/csv.ts';
import { formatClock, formatExact } from '../../../lib/format-time.ts';
import { formatPnl, formatUsd } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { latePart } from '../../../shared/late-part.tsx';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { HISTORY_INTERVAL_MS, type HistoryCourse } from '../api/use-history.ts';

const TimeChart = latePart('the chart', () => import('../../../ui/time-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 236;
const MIN_POINTS = 2;
const DAY_S = 86_400;

/** What the filtered trades earned, added up over time. */
export function CumulativePanel({ course }: { course: HistoryCourse | undefined }) {
  return (
    <Panel
      title="Cumulative P&L"
      className="h-full"
      age={<AgeTag atSeconds={course?.atSeconds ?? null} intervalMs={HISTORY_INTERVAL_MS} isShort />}
      actions={<CsvButton fileName="cumulative_pnl.csv" text={course ? () => courseCsv(course) : null} />}
    >
      <div className="flex flex-col gap-2 px-3.5 py-3" style={{ minHeight: HEIGHT_PX + 56 }}>
        {course === undefined ? <Skeleton width="100%" height={HEIGHT_PX} /> : <Chart course={course} />}
      </div>
    </Panel>
  );
}

function Chart({ course }: { course: HistoryCourse }) {
  const { zone, theme, pnl } = usePreferences();
  const [place, setPlace] = useState<number | null>(null);
  const { timestamps: atS, cumulative_usd: sums } = course;
  if (atS.length < MIN_POINTS) {
    return (
      <EmptyState title="The curve needs two closed trades">
        {atS.length === 0 ? 'None closed in the period with this filter.' : `One closed so far: ${formatPnl(sums[0])}.`}
      </EmptyState>
    );
  }
  const at = place ?? atS.length - 1;
  const isShort = (atS.at(-1) ?? 0) - (atS[0] ?? 0) < 2 * DAY_S;
  const isGain = (sums.at(-1) ?? 0) >= 0;
  return (
    <>
      <p className="tabular min-h-[18px] text-xs text-fg2">
        {formatExact((atS[at] ?? 0) * 1000, zone)}: <b className="font-semibold text-fg1">{formatPnl(sums[at])}</b>
      </p>
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
        <TimeChart
          summary={`Cumulative P&L from ${formatPnl(sums[0])} to ${formatPnl(sums.at(-1))} over ${atS.length} results, lowest ${formatPnl(Math.min(...sums))}, highest ${formatPnl(Math.max(...sums))}`}
          atS={atS}
          lines={[{ label: 'P&L', token: isGain ? '--up' : '--down', values: sums, isFilled: true, isStepped: true }]}
          heightPx={HEIGHT_PX}
          formatValue={(value) => formatUsd(value, Math.abs(value) < 10 ? 2 : 0)}
          formatTime={(mark) =>
            isShort ? formatClock(mark * 1000, zone).slice(0, 5) : formatExact(mark * 1000, zone).slice(5, 10)
          }
          onPoint={setPlace}
          look={`${theme} ${pnl} ${zone}`}
        />
      </Suspense>
    </>
  );
}

function courseCsv({ mode, timestamps, cumulative_usd: sums }: HistoryCourse): string {
  return toCsv(
    ['time', 'mode', 'cumulative_pnl_usd'],
    timestamps.map((at, place) => [new Date(at * 1000).toISOString(), mode, sums[place] ?? null]),
  );
}
