import type { Clock, Log } from '@riptide/core/kernel';
import { isProcessMessage, type ChildMessage, type SupervisorMessage } from './child-messages.ts';

/** How long a child may take to end by itself. Below the supervisor's patience. */
const EXIT_WITHIN_MS = 1_000;
/** Exit code of a child that can't run and should not be restarted. */
export const EXIT_FATAL = 78;

export interface ChildLifecycle {
  tell(message: ChildMessage): void;
  /** Tells the supervisor, in one line for a person, that this process can't run, and ends it. */
  fail(line: string): void;
}

export interface ChildHandlers {
  readonly clock: Clock;
  readonly log: Log;
  onMessage(message: Exclude<SupervisorMessage, { kind: 'stop' }>): void;
  /** Ends everything in order. The process exits when it settles, or after 1 s. */
  stop(): Promise<void>;
}

/**
 * Ties this process to its supervisor.
 *
 * It ends on a `stop` message, on SIGTERM, and when the channel closes because the supervisor is gone. Ctrl-C reaches the
 * whole terminal group, so SIGINT is left to the supervisor. A bug (uncaught error) is logged and ends the process with 1.
 */
export function attachToSupervisor(handlers: ChildHandlers): ChildLifecycle {
  let isEnding = false;
  const end = (exitCode: number): void => {
    if (isEnding) return;
    isEnding = true;
    handlers.clock.after(EXIT_WITHIN_MS, () => process.exit(exitCode));
    handlers.stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        handlers.log.error('stopping failed', { error: String(error) });
        process.exit(1);
      },
    );
  };
  const crash = (error: unknown): void => {
    handlers.log.error('unexpected error, the process ends', {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    process.exit(1);
  };
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => end(0));
  process.on('disconnect', () => end(0));
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  process.on('message', (message: unknown) => {
    if (!isProcessMessage(message)) return;
    if (message.kind === 'stop') end(0);
    else handlers.onMessage(message as Exclude<SupervisorMessage, { kind: 'stop' }>);
  });
  // The supervisor may have gone while this process was still loading; nothing tells of that afterwards.
  if (process.send !== undefined && !process.connected) end(0);
  const tell = (message: ChildMessage, done?: () => void): void => {
    if (process.send === undefined || !process.connected) {
      done?.();
      return;
    }
    process.send(message, undefined, undefined, () => done?.());
  };
  return {
    tell: (message) => tell(message),
    fail: (line) => tell({ kind: 'fatal', line }, () => process.exit(EXIT_FATAL)),
  };
}
