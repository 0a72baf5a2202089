import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VENUES, type Venue } from '@riptide/core/domain';
import { countIncomplete } from '../recording/segment-marker.ts';

/** What lies in the folder of recordings, by venue. */
export interface RecordedVenue {
  readonly venue: Venue;
  readonly segments: number;
  readonly bytes: number;
  /** `2026-11-28-07`, of the oldest and the newest segment. */
  readonly firstHour: string;
  readonly lastHour: string;
  /** Segments that lost frames, or whose writer was killed. */
  readonly incomplete: number;
}

/** Lists the recordings below a folder; an absent one has none. */
export async function listRecordings(folder: string): Promise<readonly RecordedVenue[]> {
  const found: RecordedVenue[] = [];
  for (const venue of VENUES) {
    const path = join(folder, venue.toLowerCase());
    const names = await readdir(path).catch((e: NodeJS.ErrnoException) => {
      if (e.code === 'ENOENT') return [];
      throw e;
    });
    const segments = names.filter((name) => name.endsWith('.gz')).sort();
    const [first] = segments;
    const last = segments.at(-1);
    if (first === undefined || last === undefined) continue;
    const sizes = await Promise.all(segments.map(async (name) => (await stat(join(path, name))).size));
    found.push({
      venue,
      segments: segments.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      firstHour: first.slice(0, 13),
      lastHour: last.slice(0, 13),
      incomplete: await countIncomplete(path, names),
    });
  }
  return found;
}
