import type { ArbLearner } from '@riptide/contracts/calls';
import { formatSignedBps } from '../../../lib/format.ts';

type CalibrationClass = ArbLearner['calibration'][number];

const WIDTH = 440;
const HEIGHT = 220;
const EDGE = 34;
const RADIUS = { least: 3, most: 9 } as const;

/** Predicted against realised per class: what lies on the diagonal came as foretold; the table beside says the same. */
export function CalibrationPlot({ classes }: { classes: readonly CalibrationClass[] }) {
  const values = classes.flatMap((each) => [
    each.predicted_bps,
    each.realised_bps,
    each.learned_bps ?? each.predicted_bps,
  ]);
  const low = Math.floor(Math.min(0, ...values));
  const high = Math.ceil(Math.max(1, ...values));
  const most = Math.max(1, ...classes.map((each) => each.trades));
  const x = (bps: number): number => EDGE + ((bps - low) / (high - low)) * (WIDTH - EDGE - 8);
  const y = (bps: number): number => HEIGHT - EDGE + 8 - ((bps - low) / (high - low)) * (HEIGHT - EDGE);
  const radius = (trades: number): number => RADIUS.least + (RADIUS.most - RADIUS.least) * Math.sqrt(trades / most);
  return (
    <figure className="min-w-0">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={describe(classes)}
        className="w-full max-w-[440px]"
      >
        <line x1={x(low)} y1={y(low)} x2={x(high)} y2={y(high)} stroke="var(--ctl)" strokeDasharray="4 4" />
        <line x1={x(0)} x2={x(0)} y1={y(low)} y2={y(high)} stroke="var(--line1)" />
        <line x1={x(low)} x2={x(high)} y1={y(0)} y2={y(0)} stroke="var(--line1)" />
        {classes.map((each) => (
          <g key={`${each.from_bps} ${each.to_bps}`}>
            {each.learned_bps === null ? null : (
              <rect
                x={x(each.learned_bps) - 3.5}
                y={y(each.realised_bps) - 3.5}
                width={7}
                height={7}
                fill="none"
                stroke="var(--s2)"
                strokeWidth={1.5}
              />
            )}
            <circle
              cx={x(each.predicted_bps)}
              cy={y(each.realised_bps)}
              r={radius(each.trades)}
              fill="var(--accent)"
              fillOpacity={0.45}
              stroke="var(--accent)"
            />
          </g>
        ))}
        <g fontSize={10.5} fill="var(--fg3)">
          <text x={x(low)} y={HEIGHT - 4}>
            {formatSignedBps(low)}
          </text>
          <text x={x(high)} y={HEIGHT - 4} textAnchor="end">
            predicted {formatSignedBps(high)} bps
          </text>
          <text x={2} y={y(high) + 10}>
            {formatSignedBps(high)}
          </text>
          <text x={2} y={y(low) - 2}>
            {formatSignedBps(low)}
          </text>
        </g>
      </svg>
      <figcaption className="text-2xs text-fg3">
        Circle: as planned, larger with more trades. Square: as learned. On the dashed line it came as foretold.
      </figcaption>
    </figure>
  );
}

function describe(classes: readonly CalibrationClass[]): string {
  const parts = classes.map(
    (each) =>
      `predicted ${formatSignedBps(each.predicted_bps)}, realised ${formatSignedBps(each.realised_bps)} bps in ${each.trades} trades`,
  );
  return `Calibration: ${parts.join('; ')}`;
}
