import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock } from '@riptide/core/kernel';
import { WARM_UP_MINUTES } from '@riptide/core/lab';
import type { ReplayRequest } from '../jobs/run-replay.ts';
import { subjectOf } from '../jobs/lab-strategies.ts';
import { UsageError, type LabArgs } from './lab-args.ts';

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
  return args.number('workers', availableParallelism());
}

/** Returns how many minutes of a tape pass before decisions count. */
export function warmUpOf(args: LabArgs): number {
  return args.number('warm-up-minutes', WARM_UP_MINUTES);
}

/** Returns what a replay is asked, but for its folder. */
export function replayBase({
  args,
  dataDir,
}: Pick<CommandContext, 'args' | 'dataDir'>): Omit<ReplayRequest, 'folders'> {
  // What a replay can do is told with everything on.
  const wish = { strategy: args.strategy ?? (args.has('speed') ? 'all' : 'pas-trader'), settings: args.settings };
  requireSubject(wish);
  return {
    dataDir,
    ...wish,
    warmUpMinutes: warmUpOf(args),
    rules: {
      makerFeeBps: args.number('maker-fee-bps', 2),
      takerFeeBps: args.number('taker-fee-bps', 5),
    },
    seed: args.number('seed', 1),
  };
}

/** @throws UsageError when there is no such strategy, or it does not take the settings. */
export function requireSubject({
  strategy,
  settings,
}: {
  readonly strategy: string;
  readonly settings: Readonly<Record<string, unknown>>;
}): void {
  try {
    subjectOf(strategy, { settings });
  } catch (e) {
    if (e instanceof Error) throw new UsageError(`--${e.message}`);
    throw e;
  }
}

/** Returns the folders a command is about. @throws UsageError when none is named, or one is none. */
export async function foldersOf({ args }: Pick<CommandContext, 'args'>): Promise<readonly string[]> {
  const { folders } = args;
  for (const folder of folders) {
    const found = await stat(folder).catch((e: NodeJS.ErrnoException) => {
      if (e.code === 'ENOENT') return null;
      throw e;
    });
    if (found?.isDirectory() !== true)
      throw new UsageError(`${args.command ?? ''}: read ${folder}, allowed is a folder of recordings: there is none`);
  }
  return folders;
}

/** Returns the folder of our own recordings. */
export function recordingsFolder(dataDir: string): string {
  return join(dataDir, 'recordings');
}
