import type { FastifyInstance } from 'fastify';
import { getRecordings, startRecording, stopRecording } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentRecording } from '../../../presenters/lab.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** Closing the files of a recording waits for the disk. */
const TIMEOUT_MS = 10_000;

/** `GET /api/lab/recordings`, `POST /api/lab/record/start` and `/stop` */
export function addRecordings(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getRecordings, async () => {
    const listed = await link.send('lab-recordings', {}, TIMEOUT_MS);
    if (!listed.ok) return listed;
    const { recording, recordings } = listed.value;
    return ok({
      recording: presentRecording(recording),
      recordings: recordings.map(({ venue, segments, bytes, firstHour, lastHour, incomplete }) => ({
        venue,
        segments,
        bytes,
        first_hour: firstHour,
        last_hour: lastHour,
        incomplete,
      })),
    });
  });
  serve(app, startRecording, async () => {
    const started = await link.send('lab-record', { isOn: true }, TIMEOUT_MS);
    if (!started.ok) return started;
    const { wasRecording, recording } = started.value;
    const message = wasRecording ? 'A recording is running already' : 'Recording started';
    return ok({ already_running: wasRecording, recording: presentRecording(recording), message });
  });
  serve(app, stopRecording, async () => {
    const stopped = await link.send('lab-record', { isOn: false }, TIMEOUT_MS);
    if (!stopped.ok) return stopped;
    const { wasRecording, recording } = stopped.value;
    const message = wasRecording ? 'Recording stopped' : 'No recording is running';
    return ok({ already_stopped: !wasRecording, recording: presentRecording(recording), message });
  });
}
