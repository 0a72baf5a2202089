import { join } from 'node:path';
import type { LabTask } from '../lab-worker.ts';
import type { ReplayOutcome } from '../jobs/run-replay.ts';
import { isLearning } from '../jobs/lab-strategies.ts';
import { searchCells, SearchFile, type FinishedCell, type SearchCell } from '../jobs/search-cells.ts';
import { startWorkerPool } from '../jobs/worker-pool.ts';
import { openTape } from '../tape/open-tape.ts';
import { foldersOf, replayBase, workersOf, type CommandContext } from './command-context.ts';
import { requireGrid } from './require-grid.ts';
import { poolEnd } from './pool-end.ts';
import { ProgressLine } from './progress-line.ts';
import { bps } from './show-card.ts';

const SHOWN = 20;

/** `search`: judges a grid of settings on recordings. Returns 130 when it was interrupted: a second start goes on. */
export async function searchCommand(context: CommandContext): Promise<number> {
  const { args, dataDir } = context;
  const folders = await foldersOf(context);
  const base = replayBase(context);
  const cells = searchCells({ folders, axes: args.grid, base, isTogether: isLearning(base.strategy) });
  requireGrid({ strategy: base.strategy, axes: args.grid, cells });
  // Imports happen once and here: two threads must not write one.
  for (const folder of folders) await openTape(folder, dataDir);
  const file = new SearchFile(args.text('out', join(dataDir, 'lab', 'search.jsonl')));
  const waiting = cells.filter(({ key }) => !file.has(key));
  const isInterrupted = await runCells(context, { waiting, file, total: cells.length });
  const keys = new Set(cells.map(({ key }) => key));
  const finished = file.all().filter(({ key }) => keys.has(key));
  if (args.has('json')) context.print(JSON.stringify(finished));
  else context.print(showCells(finished));
  if (isInterrupted)
    context.notes.write(`interrupted after ${finished.length} of ${cells.length} cells; start again to go on\n`);
  if (isInterrupted) return 130;
  return finished.every(({ error }) => error === null) ? 0 : 1;
}

interface Work {
  readonly waiting: readonly SearchCell[];
  readonly file: SearchFile;
  readonly total: number;
}

async function runCells(context: CommandContext, { waiting, file, total }: Work): Promise<boolean> {
  const byRequest = new Map(waiting.map((cell) => [cell.request as unknown, cell]));
  const progress = new ProgressLine(context.notes, total, 'cells');
  let done = total - waiting.length;
  const finish = (task: LabTask, how: Pick<FinishedCell, 'outcome' | 'error'>): void => {
    const cell = task.kind === 'replay' ? byRequest.get(task.request) : undefined;
    if (cell === undefined) throw new Error('Invariant: a finished cell that was not asked for');
    file.add({ key: cell.key, values: cell.values, recording: cell.request.folders.join(' + '), ...how });
    done += 1;
    progress.show(done);
  };
  progress.show(done);
  const pool = startWorkerPool<LabTask>({
    modulePath: context.workerModule,
    workers: workersOf(context.args),
    tasks: waiting.map(({ request }) => ({ kind: 'replay', request })),
    onDone: (task, outcome) => finish(task, { outcome, error: null }),
    onFailed: (task, error) => finish(task, { outcome: null, error }),
  });
  const isInterrupted = await poolEnd(pool, context);
  progress.end();
  return isInterrupted;
}

/** The best by what it earned in sample: what comes after that choice is its judge. */
function showCells(finished: readonly FinishedCell[]): string {
  const rows = finished.flatMap((cell) => {
    const outcome = cell.outcome as ReplayOutcome | null;
    return outcome === null ? [] : [{ cell, card: outcome.card }];
  });
  rows.sort((a, b) => (b.card.inSample.edgeBps ?? -Infinity) - (a.card.inSample.edgeBps ?? -Infinity));
  const failed = finished.filter(({ error }) => error !== null);
  return [
    `${rows.length} cells, best in sample first; the columns after it are out of sample`,
    ...rows
      .slice(0, SHOWN)
      .map(
        ({ cell, card }) =>
          `  in sample ${bps(card.inSample.edgeBps)} | ${card.verdict} ${bps(card.edgeBps)} [${bps(card.lowBps)}, ${bps(card.highBps)}] net ${bps(card.netBps)}, ${card.trades} trades | ${JSON.stringify(cell.values)} on ${cell.recording}`,
      ),
    ...failed.map(({ error, values }) => `  failed: ${error ?? ''} | ${JSON.stringify(values)}`),
  ].join('\n');
}
