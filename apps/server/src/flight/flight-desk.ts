import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { FlightAnswer, FlightQuestion, FoundMoment, FoundSteps } from './flight-question.ts';

/** Questions that wait or are being answered; each takes a core for some tenths of a second. */
const QUESTIONS_MAX = 8;
const ANSWER_WITHIN_MS = 15_000;
/** What a thread that only starts gets beside that: on a busy machine loading its modules takes longer than any answer. */
const START_WITHIN_MS = 30_000;
/** The thread ends when nobody asked for so long: it keeps segments of the journal in memory. */
const IDLE_MS = 60_000;
/** A segment of the journal is 8 MiB and a checkpoint, as objects some ten times that, and two are kept. */
const HEAP_MB_MAX = 512;

/** Why there is no answer: too many questions, or the thread failed or took too long. */
export interface FlightFault {
  readonly kind: 'busy' | 'failed';
  readonly detail: string;
}

type AnswerTo<Q extends FlightQuestion> = FlightAnswer<Q['kind'] extends 'moment' ? FoundMoment : FoundSteps>;

export interface FlightDeskOptions {
  readonly dataDir: string;
  readonly module: URL;
  readonly clock: Clock;
  readonly log: Log;
}

interface Waiting {
  readonly done: (result: Result<unknown, FlightFault>) => void;
  readonly timer: TimerHandle;
}

/** `id` null: the thread is ready. */
interface Reply {
  readonly id: number | null;
  readonly answer?: unknown;
  readonly error?: string;
}

/** Has moments rebuilt on a thread of its own, so that neither the engine nor any other request waits for one. */
export class FlightDesk {
  private readonly options: FlightDeskOptions;
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | null = null;
  private isReady = false;
  private nextId = 1;
  private idle: TimerHandle | null = null;

  constructor(options: FlightDeskOptions) {
    this.options = options;
  }

  /** Answers a question about the past. */
  ask<Q extends FlightQuestion>(question: Q): Promise<Result<AnswerTo<Q>, FlightFault>> {
    if (this.waiting.size >= QUESTIONS_MAX)
      return Promise.resolve(err({ kind: 'busy', detail: `questions=${this.waiting.size}` }));
    this.idle?.cancel();
    this.idle = null;
    const worker = (this.worker ??= this.start());
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve) => {
      const withinMs = ANSWER_WITHIN_MS + (this.isReady ? 0 : START_WITHIN_MS);
      const timer = this.options.clock.after(withinMs, () => void this.abandon(`timeoutMs=${withinMs}`));
      this.waiting.set(id, { done: (result) => resolve(result as Result<AnswerTo<Q>, FlightFault>), timer });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
      worker.postMessage({ id, question });
    });
  }

  async close(): Promise<void> {
    this.idle?.cancel();
    await this.abandon('the server ends');
  }

  private start(): Worker {
    const worker = startWorker(this.options.module, this.options.dataDir);
    this.isReady = false;
    worker.on('message', ({ id, answer, error }: Reply) => {
      if (id === null) this.isReady = this.worker === worker;
      else this.settle(id, error === undefined ? ok(answer) : err({ kind: 'failed', detail: error }));
    });
    worker.on('error', (e: Error) => this.lose(worker, e.message));
    worker.on('exit', (code) => this.lose(worker, `the thread ended with code ${code}`));
    return worker;
  }

  private settle(id: number, result: Result<unknown, FlightFault>): void {
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id);
    waiting.timer.cancel();
    if (!result.ok) this.options.log.error('a moment could not be rebuilt', { detail: result.error.detail });
    waiting.done(result);
    if (this.waiting.size > 0) return;
    this.idle?.cancel();
    this.idle = this.options.clock.after(IDLE_MS, () => void this.abandon('nobody asks'));
  }

  private lose(worker: Worker, detail: string): void {
    if (this.worker !== worker) return;
    this.worker = null;
    for (const id of this.waiting.keys()) this.settle(id, err({ kind: 'failed', detail }));
  }

  private async abandon(detail: string): Promise<void> {
    const { worker } = this;
    if (worker === null) return;
    this.lose(worker, detail);
    this.idle?.cancel();
    this.idle = null;
    await worker.terminate();
  }
}

/** From sources a worker needs the loader that the main thread was started with; it does not inherit it. */
function startWorker(module: URL, dataDir: string): Worker {
  const options = { workerData: { dataDir }, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX } };
  if (!module.pathname.endsWith('.ts')) return new Worker(module, options);
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${module.href}'); })`;
  return new Worker(script, { ...options, eval: true });
}

/** The thread's module, from sources and from the build alike. */
export function flightModule(): URL {
  return new URL(`./flight-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
}
