import { EQUITY_RANGES, type EquityRange } from '@riptide/contracts/calls';
import { Suspense, useState, type ReactNode } from 'react';
import { formatChangePct, formatPnl, formatUsd } from '../../../lib/format.ts';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { formatTimeMark, formatUsdMark } from '../../../shared/course-axis.ts';
import { latePart } from '../../../shared/late-part.tsx';
import { EmptyState, ErrorState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { courseIntervalMs, useEquityCourse, type EquityCourse } from '../../../shared/portfolio-calls.ts';
import { cn } from '../../../ui/cn.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { courseCsv } from '../model/course-csv.ts';
import { courseSummary, drawdownLines, equityLines } from '../model/course-lines.ts';
import type { ChartView } from '../model/dashboard-search.ts';

const DailyBars = latePart('the chart', () => import('./daily-bars.tsx').then((each) => each.DailyBars));
const TimeChart = latePart('the chart', () => import('../../../ui/time-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 336;
const MIN_POINTS = 2;
const VIEW_WORDS: Readonly<Record<ChartView, string>> = { equity: 'Equity', drawdown: 'Drawdown', daily: 'Daily' };

interface PerformancePanelProps {
  readonly range: EquityRange;
  readonly view: ChartView;
  readonly onView: (view: ChartView) => void;
}

/** The ranges as the page offers them. */
export const RANGE_SEGMENTS = EQUITY_RANGES.map((range) => ({ value: range, label: range }));

/** Equity, drawdown or daily results over the chosen range, parted by engine. */
export function PerformancePanel({ range, view, onView }: PerformancePanelProps) {
  const query = useEquityCourse(range);
  const course = query.data;
  const [place, setPlace] = useState<number | null>(null);
  const legend = course ? <Legend course={course} view={view} place={place} /> : null;
  return (
    <Panel
      title="Performance"
      className="h-full"
      age={<AgeTag atSeconds={course?.atSeconds ?? null} intervalMs={courseIntervalMs(range)} isShort />}
      actions={
        <>
          {/* Below that width it stands over the chart: beside the buttons there is no room for it. */}
          <span className="max-lg:hidden">{legend}</span>
          <Segmented
            label="Chart"
            value={view}
            onChange={(next) => {
              setPlace(null);
              onView(next);
            }}
            segments={(['equity', 'drawdown', 'daily'] as const).map((each) => ({
              value: each,
              label: VIEW_WORDS[each],
            }))}
          />
          <CsvButton
            fileName={`performance_${view}_${range}.csv`}
            text={course ? () => courseCsv(course, view) : null}
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
        className={cn('flex flex-1 flex-col justify-center px-3.5 pt-2 pb-3', query.isError && 'stale')}
        style={{ minHeight: HEIGHT_PX + 20 }}
      >
        <div className="mb-1 min-h-[18px] lg:hidden">{legend}</div>
        {course ? (
          <Chart course={course} view={view} onPlace={setPlace} />
        ) : query.isError ? null : (
          <Skeleton width="100%" height={HEIGHT_PX} />
        )}
      </div>
    </Panel>
  );
}

interface ChartProps {
  readonly course: EquityCourse;
  readonly view: ChartView;
  readonly onPlace: (place: number | null) => void;
}

function Chart({ course, view, onPlace }: ChartProps) {
  const { zone, theme, pnl } = usePreferences();
  if (view === 'daily') {
    if (course.daily.length === 0) {
      return (
        <EmptyState title="No closed trade in this range">
          Each UTC day with closed trades becomes a bar. Start Trading, or choose a longer range.
        </EmptyState>
      );
    }
    return (
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
        <DailyBars days={course.daily} heightPx={HEIGHT_PX} zone={zone} onDay={onPlace} />
      </Suspense>
    );
  }
  const known = course.equity.filter((value) => value !== null);
  if (known.length < MIN_POINTS) {
    return (
      <EmptyState title="The curve is about to begin">
        Equity is written down once a minute, from the moment every account is known.
      </EmptyState>
    );
  }
  return (
    <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
      <TimeChart
        summary={courseSummary(course, view)}
        atS={course.timestamps}
        lines={view === 'equity' ? equityLines(course) : drawdownLines(course)}
        heightPx={HEIGHT_PX}
        isGrowing
        formatValue={(value) => (view === 'equity' ? formatUsdMark(value, known) : formatChangePct(value))}
        formatTime={(atS) => formatTimeMark(atS, course.timestamps, zone)}
        onPoint={onPlace}
        look={`${theme} ${pnl} ${zone}`}
      />
    </Suspense>
  );
}

/** The figures of the lines: under the pointer, else the newest. */
function Legend({ course, view, place }: { course: EquityCourse; view: ChartView; place: number | null }) {
  const { zone } = usePreferences();
  const at = place ?? -1;
  if (view === 'daily') {
    const day = course.daily.at(at);
    if (!day) return null;
    return (
      <Row when={place === null ? null : formatExact(day.day * 1000, 'utc').slice(0, 10)}>
        <Entry colour={day.net_usd < 0 ? 'var(--down)' : 'var(--up)'} label="Net" value={formatPnl(day.net_usd)} />
        <span>trading {formatPnl(day.trading_usd)}</span>
        <span>arbitrage {formatPnl(day.arbitrage_usd)}</span>
      </Row>
    );
  }
  const when = place === null ? null : formatExact((course.timestamps.at(at) ?? 0) * 1000, zone);
  if (view === 'drawdown') {
    return (
      <Row when={when}>
        <Entry colour="var(--down)" label="Drawdown" value={formatChangePct(course.drawdown_pct.at(at))} />
      </Row>
    );
  }
  return (
    <Row when={when}>
      <Entry colour="var(--s1)" label="Equity" value={formatUsd(course.equity.at(at))} />
      <Entry colour="var(--s2)" label="Trading" value={formatPnl(course.trading_pnl.at(at))} isSigned />
      <Entry colour="var(--s3)" label="Arbitrage" value={formatPnl(course.arbitrage_pnl.at(at))} isSigned />
    </Row>
  );
}

function Row({ when, children }: { when: string | null; children: ReactNode }) {
  return (
    <span className="tabular flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-xs text-fg2 max-sm:w-full">
      {when === null ? null : <span className="text-fg3">{when}</span>}
      {children}
    </span>
  );
}

interface EntryProps {
  readonly colour: string;
  readonly label: string;
  readonly value: string;
  readonly isSigned?: boolean;
}

function Entry({ colour, label, value, isSigned = false }: EntryProps) {
  const tone = isSigned ? (value.startsWith('-') ? 'text-down' : 'text-up') : 'text-fg1';
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <i aria-hidden className="h-[3px] w-2.5 rounded-full" style={{ background: colour }} />
      {label} <span className={tone}>{value}</span>
    </span>
  );
}
