import type { OraculisLearner } from '@riptide/contracts/calls';
import { Suspense, useState } from 'react';
import { formatClock, formatExact } from '../../../lib/format-time.ts';
import { formatBps, formatCount, formatPct, formatSignedBps } from '../../../lib/format.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { Help } from '../../../shared/help.tsx';
import { nothingLearnt } from '../../../shared/learner-figures.ts';
import { latePart } from '../../../shared/late-part.tsx';
import { EmptyState, ErrorState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { OraculisCourse, useOraculisCourse } from '../api/use-ai-metrics.ts';
import type { CourseView } from '../model/ai-search.ts';

const TimeChart = latePart('the chart', () => import('../../../ui/time-chart.tsx').then((each) => each.default));

const HEIGHT_PX = 280;
const VIEWS = [
  { value: 'reward', label: 'Reward' },
  { value: 'exploration', label: 'Exploration' },
  { value: 'regret', label: 'Regret' },
] as const;

interface CoursePanelProps {
  readonly query: ReturnType<typeof useOraculisCourse>;
  readonly learner: OraculisLearner | null;
  /** Decisions on record, with an outcome or without. */
  readonly decided: number | undefined;
  readonly view: CourseView;
  readonly onView: (view: CourseView) => void;
}

/** How the choices went: what they earned, how widely was tried, and what the best fixed arm would have earned more. */
export function CoursePanel({ query, learner, decided, view, onView }: CoursePanelProps) {
  return (
    <Panel
      title="Over time"
      note={<Help term={view === 'regret' ? 'regret' : view === 'exploration' ? 'exploration' : 'arm'} />}
      className="h-full"
      actions={<Segmented label="Chart" value={view} segments={VIEWS} onChange={onView} />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load the course" onRetry={() => void query.refetch()} />
      ) : null}
      <div className="flex flex-1 flex-col gap-2 px-3.5 py-3" style={{ minHeight: HEIGHT_PX + 60 }}>
        {query.data ? (
          <Chart key={view} decided={decided} {...lineOf(view, query.data, learner)} />
        ) : query.isError ? null : (
          <Skeleton width="100%" height={HEIGHT_PX} />
        )}
      </div>
    </Panel>
  );
}

interface Line {
  readonly name: string;
  readonly token: string;
  /** Epoch seconds, or decisions. */
  readonly at: readonly number[];
  readonly values: readonly (number | null)[];
  readonly format: (value: number | null) => string;
  readonly isByDecision: boolean;
}

function lineOf(view: CourseView, { points }: OraculisCourse, learner: OraculisLearner | null): Line {
  const at = points.map(({ timestamp }) => timestamp);
  if (view === 'regret') {
    const curve = learner?.regret_curve ?? [];
    return {
      name: 'Regret against the best fixed arm',
      token: '--s2',
      at: curve.map(([decisions]) => decisions ?? 0),
      values: curve.map(([, regret]) => regret ?? null),
      format: (value) => `${formatBps(value)} bps`,
      isByDecision: true,
    };
  }
  if (view === 'exploration') {
    return {
      name: 'Chance that something else is drawn',
      token: '--s3',
      at,
      values: points.map(({ exploration }) => (exploration === null ? null : exploration * 100)),
      format: (value) => formatPct(value),
      isByDecision: false,
    };
  }
  const hasOutcomes = points.some(({ outcomes }) => outcomes > 0);
  return {
    name: 'Net of the chosen arms, added up',
    token: '--s1',
    at,
    // Without a single outcome there is no course, only zeros.
    values: points.map((point) => (hasOutcomes ? point.cumulative_net_bps : null)),
    format: (value) => `${formatSignedBps(value)} bps`,
    isByDecision: false,
  };
}

function Chart({ name, token, at, values, format, isByDecision, decided }: Line & Pick<CoursePanelProps, 'decided'>) {
  const { zone, theme, pnl } = usePreferences();
  const [place, setPlace] = useState<number | null>(null);
  if (at.length < 2 || values.every((value) => value === null)) {
    return (
      <EmptyState title={nothingLearnt(decided)}>
        The curve begins with the second choice in the window whose outcome is known.
      </EmptyState>
    );
  }
  const index = place ?? at.length - 1;
  const where = isByDecision ? `after ${formatCount(at[index])} decisions` : formatExact((at[index] ?? 0) * 1000, zone);
  const isDay = !isByDecision && (at.at(-1) ?? 0) - (at[0] ?? 0) < 2 * 86_400;
  return (
    <>
      <p className="tabular min-h-[18px] text-xs text-fg2">
        {name}: <b className="font-semibold text-fg1">{format(values[index] ?? null)}</b> {where}
      </p>
      <Suspense fallback={<Skeleton width="100%" height={HEIGHT_PX} />}>
        <TimeChart
          summary={`${name}: from ${format(values[0] ?? null)} to ${format(values.at(-1) ?? null)} over ${at.length} points`}
          atS={at}
          lines={[{ label: name, token, values, isFilled: true }]}
          heightPx={HEIGHT_PX}
          isGrowing
          formatValue={(value) => format(value).replace(' bps', '')}
          formatTime={(mark) =>
            isByDecision
              ? formatCount(mark)
              : isDay
                ? formatClock(mark * 1000, zone).slice(0, 5)
                : formatExact(mark * 1000, zone).slice(5, 10)
          }
          onPoint={setPlace}
          look={`${theme} ${pnl} ${zone}`}
        />
      </Suspense>
    </>
  );
}
