import { pino } from 'pino';
import type { Log } from '@riptide/core/kernel';

/** The processes the product consists of, as named in every log line. */
export type ProcessName = 'supervisor' | 'simulator' | 'engine' | 'server';

/** Returns the log of one process: one JSON line per entry on standard output, written before the call returns. */
export function processLog(processName: ProcessName, level: string): Log {
  const logger = pino(
    {
      level,
      base: { process: processName },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ fd: 1, sync: true }),
  );
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
