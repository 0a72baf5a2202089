import { fork, type ChildProcess } from 'node:child_process';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { BackOff, RESTART_BACK_OFF } from './back-off.ts';
import { isProcessMessage, type ChildMessage, type ChildName, type SupervisorMessage } from './child-messages.ts';

/** Which program a child is. */
export interface ChildSpec {
  readonly name: ChildName;
  readonly modulePath: string;
  /** What its Node is started with, behind what this one was. */
  readonly nodeFlags?: readonly string[];
  /** Asked at every start, so that a restarted child gets what was learned meanwhile. */
  environment(): Readonly<Record<string, string | undefined>>;
}

export interface ChildDeps {
  readonly clock: Clock;
  readonly log: Log;
  onStarted(name: ChildName): void;
  onMessage(name: ChildName, message: ChildMessage): void;
}

/** One child process that is restarted, with growing waits, until it is stopped. */
export class ManagedChild {
  readonly name: ChildName;
  private readonly spec: ChildSpec;
  private readonly deps: ChildDeps;
  private readonly backOff = new BackOff(RESTART_BACK_OFF);
  private child: ChildProcess | null = null;
  private restartTimer: TimerHandle | null = null;
  private startedMs = 0;
  private isStopping = false;
  private restartCount = 0;
  private onGone: (() => void) | null = null;

  constructor(spec: ChildSpec, deps: ChildDeps) {
    this.name = spec.name;
    this.spec = spec;
    this.deps = deps;
  }

  get restarts(): number {
    return this.restartCount;
  }

  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  start(): void {
    if (this.child !== null || this.isStopping) return;
    this.startedMs = this.deps.clock.nowMs();
    const child = fork(this.spec.modulePath, [], {
      env: { ...this.spec.environment() },
      execArgv: [...process.execArgv, ...(this.spec.nodeFlags ?? [])],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.child = child;
    child.on('message', (message: unknown) => {
      if (isProcessMessage(message)) this.deps.onMessage(this.name, message as ChildMessage);
    });
    child.on('error', (error) =>
      this.deps.log.error('child process error', { child: this.name, error: error.message }),
    );
    child.once('exit', (code, signal) => this.handleExit(code, signal));
    this.deps.onStarted(this.name);
  }

  /** Sends a message if the child is up; a child that starts later asks `onStarted` for it. */
  send(message: SupervisorMessage): void {
    if (this.child?.connected !== true) return;
    this.child.send(message, (error) => {
      if (error !== null) this.deps.log.warn('message to child lost', { child: this.name, error: error.message });
    });
  }

  /** Asks the child to end, kills it after `killAfterMs`, resolves when it is gone. */
  stop(killAfterMs: number): Promise<void> {
    this.isStopping = true;
    this.restartTimer?.cancel();
    if (this.child === null) return Promise.resolve();
    return new Promise((resolve) => {
      const killTimer = this.deps.clock.after(killAfterMs, () => {
        this.deps.log.warn('child did not end in time and is killed', { child: this.name });
        this.kill();
      });
      this.onGone = () => {
        killTimer.cancel();
        resolve();
      };
      this.send({ kind: 'stop' });
    });
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private handleExit(code: number | null, signal: string | null): void {
    this.child = null;
    this.onGone?.();
    if (this.isStopping) return;
    const ranMs = this.deps.clock.nowMs() - this.startedMs;
    const delayMs = this.backOff.nextDelayMs(ranMs);
    this.restartCount += 1;
    this.deps.log.error('child ended and is restarted', {
      child: this.name,
      code,
      signal,
      ranMs,
      delayMs,
      restarts: this.restartCount,
    });
    this.restartTimer = this.deps.clock.after(delayMs, () => this.start());
  }
}
