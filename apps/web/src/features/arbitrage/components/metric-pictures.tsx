const BARS = { width: 96, height: 28, gap: 2 } as const;
const RING = { size: 28, stroke: 5 } as const;

/** Results one beside the other around zero, oldest first; the figures beside it say what they come to. */
export function ResultBars({ values }: { values: readonly number[] }) {
  if (values.length === 0) return null;
  const most = Math.max(...values.map(Math.abs));
  const width = Math.min(10, BARS.width / values.length - BARS.gap);
  const middle = BARS.height / 2;
  const unit = most === 0 ? 0 : (middle - 1) / most;
  return (
    <svg width={BARS.width} height={BARS.height} aria-hidden>
      <line x1={0} x2={BARS.width} y1={middle} y2={middle} stroke="var(--line2)" />
      {values.map((value, place) => {
        const height = Math.max(1.5, Math.abs(value) * unit);
        const x = BARS.width - (values.length - place) * (width + BARS.gap);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={place}
            x={x}
            y={value >= 0 ? middle - height : middle}
            width={width}
            height={height}
            rx={1}
            fill={value >= 0 ? 'var(--up)' : 'var(--down)'}
          />
        );
      })}
    </svg>
  );
}

/** A share of the whole as a ring; the figure beside it says the same. */
export function ShareRing({ percent }: { percent: number }) {
  const radius = (RING.size - RING.stroke) / 2;
  const length = 2 * Math.PI * radius;
  return (
    <svg width={RING.size} height={RING.size} aria-hidden className="-rotate-90">
      <circle
        cx={RING.size / 2}
        cy={RING.size / 2}
        r={radius}
        fill="none"
        stroke="var(--bg3)"
        strokeWidth={RING.stroke}
      />
      <circle
        cx={RING.size / 2}
        cy={RING.size / 2}
        r={radius}
        fill="none"
        stroke="var(--up)"
        strokeWidth={RING.stroke}
        strokeDasharray={`${(Math.min(100, Math.max(0, percent)) / 100) * length} ${length}`}
      />
    </svg>
  );
}
