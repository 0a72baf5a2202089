import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { LabCall, LabCalls } from '../link/lab-calls.ts';
import type { LabDesk } from './lab-desk.ts';

type Answer<C extends LabCall> = Promise<Result<LabCalls[C]['answer'], DomainError>>;
type Handlers = { readonly [C in LabCall]: (lab: LabDesk, request: LabCalls[C]['request']) => Answer<C> };

const HANDLERS: Handlers = {
  'lab-recordings': async (lab) => ok({ recording: lab.recordingState, recordings: await lab.recordings() }),
  'lab-record': async (lab, { isOn }) => {
    const wasRecording = lab.recordingState.isRecording;
    const changed = isOn ? await lab.startRecording() : ok(await lab.stopRecording());
    return changed.ok ? ok({ wasRecording, recording: changed.value }) : changed;
  },
  'lab-verdict': async (lab, wish) => lab.runVerdict(wish),
  'lab-jobs': async (lab) => ok({ jobs: lab.allJobs() }),
  'lab-stop-job': async (lab, { jobId }) => ok({ job: await lab.stopJob(jobId) }),
};

/** Returns true for the name of a call that the lab answers. */
export function isLabCall(name: string): name is LabCall {
  return Object.hasOwn(HANDLERS, name);
}

/** Carries out a call of the server. A disk that refuses answers ENGINE_NOT_READY. */
export async function answerLabCall<C extends LabCall>(
  lab: LabDesk,
  name: C,
  request: LabCalls[C]['request'],
): Answer<C> {
  const handler = HANDLERS[name] as (lab: LabDesk, request: LabCalls[C]['request']) => Answer<C>;
  try {
    return await handler(lab, request);
  } catch (e) {
    return err(domainError('ENGINE_NOT_READY', `call=${name} ${e instanceof Error ? e.message : String(e)}`));
  }
}
