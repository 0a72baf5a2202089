import { join } from 'node:path';
import { pino } from 'pino';
import type { Log } from '@riptide/core/kernel';
import { RotatingFile } from './rotating-file.ts';

/** The processes the product consists of, as named in every log line. */
export type ProcessName = 'supervisor' | 'simulator' | 'engine' | 'server';

/** Folder of the log files below DATA_DIR. */
const LOG_FOLDER = 'logs';
const FILE_BYTES_MAX = 8 << 20;
const FILES_KEPT = 4;

export interface ProcessLogOptions {
  readonly level: string;
  /** The lines go to `logs/<process>.log` in it too; null: to standard output only. */
  readonly dataDir: string | null;
}

/**
 * Returns the log of one process: one JSON line per entry, on standard output and in a file of bounded size, written before the call
 * returns. Every line has `level`, `time` (ISO 8601), `process` and `msg`; what it is about stands beside them, as docs/logs.md says.
 */
export function processLog(processName: ProcessName, { level, dataDir }: ProcessLogOptions): Log {
  const file =
    dataDir === null
      ? null
      : new RotatingFile({
          path: join(dataDir, LOG_FOLDER, `${processName}.log`),
          bytesMax: FILE_BYTES_MAX,
          kept: FILES_KEPT,
        });
  const output = pino.destination({ fd: 1, sync: true });
  const logger = pino(
    {
      level,
      base: { process: processName },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    {
      write(line: string) {
        output.write(line);
        file?.write(line);
      },
    },
  );
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
