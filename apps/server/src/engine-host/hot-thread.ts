import { Worker } from 'node:worker_threads';
import type { Instrument } from '@riptide/core/domain';
import type { HotBatch, HotCommand } from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import type { FromHot, HotThreadStart, ToHot } from './hot-protocol.ts';

const STOP_WITHIN_MS = 400;

export interface HotThreadHandlers {
  onStarted(instruments: readonly Instrument[]): void;
  onBatch(batch: HotBatch, lateBatches: number): void;
  /** The thread ended by itself: the process can't go on. */
  onCrash(reason: string): void;
}

/** The running hot thread as the cool side sees it. */
export interface HotThread {
  command(command: HotCommand): void;
  stop(): Promise<void>;
}

export type StartHotThread = (start: HotThreadStart, handlers: HotThreadHandlers) => HotThread;

/** Returns how to start the worker at `modulePath` as hot thread. Batches are acknowledged after they were processed. */
export function hotThreadStarter(modulePath: URL, clock: Clock, log: Log): StartHotThread {
  return (start, handlers) => {
    const worker = startWorker(modulePath, start);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
    const post = (message: ToHot): void => worker.postMessage(message);
    let isStopping = false;
    let onStopped: () => void = () => undefined;
    worker.on('message', (message: FromHot) => {
      if (message.kind === 'batch') {
        if (!isStopping) handlers.onBatch(message.batch, message.lateBatches);
        post({ kind: 'taken' });
      } else if (message.kind === 'log') log[message.level](message.message, { thread: 'hot', ...message.fields });
      else if (message.kind === 'started') {
        for (const { id, reason } of message.rejected) log.warn('instrument left out', { id, reason });
        handlers.onStarted(message.instruments);
      } else onStopped();
    });
    worker.on('error', (error: Error) => handlers.onCrash(error.stack ?? error.message));
    worker.on('exit', (code) => {
      onStopped();
      if (!isStopping) handlers.onCrash(`hot thread ended with code ${code}`);
    });
    const stop = async (): Promise<void> => {
      isStopping = true;
      const stopped = new Promise<void>((resolve) => (onStopped = resolve));
      const timer = clock.after(STOP_WITHIN_MS, () => onStopped());
      post({ kind: 'stop' });
      await stopped;
      timer.cancel();
      await worker.terminate();
    };
    return { command: (command) => post({ kind: 'command', command }), stop };
  };
}

/** From sources the worker needs the loader that the main thread was started with; it does not inherit it. */
function startWorker(modulePath: URL, workerData: HotThreadStart): Worker {
  if (!modulePath.pathname.endsWith('.ts')) return new Worker(modulePath, { workerData, name: 'hot' });
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${modulePath.href}'); })`;
  return new Worker(script, { workerData, name: 'hot', eval: true });
}
