import type { WorkerPool } from '../jobs/worker-pool.ts';
import type { CommandContext } from './command-context.ts';

/** Waits until a pool has done its tasks, or a person wants it to end. Returns whether it was interrupted. */
export async function poolEnd(
  pool: WorkerPool,
  { interrupted }: Pick<CommandContext, 'interrupted'>,
): Promise<boolean> {
  const stop = { isWanted: false };
  void interrupted.then(async () => {
    stop.isWanted = true;
    await pool.stop();
  });
  await pool.done;
  return stop.isWanted;
}
