import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

/** A command as it was first given under a key. `status` and `answer` are null while there is no answer. */
export interface KeyedCommand {
  readonly commandHash: string;
  readonly status: number | null;
  readonly answer: string | null;
}

/** Commands that came with a key, in `app.db`: on disk before they are carried out. */
export class CommandKeyRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  /** Takes a key for a command. Returns null when it was free, else what it was taken for. */
  async claim(keyHash: string, commandHash: string, nowMs: number): Promise<KeyedCommand | null> {
    const taken = await this.db
      .insertInto('command_key')
      .values({ key_hash: keyHash, command_hash: commandHash, claimed_ms: nowMs, status: null, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (Number(taken.numInsertedOrUpdatedRows ?? 0) === 1) return null;
    const row = await this.db
      .selectFrom('command_key')
      .selectAll()
      .where('key_hash', '=', keyHash)
      .executeTakeFirstOrThrow();
    return { commandHash: row.command_hash, status: row.status, answer: row.answer };
  }

  async answer(keyHash: string, status: number, answer: string): Promise<void> {
    await this.db.updateTable('command_key').set({ status, answer }).where('key_hash', '=', keyHash).execute();
  }

  async forgetBefore(ms: number): Promise<void> {
    await this.db.deleteFrom('command_key').where('claimed_ms', '<', ms).execute();
  }
}
