import type { ReplayOutcome } from '../jobs/run-replay.ts';
import { startWorkerPool } from '../jobs/worker-pool.ts';
import type { LabTask } from '../lab-worker.ts';
import { replayBase, workersOf, type CommandContext } from './command-context.ts';
import { poolEnd } from './pool-end.ts';
import { ProgressLine } from './progress-line.ts';
import { showCard } from './show-card.ts';

/** Half an hour past the minutes that warm the averages. */
const MINUTES = 130;
/** After a day the simulated venue cuts its sockets. */
const MINUTES_MAX = 1_380;

/**
 * `planted --market sim`: judges a strategy on the simulated market, by its own wire and our decoders in one process. What its cascades
 * give back is drawn anew for each, so that there is no planted figure to compare with.
 */
export async function simCommand(context: CommandContext): Promise<number> {
  const { args } = context;
  const seeds = args.number('seeds', 1);
  const minutes = args.minutes({ min: 1, max: MINUTES_MAX, fallback: MINUTES });
  const { dataDir: _dataDir, ...base } = replayBase(context);
  const outcomes: ReplayOutcome[] = [];
  const failures: string[] = [];
  const progress = new ProgressLine(context.notes, seeds, `simulated markets of ${minutes} minutes`);
  const pool = startWorkerPool<LabTask>({
    modulePath: context.workerModule,
    workers: workersOf(args),
    tasks: Array.from({ length: seeds }, (_, at) => ({
      kind: 'sim',
      minutes,
      request: { ...base, seed: base.seed + at },
    })),
    onDone: (_task, answer) => {
      outcomes.push(answer as ReplayOutcome);
      progress.show(outcomes.length);
    },
    onFailed: (_task, reason) => failures.push(reason),
  });
  const isInterrupted = await poolEnd(pool, context);
  progress.end();
  if (isInterrupted) return 130;
  if (failures.length > 0) throw new Error(`${failures.length} markets failed, the first: ${failures[0] ?? ''}`);
  outcomes.sort((a, b) => a.recording.localeCompare(b.recording));
  if (args.has('json')) context.print(JSON.stringify(outcomes));
  else for (const outcome of outcomes) context.print(shown(outcome));
  return 0;
}

function shown(outcome: ReplayOutcome): string {
  const { messages, booksInSync, books, decisions, warmUpDecisions, decisionsHash } = outcome;
  return [
    showCard(outcome.card),
    `  ${messages} messages, ${booksInSync} of ${books} books in sync, ${decisions} decisions, ${warmUpDecisions} of them while averages filled`,
    `  decisions sha256 ${decisionsHash}`,
  ].join('\n');
}
