const WIDTH = 104;
const HEIGHT = 32;
/** More than fit are not drawn one by one. */
const SLOTS_MAX = 8;

/** Slots for positions, the used ones filled. */
export function SlotPicture({ used, max }: { used: number; max: number }) {
  if (max < 1 || max > SLOTS_MAX) return null;
  const step = Math.min(18, WIDTH / max);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className="flex-none">
      {Array.from({ length: max }, (_, at) => (
        <rect
          key={at}
          x={WIDTH - (max - at) * step}
          y="8"
          width={step - 5}
          height="18"
          rx="3"
          fill={at < used ? 'var(--accent)' : 'var(--bg3)'}
        />
      ))}
    </svg>
  );
}

/** The last closed trades from left to right: a gain above the line, a loss below it. */
export function WinPicture({ pnls }: { pnls: readonly number[] }) {
  const step = WIDTH / 20;
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden className="flex-none">
      {pnls.map((pnl, at) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- a place, not a trade, is drawn
          key={at}
          x={WIDTH - (pnls.length - at) * step}
          y={pnl > 0 ? 4 : 17}
          width={step - 1.6}
          height="11"
          rx="1"
          fill={pnl > 0 ? 'var(--up)' : 'var(--down)'}
        />
      ))}
    </svg>
  );
}
