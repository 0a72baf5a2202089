import { Worker } from 'node:worker_threads';

/** Runs tasks of one kind on worker threads, each thread one after another. */
export interface WorkerPoolOptions<Task> {
  /** The worker's module; gets a task by message and answers `{ok, value}` or `{ok: false, error}`. */
  readonly modulePath: URL;
  readonly workers: number;
  readonly tasks: readonly Task[];
  onDone(task: Task, answer: unknown): void;
  onFailed(task: Task, reason: string): void;
}

interface Answer {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: string;
}

/** A pool at work. */
export interface WorkerPool {
  /** Resolves when every task has ended or the pool was stopped. */
  readonly done: Promise<void>;
  /** Gives out no more tasks and ends the threads at once. */
  stop(): Promise<void>;
}

/** Starts the tasks, as many at a time as there are workers. A thread that dies fails its task and is replaced. */
export function startWorkerPool<Task>(options: WorkerPoolOptions<Task>): WorkerPool {
  const waiting = [...options.tasks];
  const threads = new Set<Worker>();
  let isStopped = false;
  let resolveDone: () => void = () => undefined;
  const done = new Promise<void>((resolve) => (resolveDone = resolve));

  const runNext = (): void => {
    const task = isStopped ? undefined : waiting.shift();
    if (task === undefined) {
      if (threads.size === 0) resolveDone();
      return;
    }
    const worker = startModuleWorker(options.modulePath, task);
    threads.add(worker);
    let isTold = false;
    worker.once('message', (answer: Answer) => {
      isTold = true;
      if (answer.ok) options.onDone(task, answer.value);
      else options.onFailed(task, answer.error ?? 'no reason given');
    });
    worker.once('error', (error: Error) => {
      if (!isTold && !isStopped) options.onFailed(task, error.message);
      isTold = true;
    });
    worker.once('exit', (code) => {
      if (!isTold && !isStopped) options.onFailed(task, `the thread ended with code ${code}`);
      threads.delete(worker);
      runNext();
    });
  };
  const first = Math.min(options.workers, waiting.length);
  if (first === 0) resolveDone();
  for (let n = 0; n < first; n += 1) runNext();
  return {
    done,
    async stop() {
      isStopped = true;
      waiting.length = 0;
      await Promise.all([...threads].map((worker) => worker.terminate()));
      resolveDone();
    },
  };
}

/** From sources a worker needs the loader that the main thread was started with; it does not inherit it. */
export function startModuleWorker(modulePath: URL, workerData: unknown): Worker {
  if (!modulePath.pathname.endsWith('.ts')) return new Worker(modulePath, { workerData });
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${modulePath.href}'); })`;
  return new Worker(script, { workerData, eval: true });
}
