import { VENUE_NAMES, type VenueName } from '@riptide/contracts/calls';
import type { EquityCourse } from '../../../shared/portfolio-calls.ts';

/** The equity at one moment; null where an account was not known then. */
export interface Snapshot {
  readonly atSeconds: number;
  readonly mode: EquityCourse['mode'];
  readonly equity: number | null;
  readonly drawdownPct: number | null;
  readonly byVenue: Readonly<Partial<Record<VenueName, number | null>>>;
}

/** Turns the lists of a course into one row a moment. */
export function snapshotsOf(course: EquityCourse): readonly Snapshot[] {
  return course.timestamps.map((atSeconds, place) => ({
    atSeconds,
    mode: course.mode,
    equity: course.equity[place] ?? null,
    drawdownPct: course.drawdown_pct[place] ?? null,
    byVenue: Object.fromEntries(
      VENUE_NAMES.flatMap((venue) => {
        const values = course.by_venue[venue];
        return values ? [[venue, values[place] ?? null]] : [];
      }),
    ),
  }));
}
