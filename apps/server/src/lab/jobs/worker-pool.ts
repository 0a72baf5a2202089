import { Worker } from 'node:worker_threads';

/** Runs tasks of one kind on worker threads, each thread one after another. */
export interface WorkerPoolOptions<Task> {
  /** The worker's module; gets a task by message and answers `{ok: true, value}` or `{ok: false, error}`. */
  readonly modulePath: URL;
  readonly workers: number;
  readonly tasks: readonly Task[];
  onDone(task: Task, answer: unknown): void;
  onFailed(task: Task, reason: string): void;
}

/** What a worker says of its task. */
export type WorkerAnswer =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string };

/** A pool at work. */
export interface WorkerPool {
  /** Resolves when every task has ended or the pool was stopped, and no thread is left. */
  readonly done: Promise<void>;
  /** Gives out no more tasks and ends the threads at once. */
  stop(): Promise<void>;
}

/** Starts the tasks, as many at a time as there are workers. A thread that dies fails its task and is replaced while tasks wait. */
export function startWorkerPool<Task>(options: WorkerPoolOptions<Task>): WorkerPool {
  const run = new PoolRun(options);
  run.start();
  return run;
}

class PoolRun<Task> implements WorkerPool {
  readonly done: Promise<void>;
  private readonly options: WorkerPoolOptions<Task>;
  private readonly waiting: Task[];
  private readonly threads = new Set<Worker>();
  private resolveDone: () => void = () => undefined;
  private isStopped = false;

  constructor(options: WorkerPoolOptions<Task>) {
    this.options = options;
    this.waiting = [...options.tasks];
    this.done = new Promise((resolve) => (this.resolveDone = resolve));
  }

  start(): void {
    const first = Math.min(this.options.workers, this.waiting.length);
    if (first === 0) this.resolveDone();
    for (let n = 0; n < first; n += 1) this.startThread();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.waiting.length = 0;
    await Promise.all([...this.threads].map((worker) => worker.terminate()));
    this.resolveDone();
  }

  private startThread(): void {
    const worker = startModuleWorker(this.options.modulePath);
    this.threads.add(worker);
    let current: { readonly task: Task } | null = null;
    const next = (): void => {
      const task = this.waiting.shift();
      current = task === undefined ? null : { task };
      if (current === null) void worker.terminate();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
      else worker.postMessage(current.task);
    };
    const fail = (reason: string): void => {
      if (current !== null && !this.isStopped) this.options.onFailed(current.task, reason);
      current = null;
    };
    worker.on('message', (answer: WorkerAnswer) => {
      if (current === null) return;
      if (answer.ok) this.options.onDone(current.task, answer.value);
      else fail(answer.error);
      next();
    });
    worker.once('error', (error: Error) => fail(error.message));
    worker.once('exit', (code) => {
      fail(`the thread ended with code ${code}`);
      this.threads.delete(worker);
      if (this.waiting.length > 0) this.startThread();
      else if (this.threads.size === 0) this.resolveDone();
    });
    next();
  }
}

/** From sources a worker needs the loader that the main thread was started with; it does not inherit it. */
function startModuleWorker(modulePath: URL): Worker {
  if (!modulePath.pathname.endsWith('.ts')) return new Worker(modulePath);
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${modulePath.href}'); })`;
  return new Worker(script, { eval: true });
}
