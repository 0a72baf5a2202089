import { Worker } from 'node:worker_threads';
import { domainError, err, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import type {
  ArbitrageCalls,
  ArbitrageView,
  DepthCapture,
  DepthLoss,
  HotBatch,
  HotCommand,
  SnipingCalls,
  SnipingView,
  TradingCalls,
  TradingView,
} from '@riptide/core/engine';
import type { Clock, Log } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { FromHot, HotCall, HotFigures, HotThreadStart, ToHot } from './hot-protocol.ts';

const STOP_WITHIN_MS = 800;
const CALLS_OPEN_MAX = 256;
/** Longer than everything the core waits for in one call: an order is resolved or told as unknown before. */
const CALL_TIMEOUT_MS = 20_000;

export interface HotThreadHandlers {
  onStarted(instruments: readonly Instrument[]): void;
  onBatch(batch: HotBatch, lateBatches: number): void;
  onScannerState(snapshot: ScannerSnapshot): void;
  onTrading(view: TradingView): void;
  onSniping(view: SnipingView): void;
  onArbitrage(view: ArbitrageView): void;
  onDepths(depths: readonly DepthCapture[], loss: DepthLoss | null): void;
  onJournal(lastSeq: number): void;
  /** The thread ended by itself: the process can't go on. */
  onCrash(reason: string): void;
}

/** What the hot thread answers, by name. */
export type HotCalls = TradingCalls & SnipingCalls & ArbitrageCalls;

/** The running hot thread as the cool side sees it. */
export interface HotThread {
  command(command: HotCommand): void;
  /** ENGINE_BUSY when the thread does not answer in time or too many calls are open; ENGINE_NOT_READY when it ended. */
  call<C extends HotCall>(
    name: C,
    request: HotCalls[C]['request'],
  ): Promise<Result<HotCalls[C]['answer'], DomainError>>;
  stop(): Promise<void>;
}

export type StartHotThread = (start: HotThreadStart, handlers: HotThreadHandlers) => HotThread;

export interface HotThreadDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly onFigures: (figures: HotFigures) => void;
}

/** Returns how to start the worker at `modulePath` as hot thread. Batches are acknowledged after they were processed. */
export function hotThreadStarter(modulePath: URL, { clock, log, onFigures }: HotThreadDeps): StartHotThread {
  return (start, handlers) => {
    const worker = startWorker(modulePath, start);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- house-ok: a worker has no origin
    const post = (message: ToHot): void => worker.postMessage(message);
    const calls = new OpenCalls(clock);
    let isStopping = false;
    let onStopped: () => void = () => undefined;
    worker.on('message', (message: FromHot) => {
      if (message.kind === 'batch') {
        if (!isStopping) handlers.onBatch(message.batch, message.lateBatches);
        post({ kind: 'taken' });
      } else if (message.kind === 'scanner-state') handlers.onScannerState(message.snapshot);
      else if (message.kind === 'log') log[message.level](message.message, { thread: 'hot', ...message.fields });
      else if (message.kind === 'started') {
        for (const { id, reason } of message.rejected) log.warn('instrument left out', { id, reason });
        handlers.onStarted(message.instruments);
      } else if (message.kind === 'call-answer') calls.answer(message.id, message.result);
      else if (message.kind === 'trading') handlers.onTrading(message.view);
      else if (message.kind === 'sniping') handlers.onSniping(message.view);
      else if (message.kind === 'arbitrage') handlers.onArbitrage(message.view);
      else if (message.kind === 'depths') handlers.onDepths(message.depths, message.loss);
      else if (message.kind === 'figures') onFigures(message.figures);
      else if (message.kind === 'journal') handlers.onJournal(message.lastSeq);
      else onStopped();
    });
    worker.on('error', (error: Error) => handlers.onCrash(error.stack ?? error.message));
    worker.on('exit', (code) => {
      onStopped();
      calls.end();
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
    const call = <C extends HotCall>(name: C, request: HotCalls[C]['request']) =>
      calls.open((id) => post({ kind: 'call', id, name, request })) as Promise<
        Result<HotCalls[C]['answer'], DomainError>
      >;
    return { command: (command) => post({ kind: 'command', command }), call, stop };
  };
}

/** From sources the worker needs the loader that the main thread was started with; it does not inherit it. */
function startWorker(modulePath: URL, workerData: HotThreadStart): Worker {
  if (!modulePath.pathname.endsWith('.ts')) return new Worker(modulePath, { workerData, name: 'hot' });
  const script = `import('tsx/esm/api').then(({ register }) => { register(); return import('${modulePath.href}'); })`;
  return new Worker(script, { workerData, name: 'hot', eval: true });
}

type AnyResult = Result<unknown, DomainError>;

/** Calls that wait for their answer; bounded in number and time. */
class OpenCalls {
  private readonly clock: Clock;
  private readonly waiting = new Map<number, (result: AnyResult) => void>();
  private nextId = 1;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  open(send: (id: number) => void): Promise<AnyResult> {
    if (this.waiting.size >= CALLS_OPEN_MAX) {
      return Promise.resolve(err(domainError('ENGINE_BUSY', `calls=${this.waiting.size}`, { outcome: 'not-sent' })));
    }
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve) => {
      const timer = this.clock.after(CALL_TIMEOUT_MS, () =>
        this.answer(id, err(domainError('ENGINE_BUSY', `timeoutMs=${CALL_TIMEOUT_MS}`, { outcome: 'unknown' }))),
      );
      this.waiting.set(id, (result) => {
        timer.cancel();
        resolve(result);
      });
      send(id);
    });
  }

  answer(id: number, result: AnyResult): void {
    const resolve = this.waiting.get(id);
    this.waiting.delete(id);
    resolve?.(result);
  }

  /** The thread is gone: whatever was asked may have been done. */
  end(): void {
    for (const id of this.waiting.keys()) {
      this.answer(id, err(domainError('ENGINE_NOT_READY', 'the hot thread ended', { outcome: 'unknown' })));
    }
  }
}
