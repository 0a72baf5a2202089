import type { LabJob, VerdictWish } from '../lab/jobs/lab-job.ts';
import type { RecordedVenue } from '../lab/jobs/list-recordings.ts';
import type { RecordingState } from '../lab/recording/recording-host.ts';

/** Calls the lab answers, by name. It stands in the engine's process, whose sockets it records. */
export interface LabCalls {
  'lab-recordings': {
    request: Readonly<Record<string, never>>;
    answer: { readonly recording: RecordingState; readonly recordings: readonly RecordedVenue[] };
  };
  'lab-record': {
    request: { readonly isOn: boolean };
    answer: { readonly wasRecording: boolean; readonly recording: RecordingState };
  };
  /** ENGINE_BUSY with too many jobs open. */
  'lab-verdict': { request: VerdictWish; answer: LabJob };
  /** Newest first. */
  'lab-jobs': { request: Readonly<Record<string, never>>; answer: { readonly jobs: readonly LabJob[] } };
  /** null: there is no such job. */
  'lab-stop-job': { request: { readonly jobId: string }; answer: { readonly job: LabJob | null } };
}
export type LabCall = keyof LabCalls;
