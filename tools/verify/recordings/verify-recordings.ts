import { recordingGroups } from './recording-groups.ts';
import { replayRecording } from './replay-recording.ts';
import type { RecordingReport } from './report.ts';

const NOTES = [
  'quoteChecks.cold: the book started without a recorded snapshot and the quote names a level no message has mentioned since; it cannot be judged and is no mismatch.',
  'quoteChecks.adjacent (KUCOIN only): the ticker shows all four numbers of the book one change before or after the change whose sequence it carries, since the venue reads both one after the other.',
  'framesNotAskedFor: recorded channels the product does not subscribe.',
];

export interface VerifyReport {
  readonly folder: string;
  readonly isGood: boolean;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
  readonly recordings: readonly RecordingReport[];
  readonly nothingToPlay: readonly { readonly recording: string; readonly files: number }[];
}

/** Replays every recording below a folder and reports what held. @throws Error when the folder can't be read. */
export async function verifyRecordings(folder: string): Promise<VerifyReport> {
  const recordings: RecordingReport[] = [];
  const nothingToPlay: { recording: string; files: number }[] = [];
  const problems: string[] = [];
  for (const group of await recordingGroups(folder)) {
    const report = await replayRecording(folder, group);
    problems.push(...report.problems.map((problem) => `${group.name}: ${problem}`));
    if (report.venues.length > 0) recordings.push(report);
    else nothingToPlay.push({ recording: group.name, files: group.files.size });
  }
  if (recordings.length === 0) problems.push('nothing could be read');
  return { folder, isGood: problems.length === 0, problems, notes: NOTES, recordings, nothingToPlay };
}
