import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** The files of one folder: one recording, replayed by itself. */
export interface RecordingGroup {
  /** Path below the folder asked for; `.` for the folder itself. */
  readonly name: string;
  /** Paths below the folder asked for. */
  readonly files: ReadonlySet<string>;
}

/** Finds the folders that hold files, at any depth. @throws Error when the folder can't be read. */
export async function recordingGroups(folder: string): Promise<readonly RecordingGroup[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const groups = new Map<string, Set<string>>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = relative(folder, join(entry.parentPath, entry.name));
    const name = dirname(file).split(sep).join('/');
    groups.set(name, (groups.get(name) ?? new Set()).add(file));
  }
  return [...groups].map(([name, files]) => ({ name, files })).sort((a, b) => a.name.localeCompare(b.name));
}
