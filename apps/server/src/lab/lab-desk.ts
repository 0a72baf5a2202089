import { join } from 'node:path';
import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { LabCard } from '@riptide/core/lab';
import type { Clock, Log } from '@riptide/core/kernel';
import { JobMemory } from './jobs/job-memory.ts';
import type { LabJob, VerdictWish } from './jobs/lab-job.ts';
import { listRecordings, type RecordedVenue } from './jobs/list-recordings.ts';
import { LAB_SUBJECTS } from './jobs/lab-strategies.ts';
import type { ReplayOutcome } from './jobs/run-replay.ts';
import { startWorkerPool, type WorkerPool } from './jobs/worker-pool.ts';
import { LabFile } from './lab-file.ts';
import type { LabTask } from './lab-worker.ts';
import type { RecordingState } from './recording/recording-host.ts';

/** Jobs that are remembered; the oldest finished one goes first. */
const JOBS_KEPT = 50;
/** Jobs that wait or run: each takes a core for minutes. */
const JOBS_OPEN_MAX = 4;
/** Longer than any recording is worth waiting for in a browser. */
const JOB_TIMEOUT_MS = 3_600_000;

/** Recording as the desk drives it. */
interface RecordingControl {
  readonly state: RecordingState;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface LabDeskOptions {
  readonly dataDir: string;
  readonly workerModule: URL;
  readonly clock: Clock;
  readonly log: Log;
  readonly recording: RecordingControl;
  /** Told of every verdict, e.g. to put it into the trading records. */
  onVerdict(card: LabCard): void;
}

/** The lab behind the API: recordings, verdict jobs on worker threads, one after another, and their cards. */
export class LabDesk {
  private readonly options: LabDeskOptions;
  private readonly jobs = new Map<string, LabJob>();
  private readonly queue: string[] = [];
  private running: { readonly jobId: string; readonly pool: WorkerPool } | null = null;
  private readonly memory: JobMemory;
  private readonly recordingFile: LabFile<{ readonly isOn: boolean }>;
  private nextJob: number;
  private isClosed = false;

  constructor(options: LabDeskOptions) {
    this.options = options;
    this.memory = new JobMemory(options.dataDir, options.log);
    this.recordingFile = new LabFile(join(options.dataDir, 'lab', 'recording.json'), options.log);
    const { nextJob, jobs } = this.memory.recall();
    this.nextJob = nextJob;
    for (const job of jobs) this.jobs.set(job.jobId, job);
    if (jobs.length > 0) this.remember();
  }

  get recordingState(): RecordingState {
    return this.options.recording.state;
  }

  get recordingsFolder(): string {
    return join(this.options.dataDir, 'recordings');
  }

  recordings(): Promise<readonly RecordedVenue[]> {
    return listRecordings(this.recordingsFolder);
  }

  async startRecording(): Promise<Result<RecordingState, DomainError>> {
    try {
      await this.options.recording.start();
      this.recordingFile.write({ isOn: true });
      return ok(this.recordingState);
    } catch (e) {
      return err(domainError('ENGINE_NOT_READY', `recording: ${e instanceof Error ? e.message : String(e)}`));
    }
  }

  /** Goes on with a recording that was on when the former engine ended; null when none was. */
  async resumeRecording(): Promise<Result<RecordingState, DomainError> | null> {
    return this.recordingFile.read()?.isOn === true ? this.startRecording() : null;
  }

  async stopRecording(): Promise<RecordingState> {
    this.recordingFile.write({ isOn: false });
    await this.options.recording.stop();
    return this.recordingState;
  }

  /** Starts a verdict on everything recorded. @errors ENGINE_BUSY with four jobs open; ENGINE_NOT_READY for an unknown strategy. */
  runVerdict(wish: VerdictWish): Result<LabJob, DomainError> {
    const open = this.queue.length + (this.running === null ? 0 : 1);
    if (open >= JOBS_OPEN_MAX) return err(domainError('ENGINE_BUSY', `lab jobs=${open}`));
    if (!LAB_SUBJECTS.includes(wish.strategy)) return err(domainError('ENGINE_NOT_READY', `strategy=${wish.strategy}`));
    const jobId = `L${this.nextJob}`;
    this.nextJob += 1;
    const startedMs = this.options.clock.nowMs();
    this.jobs.set(jobId, { jobId, wish, state: 'waiting', startedMs, endedMs: null, error: null, outcome: null });
    this.forgetOld();
    this.queue.push(jobId);
    this.remember();
    this.runNext();
    return ok(this.jobOf(jobId));
  }

  /** Ends a job that waits or runs; others stay as they are. */
  async stopJob(jobId: string): Promise<LabJob | null> {
    const at = this.queue.indexOf(jobId);
    if (at >= 0) this.queue.splice(at, 1);
    const { running } = this;
    if (at >= 0 || running?.jobId === jobId) this.end(jobId, { state: 'stopped', error: null, outcome: null });
    if (running?.jobId === jobId) await running.pool.stop();
    return this.jobs.get(jobId) ?? null;
  }

  job(jobId: string): LabJob | null {
    return this.jobs.get(jobId) ?? null;
  }

  /** Newest first. */
  allJobs(): readonly LabJob[] {
    return [...this.jobs.values()].reverse();
  }

  /** The newest card of every subject. */
  cards(): readonly LabCard[] {
    const newest = new Map<string, LabCard>();
    for (const { outcome } of this.jobs.values()) if (outcome !== null) newest.set(outcome.card.subject, outcome.card);
    return [...newest.values()];
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.queue.length = 0;
    await this.running?.pool.stop();
  }

  private runNext(): void {
    const jobId = this.running === null && !this.isClosed ? this.queue.shift() : undefined;
    if (jobId === undefined) return;
    const { wish } = this.jobOf(jobId);
    const { dataDir, workerModule, clock } = this.options;
    const request = { ...wish, folders: [this.recordingsFolder], dataDir, rules: {} };
    this.jobs.set(jobId, { ...this.jobOf(jobId), state: 'running' });
    this.remember();
    const pool = startWorkerPool<LabTask>({
      modulePath: workerModule,
      workers: 1,
      tasks: [{ kind: 'replay', request }],
      onDone: (_task, answer) => {
        const outcome = answer as ReplayOutcome;
        this.end(jobId, { state: 'done', error: null, outcome });
        this.options.onVerdict(outcome.card);
      },
      onFailed: (_task, error) => this.end(jobId, { state: 'failed', error, outcome: null }),
    });
    const timeout = clock.after(JOB_TIMEOUT_MS, () => {
      this.end(jobId, {
        state: 'failed',
        error: `it did not end within ${JOB_TIMEOUT_MS / 60_000} minutes`,
        outcome: null,
      });
      void pool.stop();
    });
    this.running = { jobId, pool };
    void pool.done.then(() => {
      timeout.cancel();
      this.running = null;
      this.runNext();
    });
  }

  private end(jobId: string, how: Pick<LabJob, 'state' | 'error' | 'outcome'>): void {
    const job = this.jobOf(jobId);
    if (job.endedMs !== null) return;
    this.jobs.set(jobId, { ...job, ...how, endedMs: this.options.clock.nowMs() });
    this.remember();
  }

  private remember(): void {
    this.memory.keep({ nextJob: this.nextJob, jobs: [...this.jobs.values()] });
  }

  private jobOf(jobId: string): LabJob {
    const job = this.jobs.get(jobId);
    if (job === undefined) throw new Error(`Invariant: no lab job ${jobId}`);
    return job;
  }

  private forgetOld(): void {
    for (const [jobId, { state }] of this.jobs) {
      if (this.jobs.size <= JOBS_KEPT) return;
      if (state !== 'waiting' && state !== 'running') this.jobs.delete(jobId);
    }
  }
}
