import type { FastifyInstance } from 'fastify';
import { getLabJobs, runVerdict, stopLabJob } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { coreEngine, readyEngines } from '../../../presenters/engines.ts';
import { presentLabJob } from '../../../presenters/lab.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const TIMEOUT_MS = 5_000;

/** `POST /api/lab/verdict`, `GET /api/lab/jobs`, `POST /api/lab/jobs/:id/stop` */
export function addLabJobs(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, runVerdict, async ({ body: { subject, seed } }) => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const strategy = subject === 'trigger' ? subject : coreEngine(subject);
    // A verdict counts for the settings of today alone: those are judged.
    const view = { 'pas-trader': engines.value.pasTrader, oraculis: engines.value.oraculis, trigger: null }[strategy];
    const wish = { strategy, seed, settings: { ...view?.settings } };
    const started = await link.send('lab-verdict', wish, TIMEOUT_MS);
    if (started.ok) return ok({ job: presentLabJob(link, started.value), message: 'The lab is at work' });
    const isBusy = started.error.code === 'ENGINE_BUSY' && started.error.detail.startsWith('lab jobs');
    if (!isBusy) return started;
    return err(apiRefusal('conflict', { text: 'The lab has enough to do: wait for a job or stop one' }));
  });
  serve(app, getLabJobs, async () => {
    const listed = await link.send('lab-jobs', {}, TIMEOUT_MS);
    if (!listed.ok) return listed;
    const jobs = listed.value.jobs.map((job) => presentLabJob(link, job));
    return ok({ jobs, count: jobs.length });
  });
  serve(app, stopLabJob, async ({ params }) => {
    const stopped = await link.send('lab-stop-job', { jobId: params.id }, TIMEOUT_MS);
    if (!stopped.ok) return stopped;
    const { job } = stopped.value;
    return job === null
      ? err(apiRefusal('not_found', { text: 'There is no such job' }))
      : ok({ job: presentLabJob(link, job) });
  });
}
