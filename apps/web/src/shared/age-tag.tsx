import { formatAge } from '../lib/format-time.ts';
import { useRuntime } from '../lib/runtime.tsx';
import { useNow } from '../lib/use-now.ts';
import { cn } from '../ui/cn.ts';
import { Dot, type DotTone } from '../ui/dot.tsx';
import { freshnessOf, type Freshness } from './freshness.ts';

const LOOKS: Readonly<Record<Freshness, { dot: DotTone; text: string }>> = {
  live: { dot: 'ok', text: 'text-fg3' },
  late: { dot: 'off', text: 'text-fg3' },
  stale: { dot: 'warn', text: 'text-warn' },
  lost: { dot: 'danger', text: 'text-danger' },
};

/** Gives the age of data stamped by the server, renewed each second; null while nothing came. */
export function useAgeMs(atSeconds: number | null): number | null {
  const { serverClock } = useRuntime();
  const nowMs = useNow();
  return atSeconds === null ? null : serverClock.ageMs(atSeconds, nowMs);
}

interface AgeTagProps {
  readonly atSeconds: number | null;
  /** The longest the data may take to come; beyond twice that they are stale. */
  readonly intervalMs: number;
  /** Only the figure, where room is short. */
  readonly isShort?: boolean;
}

/** How old a panel's data are, against the interval they should come at. */
export function AgeTag({ atSeconds, intervalMs, isShort = false }: AgeTagProps) {
  const ageMs = useAgeMs(atSeconds);
  if (ageMs === null) return <span className="text-2xs whitespace-nowrap text-fg3">no data yet</span>;
  const look = LOOKS[freshnessOf(ageMs, intervalMs)];
  const isOld = look.dot === 'warn' || look.dot === 'danger';
  const age = formatAge(ageMs);
  const words = isOld ? `${age} old, limit ${formatAge(intervalMs)}` : `updated ${age} ago`;
  return (
    <span
      data-age
      title={words}
      className={cn('tabular flex items-center gap-[5px] text-2xs whitespace-nowrap', look.text)}
    >
      <Dot tone={look.dot} small />
      {isShort ? (isOld ? `${age} old` : age) : words}
    </span>
  );
}
