import { listRecordings } from '../jobs/list-recordings.ts';
import { recordingsFolder, type CommandContext } from './command-context.ts';

/** `list`: what was recorded. */
export async function listCommand({ args, dataDir, print }: CommandContext): Promise<number> {
  args.requireNoFolder();
  const folder = recordingsFolder(dataDir);
  const found = await listRecordings(folder);
  if (args.has('json')) print(JSON.stringify({ folder, venues: found }));
  else if (found.length === 0) print(`no recordings in ${folder}; RECORD=1 or \`npm run lab -- record\` makes some`);
  else {
    const lines = found.map(
      ({ venue, segments, bytes, firstHour, lastHour, incomplete }) =>
        `  ${venue.padEnd(8)} ${segments} segments, ${(bytes / 1e6).toFixed(1)} MB, ${firstHour} to ${lastHour}, ${incomplete} incomplete`,
    );
    print([folder, ...lines].join('\n'));
  }
  return 0;
}
