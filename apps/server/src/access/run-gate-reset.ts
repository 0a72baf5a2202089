import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { err, type Result } from '@riptide/core/domain';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { requireConfig } from '../compose/require-config.ts';
import { APP_MIGRATIONS, type AppSchema } from '../storage/app-db/app-schema.ts';
import { openDataFile } from '../storage/open-data-file.ts';
import { lockDataDir } from '../supervise/data-dir-lock.ts';
import { resetGate } from './reset-gate.ts';

/** What has to be typed before anything is forgotten. */
const WORD = 'RESET';

/** Asks, then forgets the gate password of DATA_DIR. Returns the exit code: 1 when it was not done. */
export async function runGateReset(): Promise<number> {
  const { dataDir } = requireConfig();
  process.stdout.write(
    `The gate password of ${dataDir} will be forgotten and every session ended. Keys, accounts, records and settings stay.\n`,
  );
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`Type ${WORD} to go on: `);
  lines.close();
  if (answer.trim() !== WORD) {
    process.stdout.write('Nothing was changed.\n');
    return 1;
  }
  const done = await resetIn(dataDir);
  if (!done.ok) {
    process.stderr.write(`gate:reset: ${done.error}\n`);
    return 1;
  }
  process.stdout.write(
    `The gate password is forgotten; ${done.value} ${done.value === 1 ? 'session' : 'sessions'} ended. The next start takes GATE_PASSWORD, or prints a new password.\n`,
  );
  return 0;
}

/** Resets the gate of a data folder that no product uses. */
export async function resetIn(dataDir: string): Promise<Result<number, string>> {
  const file = join(dataDir, 'app.db');
  if (!existsSync(file)) return err(`${file} is not there: Riptide never ran with DATA_DIR ${dataDir}`);
  const lock = lockDataDir(dataDir);
  if (!lock.ok) return err(lock.error);
  try {
    const opened = await openDataFile<AppSchema>(file, APP_MIGRATIONS);
    if (!opened.ok) return opened;
    try {
      return await resetGate({ db: opened.value, clock: systemClock(), log: silentLog() });
    } finally {
      await opened.value.destroy();
    }
  } finally {
    lock.value.release();
  }
}
