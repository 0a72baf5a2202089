/** Structured facts of one log line. Never a secret. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Where a part reports what happened. The entry points choose the implementation. */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Returns a log that drops everything. */
export function silentLog(): Log {
  const drop = (): void => undefined;
  return { info: drop, warn: drop, error: drop };
}
