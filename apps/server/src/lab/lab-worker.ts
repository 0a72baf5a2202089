import { parentPort } from 'node:worker_threads';
import { judgePlanted } from '@riptide/core/lab';
import { systemClock } from '@riptide/core/kernel';
import { subjectOf } from './jobs/lab-strategies.ts';
import { replayTapes, runReplay, type ReplayRequest } from './jobs/run-replay.ts';
import { SimTape } from './tape/sim-tape.ts';
import type { WorkerAnswer } from './jobs/worker-pool.ts';

/** What a worker thread of the lab is asked: one replay, one planted market, or one stretch of the simulated market. */
export type LabTask =
  | { readonly kind: 'replay'; readonly request: ReplayRequest }
  | { readonly kind: 'sim'; readonly minutes: number; readonly request: Omit<ReplayRequest, 'folders' | 'dataDir'> }
  | {
      readonly kind: 'planted';
      readonly seed: number;
      readonly reversalBps: number;
      /** null: the bare rule with the arm the proof is made with. */
      readonly strategy: string | null;
      readonly settings: Readonly<Record<string, unknown>>;
      readonly warmUpMinutes: number;
    };

function runPlanted({
  seed,
  reversalBps,
  strategy,
  settings,
  warmUpMinutes,
}: Extract<LabTask, { kind: 'planted' }>): Promise<unknown> {
  if (strategy === null) return judgePlanted({ seed, reversalBps });
  return judgePlanted({ seed, reversalBps }, subjectOf(strategy, { settings, warmUpMinutes }));
}

async function runTask(task: LabTask): Promise<unknown> {
  if (task.kind === 'planted') return runPlanted(task);
  const watch = { nowMs: () => systemClock().nowMs(), onProgress: () => true };
  if (task.kind === 'replay') return runReplay(task.request, watch);
  const tape = await SimTape.open({ seed: task.request.seed, minutes: task.minutes });
  return replayTapes([tape], task.request, watch);
}

const port = parentPort;
if (port === null) throw new Error('Invariant: the lab worker runs as a worker');
const answer = (word: WorkerAnswer): void => port.postMessage(word);
port.on('message', (task: LabTask) => {
  runTask(task).then(
    (value) => answer({ ok: true, value }),
    (e: unknown) => answer({ ok: false, error: e instanceof Error ? e.message : String(e) }),
  );
});
