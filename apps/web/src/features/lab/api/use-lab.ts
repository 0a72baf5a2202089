import {
  getLabJobs,
  getRecordings,
  getVerdicts,
  overrideVerdict,
  runVerdict,
  startRecording,
  stopLabJob,
  stopRecording,
  withdrawOverride,
} from '@riptide/contracts/calls';
import { useCall } from '../../../shared/use-call.ts';
import { useCommand } from '../../../shared/use-command.ts';

/** Recordings grow and jobs go on by themselves. */
export const LAB_INTERVAL_MS = 5000;

/** Gives what is recorded and whether a recording runs. */
export function useRecordings() {
  return useCall(getRecordings, { intervalMs: LAB_INTERVAL_MS });
}

/** Gives the newest verdict of each subject, and engines that may trade live without one. */
export function useVerdicts() {
  return useCall(getVerdicts, { intervalMs: LAB_INTERVAL_MS });
}

/** Gives the jobs of the lab, newest first. */
export function useLabJobs() {
  return useCall(getLabJobs, { intervalMs: LAB_INTERVAL_MS });
}

/** Gives what a person can do in the lab. */
export function useLabCommands() {
  const said = { done: (answer: { readonly message: string }) => answer.message };
  return {
    record: useCommand(startRecording, { ...said, failed: 'Failed to start the recording', refresh: [getRecordings] }),
    stop: useCommand(stopRecording, { ...said, failed: 'Failed to stop the recording', refresh: [getRecordings] }),
    judge: useCommand(runVerdict, { ...said, failed: 'Failed to start the verdict', refresh: [getLabJobs] }),
    end: useCommand(stopLabJob, {
      done: () => 'The job is ended',
      failed: 'Failed to end the job',
      refresh: [getLabJobs],
    }),
    override: useCommand(overrideVerdict, {
      ...said,
      failed: 'Failed to override the verdict',
      refresh: [getVerdicts],
    }),
    withdraw: useCommand(withdrawOverride, {
      ...said,
      failed: 'Failed to take the override back',
      refresh: [getVerdicts],
    }),
  };
}
