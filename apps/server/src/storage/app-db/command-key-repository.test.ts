import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../open-sqlite.ts';
import { APP_MIGRATIONS, type AppSchema } from './app-schema.ts';
import { CommandKeyRepository } from './command-key-repository.ts';

let db: Kysely<AppSchema>;
let keys: CommandKeyRepository;
beforeEach(async () => {
  db = await openSqlite<AppSchema>(':memory:', APP_MIGRATIONS);
  keys = new CommandKeyRepository(db);
  for (let n = 1; n <= 10; n += 1) await keys.claim(`k${n}`, 'command', n * 1_000);
});
afterEach(() => db.destroy());

const known = async () =>
  (await db.selectFrom('command_key').select('key_hash').orderBy('claimed_ms').execute()).map((row) => row.key_hash);

it('forgets keys that are too old', async () => {
  await keys.forget({ beforeMs: 9_000, keep: 100 });
  expect(await known()).toEqual(['k9', 'k10']);
});

it('keeps so many keys at most, the newest', async () => {
  await keys.forget({ beforeMs: 0, keep: 3 });
  expect(await known()).toEqual(['k8', 'k9', 'k10']);
  await keys.forget({ beforeMs: 0, keep: 3 });
  expect(await known()).toHaveLength(3);
});
