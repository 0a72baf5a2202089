import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '@riptide/core/kernel';
import type { ReplayRequest } from '../jobs/run-replay.ts';
import type { LabArgs } from './lab-args.ts';

/** What a command of the lab works with. */
export interface CommandContext {
  readonly args: LabArgs;
  readonly clock: Clock;
  /** The module worker threads start with. */
  readonly workerModule: URL;
  readonly dataDir: string;
  /** Results, for people or as JSON. */
  readonly print: (text: string) => void;
  /** Progress and notes; never mixed with results. */
  readonly notes: NodeJS.WriteStream;
  /** Resolves when a person wants it to end (Ctrl-C). */
  readonly interrupted: Promise<void>;
}

/** Returns where recordings, imports and searches lie. */
export function dataDirOf(args: LabArgs, environment: NodeJS.ProcessEnv): string {
  return resolve(args.text('data-dir', environment['DATA_DIR'] ?? './data'));
}

/** Returns the number of worker threads. */
export function workersOf(args: LabArgs): number {
  return args.number('workers', { min: 1, max: 256, fallback: availableParallelism(), isWhole: true });
}

/** Returns what a replay is asked, but for its folder. */
export function replayBase({ args, dataDir }: Pick<CommandContext, 'args' | 'dataDir'>): Omit<ReplayRequest, 'folder'> {
  const fee = { min: -5, max: 100 } as const;
  return {
    dataDir,
    strategy: args.strategy ?? 'pas-trader',
    settings: args.settings,
    rules: {
      makerFeeBps: args.number('maker-fee-bps', { ...fee, fallback: 2 }),
      takerFeeBps: args.number('taker-fee-bps', { ...fee, fallback: 5 }),
    },
    seed: args.number('seed', { min: 0, max: 2 ** 32 - 1, fallback: 1, isWhole: true }),
  };
}

/** Returns the folder of our own recordings. */
export function recordingsFolder(dataDir: string): string {
  return join(dataDir, 'recordings');
}
