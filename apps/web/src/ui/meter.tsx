import { cn } from './cn.ts';

export type MeterTone = 'ok' | 'info' | 'warn' | 'danger' | 'accent';

interface MeterProps {
  readonly label: string;
  /** 0 to 1; more is drawn as full. null is unknown and draws an empty bar. */
  readonly fraction: number | null;
  readonly tone: MeterTone;
  /** What a screen reader says instead of the percentage. */
  readonly text: string;
}

const TONES: Readonly<Record<MeterTone, string>> = {
  ok: 'bg-ok',
  info: 'bg-info',
  warn: 'bg-warn',
  danger: 'bg-danger',
  accent: 'bg-accent',
};

/** A bar that says how much of a limit is used. */
export function Meter({ label, fraction, tone, text }: MeterProps) {
  const percent = fraction === null ? 0 : Math.min(100, Math.max(0, fraction * 100));
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={text}
      className="h-1.5 w-full overflow-hidden rounded-full bg-bg3"
    >
      <div className={cn('h-full rounded-full', TONES[tone])} style={{ width: `${percent}%` }} />
    </div>
  );
}

/** Chooses a tone by two limits: the first up to `warnAbove`, then warn, then danger above `dangerAbove`. */
export function meterTone(
  fraction: number | null,
  {
    calm,
    warnAbove,
    dangerAbove,
  }: { readonly calm: MeterTone; readonly warnAbove: number; readonly dangerAbove: number },
): MeterTone {
  if (fraction === null || fraction <= warnAbove) return calm;
  return fraction > dangerAbove ? 'danger' : 'warn';
}
