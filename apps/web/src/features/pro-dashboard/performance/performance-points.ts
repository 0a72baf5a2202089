import type { EquityCourse } from '../../../shared/portfolio-calls.ts';
import { toCsv } from '../../../lib/csv.ts';
import type { EngineStatus } from '../engines/use-engine-status.ts';

/** Specified: the chart keeps the last 51 points. */
const POINTS_KEPT = 51;
/** A live point is taken with each cycle of the page; the engine's own status comes more often. */
const POINT_EVERY_S = 10;
/** Answers come a little early or late. */
const TOLERANCE_S = 0.5;

export const PERFORMANCE_RANGES = [
  { value: 'live', label: 'Live' },
  { value: '24h', label: 'Day' },
  { value: '7d', label: '7d' },
  { value: '30d', label: '30d' },
] as const;
export type PerformanceRange = (typeof PERFORMANCE_RANGES)[number]['value'];

export interface PerformancePoint {
  readonly atS: number;
  /** Closed trades of the engines, net, added up. */
  readonly totalPnl: number;
}

/** Reads the range of the address. */
export function parseRange(text: string | undefined): PerformanceRange {
  return PERFORMANCE_RANGES.find(({ value }) => value === text)?.value ?? 'live';
}

/** Adds what the engine says now; within a cycle the newest point moves. The oldest leave beyond 51. */
export function addPoint(
  before: readonly PerformancePoint[] | null,
  { atSeconds, performance }: Pick<EngineStatus, 'atSeconds' | 'performance'>,
): readonly PerformancePoint[] {
  const points = before ?? [];
  const last = points.at(-1);
  const point = { atS: atSeconds, totalPnl: performance.total_pnl };
  if (last === undefined) return [point];
  return atSeconds - last.atS < POINT_EVERY_S - TOLERANCE_S ? points : [...points, point].slice(-POINTS_KEPT);
}

/** Gives at most 51 points of a course, evenly spread, the newest always among them. */
export function pointsOf({ timestamps, trading_pnl: pnl }: Pick<EquityCourse, 'timestamps' | 'trading_pnl'>) {
  const all = timestamps.map((atS, at): PerformancePoint => ({ atS, totalPnl: pnl[at] ?? 0 }));
  if (all.length <= POINTS_KEPT) return all;
  const step = (all.length - 1) / (POINTS_KEPT - 1);
  return Array.from({ length: POINTS_KEPT }, (_, at) => all[Math.round(at * step)]).filter(
    (point) => point !== undefined,
  );
}

/** Says how much of the chart is filled, e.g. `12 of 51`. */
export function wordCount(points: readonly PerformancePoint[]): string {
  return `${points.length} of ${POINTS_KEPT}`;
}

/** Writes the points that are shown. */
export function pointsCsv(points: readonly PerformancePoint[], mode: string): string {
  return toCsv(
    ['time', 'mode', 'total_pnl_usd'],
    points.map(({ atS, totalPnl }) => [new Date(atS * 1000).toISOString(), mode, totalPnl]),
  );
}
