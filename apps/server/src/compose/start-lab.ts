import type { Log } from '@riptide/core/kernel';
import { closeAbandoned } from '../lab/recording/segment-marker.ts';
import type { LabParts } from './build-lab.ts';

/**
 * Brings the lab to where the former engine left it: segments that a kill cut off are marked, and a recording that was on goes on. With
 * `isRecording` one starts in any case.
 *
 * @throws Error when the folder of recordings can't be made with `isRecording`.
 */
export async function startLab({ desk, recording }: LabParts, isRecording: boolean, log: Log): Promise<void> {
  const cutOff = await closeAbandoned(desk.recordingsFolder);
  if (cutOff > 0) log.warn('segments of recordings were cut off by the end of a former engine', { segments: cutOff });
  if (isRecording) return recording.start();
  const resumed = await desk.resumeRecording();
  if (resumed === null) return;
  if (resumed.ok) log.info('the recording of the former engine goes on');
  else log.error('the recording of the former engine could not go on', { detail: resumed.error.detail });
}
