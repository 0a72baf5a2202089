import { formatPx, splitPx, UNKNOWN } from '../lib/format.ts';

export interface PriceMarks {
  readonly side: 'long' | 'short';
  readonly entry: number;
  readonly mark: number | null;
  readonly stop: number | null;
  readonly target: number | null;
  /** The venue's step of a price: the captions are narrow and end where it does. */
  readonly tick?: number | null | undefined;
}

export interface PlacedMarks {
  /** Percent from the stop (left) to the target (right). */
  readonly entry: number;
  readonly mark: number | null;
  readonly isGain: boolean;
}

/**
 * Places entry and mark between stop and target, the loss at the left for both sides.
 *
 * An end that is not set is drawn as far from the entry as the other one; null while neither is.
 */
export function placeMarks({ side, entry, mark, stop, target }: PriceMarks): PlacedMarks | null {
  const left = stop ?? (target === null ? null : 2 * entry - target);
  const right = target ?? (stop === null ? null : 2 * entry - stop);
  if (left === null || right === null || left === right) return null;
  const place = (px: number): number => Math.min(100, Math.max(0, ((px - left) / (right - left)) * 100));
  const isGain = mark !== null && (side === 'long' ? mark >= entry : mark <= entry);
  return { entry: place(entry), mark: mark === null ? null : place(mark), isGain };
}

/** Where the price stands between stop and target. */
export function StopEntryTarget(props: PriceMarks) {
  const { entry, mark, stop, target, tick } = props;
  const short = (value: number | null): string => (value === null ? UNKNOWN : splitPx(value, tick)[0]);
  const placed = placeMarks(props);
  const px = (value: number | null): string => (value === null ? 'none' : formatPx(value));
  const summary = `Stop ${px(stop)}, entry ${px(entry)}, target ${px(target)}, mark ${mark === null ? 'unknown' : px(mark)}`;
  return (
    <div>
      <svg role="img" aria-label={summary} width="100%" height="26" className="mt-1.5 block overflow-visible">
        <rect x="0" y="11" width="100%" height="4" rx="2" fill="var(--bg3)" />
        {placed === null ? null : <Marks {...placed} />}
      </svg>
      <div className="tabular flex justify-between gap-2 text-2xs text-fg3" aria-hidden>
        <span>SL {short(stop)}</span>
        <span>Entry {short(entry)}</span>
        <span>TP {short(target)}</span>
      </div>
    </div>
  );
}

function Marks({ entry, mark, isGain }: PlacedMarks) {
  return (
    <>
      {mark === null ? null : (
        <rect
          x={`${Math.min(entry, mark)}%`}
          y="11"
          width={`${Math.abs(mark - entry)}%`}
          height="4"
          fill={isGain ? 'var(--up)' : 'var(--down)'}
          opacity={0.7}
        />
      )}
      <line x1={`${entry}%`} x2={`${entry}%`} y1="6" y2="20" stroke="var(--fg2)" strokeWidth={2} />
      {mark === null ? null : (
        <line
          x1={`${mark}%`}
          x2={`${mark}%`}
          y1="4"
          y2="22"
          stroke="var(--fg1)"
          strokeWidth={4}
          strokeLinecap="round"
        />
      )}
    </>
  );
}
