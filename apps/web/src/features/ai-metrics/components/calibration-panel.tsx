import type { OraculisLearner } from '@riptide/contracts/calls';
import { formatCount, formatSignedBps } from '../../../lib/format.ts';
import { EmptyState } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';

interface Point {
  readonly predicted: number;
  readonly realised: number;
  readonly count: number;
}

const WIDTH = 360;
const HEIGHT = 220;
const EDGE = 30;
const RADIUS = { least: 3, most: 9 } as const;

/** What was foretold against what came, and how rewards are spread. */
export function CalibrationPanel({ learner }: { learner: OraculisLearner | null }) {
  const points = (learner?.calibration ?? []).flatMap((each) =>
    each.count === 0 || each.predicted_bps === null || each.realised_bps === null
      ? []
      : [{ predicted: each.predicted_bps, realised: each.realised_bps, count: each.count }],
  );
  return (
    <Panel title="Calibration and rewards" className="h-full">
      <div className="flex flex-col gap-4 px-3.5 py-3">
        {points.length === 0 ? (
          <EmptyState title="Nothing to compare yet">
            Each outcome puts what was believed of the chosen arm beside what it earned.
          </EmptyState>
        ) : (
          <Plot points={points} />
        )}
        <Histogram bars={learner?.histogram ?? []} />
      </div>
    </Panel>
  );
}

function Plot({ points }: { points: readonly Point[] }) {
  const values = points.flatMap(({ predicted, realised }) => [predicted, realised]);
  const low = Math.floor(Math.min(0, ...values));
  const high = Math.ceil(Math.max(1, ...values));
  const most = Math.max(...points.map(({ count }) => count));
  const x = (bps: number): number => EDGE + ((bps - low) / (high - low)) * (WIDTH - EDGE - 10);
  const y = (bps: number): number => HEIGHT - EDGE - ((bps - low) / (high - low)) * (HEIGHT - EDGE - 10);
  const words = points.map(
    ({ predicted, realised, count }) =>
      `predicted ${formatSignedBps(predicted)}, realised ${formatSignedBps(realised)} bps in ${formatCount(count)}`,
  );
  return (
    <figure>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Calibration: ${words.join('; ')}`}
        className="w-full max-w-[440px]"
      >
        <line x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} stroke="var(--ctl)" strokeDasharray="4 4" />
        <line x1={x(0)} x2={x(0)} y1={y(low)} y2={y(high)} stroke="var(--line1)" />
        <line x1={x(low)} x2={x(high)} y1={y(0)} y2={y(0)} stroke="var(--line1)" />
        {points.map(({ predicted, realised, count }) => (
          <circle
            key={`${predicted} ${realised}`}
            cx={x(predicted)}
            cy={y(realised)}
            r={RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(count / most)}
            fill="var(--accent)"
            fillOpacity={0.45}
            stroke="var(--accent)"
          />
        ))}
        <g fontSize={10.5} fill="var(--fg3)">
          <text x={x(low)} y={HEIGHT - 8}>
            {formatSignedBps(low)}
          </text>
          <text x={x(high)} y={HEIGHT - 8} textAnchor="end">
            predicted {formatSignedBps(high)} bps
          </text>
          <text x={0} y={y(high) + 10}>
            {formatSignedBps(high)}
          </text>
        </g>
      </svg>
      <figcaption className="text-2xs text-fg3">
        On the dashed line it came as foretold; below it the learner hoped too much. Larger: more decisions.
      </figcaption>
    </figure>
  );
}

function Histogram({ bars }: { bars: OraculisLearner['histogram'] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const words = bars.filter(({ count }) => count > 0).map(({ from_bps: from, count }) => `${count} from ${from} bps`);
  return (
    <figure>
      <figcaption className="mb-1 text-xs font-semibold text-fg2">{`Rewards of ${formatCount(total)} outcomes, bps`}</figcaption>
      <div role="img" aria-label={`Rewards: ${words.join(', ')}`} className="flex h-[72px] items-end gap-px">
        {bars.map(({ from_bps: from, count }) => (
          <span
            key={from}
            title={`from ${from} bps: ${count}`}
            className="min-w-0 flex-1 rounded-t-[2px]"
            style={{
              height: `${Math.max(count === 0 ? 0 : 3, (count / most) * 100)}%`,
              background: from >= 0 ? 'var(--up)' : 'var(--down)',
              opacity: 0.8,
            }}
          />
        ))}
      </div>
      <div aria-hidden className="tabular flex justify-between text-2xs text-fg3">
        <span>{formatSignedBps(bars[0]?.from_bps)}</span>
        <span>{formatSignedBps(bars.at(-1)?.from_bps)}</span>
      </div>
    </figure>
  );
}
