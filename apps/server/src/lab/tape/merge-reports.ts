import type { Venue } from '@riptide/core/domain';
import type { TapeReport } from './recorded-tape.ts';
import type { ReplayFigures } from './venue-replay.ts';

/** Adds up what several tapes met; null when none was read. */
export function mergeReports(reports: readonly (TapeReport | null)[]): TapeReport | null {
  const read = reports.filter((report) => report !== null);
  if (read.length === 0) return null;
  const venues: Partial<Record<Venue, ReplayFigures>> = {};
  for (const [venue, figures] of read.flatMap((report) => Object.entries(report.venues)) as [Venue, ReplayFigures][]) {
    const before = venues[venue];
    venues[venue] = before === undefined ? figures : added(before, figures);
  }
  return {
    venues,
    unreadableLines: read.reduce((total, { unreadableLines }) => total + unreadableLines, 0),
    damage: read.flatMap(({ damage }) => damage),
  };
}

function added(a: ReplayFigures, b: ReplayFigures): ReplayFigures {
  return {
    frames: a.frames + b.frames,
    malformed: a.malformed + b.malformed,
    gaps: a.gaps + b.gaps,
    offTick: a.offTick + b.offTick,
    snapshots: a.snapshots + b.snapshots,
  };
}
