import { EQUITY_RANGES, VENUE_NAMES, type EquityRange, type VenueName } from '@riptide/contracts/calls';
import { Suspense, useState } from 'react';
import { toCsv } from '../../../lib/csv.ts';
import { formatUsd } from '../../../lib/format.ts';
import { formatExact } from '../../../lib/format-time.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { formatTimeMark, formatUsdMark } from '../../../shared/course-axis.ts';
import { latePart } from '../../../shared/late-part.tsx';
import { EmptyState, ErrorState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { courseIntervalMs, useEquityCourse, type EquityCourse } from '../../../shared/portfolio-calls.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Amount, useAmountsHidden } from '../amounts.tsx';

const TimeChart = latePart('the chart', () => import('../../../ui/time-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 290;
const MIN_POINTS = 2;
const TOKENS: Readonly<Record<VenueName, string>> = { BINANCE: '--s1', BYBIT: '--s2', OKX: '--s3', KUCOIN: '--s4' };
/** From the third line on a dash tells lines apart that some eyes see in one colour. */
const DASHED: ReadonlySet<VenueName> = new Set<VenueName>(['OKX', 'KUCOIN']);

interface EquityPanelProps {
  readonly range: EquityRange;
  readonly venue: VenueName | undefined;
  readonly onRange: (range: EquityRange) => void;
}

/** The equity of every venue over time, or of the chosen one. */
export function EquityPanel({ range, venue, onRange }: EquityPanelProps) {
  const query = useEquityCourse(range);
  const course = query.data;
  return (
    <Panel
      title="Equity by venue"
      className="h-full"
      age={<AgeTag atSeconds={course?.atSeconds ?? null} intervalMs={courseIntervalMs(range)} isShort />}
      actions={
        <>
          <Segmented
            label="Range"
            value={range}
            onChange={onRange}
            segments={EQUITY_RANGES.map((each) => ({ value: each, label: each }))}
          />
          <CsvButton fileName={`equity_by_venue_${range}.csv`} text={course ? () => equityCsv(course) : null} />
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
      <div className="flex flex-1 flex-col justify-center px-3.5 pt-2 pb-3" style={{ minHeight: HEIGHT_PX + 44 }}>
        {course ? (
          <Chart course={course} venue={venue} />
        ) : query.isError ? null : (
          <Skeleton width="100%" height={HEIGHT_PX} />
        )}
      </div>
    </Panel>
  );
}

function Chart({ course, venue }: { course: EquityCourse; venue: VenueName | undefined }) {
  const { zone, theme, pnl } = usePreferences();
  const isHidden = useAmountsHidden();
  const [place, setPlace] = useState<number | null>(null);
  const shown = VENUE_NAMES.filter((name) => course.by_venue[name] && (venue === undefined || name === venue));
  const lines = shown.map((name) => ({
    label: name,
    token: TOKENS[name],
    values: course.by_venue[name] ?? [],
    isDashed: DASHED.has(name),
    isFilled: venue !== undefined,
  }));
  if (course.timestamps.length < MIN_POINTS || shown.length === 0) {
    return (
      <EmptyState title="The curve is about to begin">
        Equity is written down once a minute, from the moment an account is known.
      </EmptyState>
    );
  }
  if (isHidden) return <EmptyState title="Amounts are hidden">Show amounts to see the curve.</EmptyState>;
  const at = place ?? -1;
  const summary = shown
    .map((name) => `${name} from ${formatUsd(known(course, name)[0])} to ${formatUsd(known(course, name).at(-1))}`)
    .join(', ');
  return (
    <>
      <ul aria-label="Equity now" className="tabular mb-1 flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-fg2">
        {place === null ? null : (
          <li className="text-fg3">{formatExact((course.timestamps.at(at) ?? 0) * 1000, zone)}</li>
        )}
        {shown.map((name) => (
          <li key={name} className="flex items-center gap-1.5">
            <i
              aria-hidden
              className="h-0 w-3.5 border-t-2"
              style={{ borderColor: `var(${TOKENS[name]})`, borderStyle: DASHED.has(name) ? 'dashed' : 'solid' }}
            />
            {name}
            <span className="text-fg1">
              <Amount>{formatUsd(course.by_venue[name]?.at(at))}</Amount>
            </span>
          </li>
        ))}
      </ul>
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
        <TimeChart
          summary={`Equity by venue: ${summary}`}
          atS={course.timestamps}
          lines={lines}
          heightPx={HEIGHT_PX}
          isGrowing
          formatValue={(value) =>
            formatUsdMark(
              value,
              lines.flatMap((line) => line.values),
            )
          }
          formatTime={(atS) => formatTimeMark(atS, course.timestamps, zone)}
          onPoint={setPlace}
          look={`${theme} ${pnl} ${zone}`}
        />
      </Suspense>
    </>
  );
}

function known(course: EquityCourse, venue: VenueName): readonly number[] {
  return (course.by_venue[venue] ?? []).filter((value) => value !== null);
}

function equityCsv(course: EquityCourse): string {
  const venues = VENUE_NAMES.filter((name) => course.by_venue[name]);
  return toCsv(
    ['time', 'mode', 'equity_usd', ...venues.map((name) => `${name}_equity_usd`)],
    course.timestamps.map((at, place) => [
      new Date(at * 1000).toISOString(),
      course.mode,
      course.equity[place] ?? null,
      ...venues.map((name) => course.by_venue[name]?.[place] ?? null),
    ]),
  );
}
