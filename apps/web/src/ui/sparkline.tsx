interface SparklineProps {
  /** Oldest first; null leaves a gap. */
  readonly values: readonly (number | null)[];
  readonly width: number;
  readonly height: number;
  /** Any CSS colour. */
  readonly colour: string;
  readonly isFilled?: boolean;
}

const EDGE_PX = 1.5;

/** A line without axes beside a figure; the figure itself says what it means, so readers skip the picture. */
export function Sparkline({ values, width, height, colour, isFilled = false }: SparklineProps) {
  const lines = sparkPaths(values, width, height);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      className="flex-none overflow-visible"
    >
      {lines.map((line) => (
        <g key={line.fromX}>
          {isFilled ? (
            <path d={`${line.path} L${line.toX} ${height} L${line.fromX} ${height} Z`} fill={colour} opacity={0.14} />
          ) : null}
          <path
            d={line.path}
            fill="none"
            stroke={colour}
            strokeWidth={1.5}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
        </g>
      ))}
    </svg>
  );
}

interface SparkPath {
  readonly path: string;
  readonly fromX: number;
  readonly toX: number;
}

/** Draws values as paths from edge to edge, one per run without a gap; a run of one value is a point. */
export function sparkPaths(values: readonly (number | null)[], width: number, height: number): SparkPath[] {
  const known = values.filter((value) => value !== null);
  const low = Math.min(...known);
  const span = Math.max(...known) - low;
  const y = (value: number): number =>
    span === 0 ? height / 2 : EDGE_PX + (1 - (value - low) / span) * (height - 2 * EDGE_PX);
  const x = (at: number): number => (values.length === 1 ? width : (at / (values.length - 1)) * width);
  const runs: { at: number; value: number }[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    if (at > 0 && values[at - 1] !== null && values[at - 1] !== undefined) runs.at(-1)?.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs.map((run) => ({
    path: run.map(({ at, value }, place) => `${place === 0 ? 'M' : 'L'}${round(x(at))} ${round(y(value))}`).join(' '),
    fromX: round(x(run[0]?.at ?? 0)),
    toX: round(x(run.at(-1)?.at ?? 0)),
  }));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
