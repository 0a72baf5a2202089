import { join } from 'node:path';
import type { Log } from '@riptide/core/kernel';
import { LabFile } from '../lab-file.ts';
import type { LabJob } from './lab-job.ts';

interface Kept {
  readonly nextJob: number;
  readonly jobs: readonly LabJob[];
}

/** What is remembered of jobs over a restart: all but those that are done, whose verdicts are on record. */
export class JobMemory {
  private readonly file: LabFile<Kept>;

  constructor(dataDir: string, log: Log) {
    this.file = new LabFile(join(dataDir, 'lab', 'jobs.json'), log);
  }

  /** Returns the jobs of a former engine; those that waited or ran when it ended are interrupted. */
  recall(): Kept {
    const { nextJob = 1, jobs = [] } = this.file.read() ?? {};
    return { nextJob, jobs: jobs.map(interrupted) };
  }

  keep({ nextJob, jobs }: Kept): void {
    this.file.write({ nextJob, jobs: jobs.filter(({ state }) => state !== 'done') });
  }
}

function interrupted(job: LabJob): LabJob {
  if (job.state !== 'waiting' && job.state !== 'running') return job;
  const error = `the engine ended while the job ${job.state === 'running' ? 'ran' : 'waited'}: start it again`;
  return { ...job, state: 'interrupted', error };
}
