interface CrosshairState {
  /** Index of the candle under the crosshair; null while there is none. */
  readonly at: number | null;
  readonly count: number;
  readonly isFast: boolean;
}

const FAST_STEP = 10;

/** Gives the candle that a key moves the crosshair to; null for keys that don't move it. The first arrow lands on the newest candle. */
export function nextCrosshair(key: string, { at, count, isFast }: CrosshairState): number | null {
  if (count === 0) return null;
  const last = count - 1;
  const step = isFast ? FAST_STEP : 1;
  switch (key) {
    case 'ArrowLeft':
      return at === null ? last : Math.max(0, at - step);
    case 'ArrowRight':
      return at === null ? last : Math.min(last, at + step);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return null;
  }
}

interface View {
  readonly from: number;
  readonly to: number;
}

/** Gives the view moved just so far that a candle is in it; null where it is in sight. */
export function moveView({ from, to }: View, index: number): View | null {
  if (index < 0) return null;
  if (index < from) return { from: index - 1, to: to - (from - index) - 1 };
  if (index > to) return { from: from + (index - to) + 1, to: index + 1 };
  return null;
}
