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

  /** Makes a key free again: its command was not carried out. */
  async free(keyHash: string): Promise<void> {
    await this.db.deleteFrom('command_key').where('key_hash', '=', keyHash).execute();
  }

  /** Forgets what was claimed before a time, and the oldest of what is more than `keep`. */
  async forget({ beforeMs, keep }: { readonly beforeMs: number; readonly keep: number }): Promise<void> {
    const oldest = await this.db
      .selectFrom('command_key')
      .select('claimed_ms')
      .orderBy('claimed_ms', 'desc')
      .limit(1)
      .offset(keep)
      .executeTakeFirst();
    const cutMs = Math.max(beforeMs, (oldest?.claimed_ms ?? Number.NEGATIVE_INFINITY) + 1);
    await this.db.deleteFrom('command_key').where('claimed_ms', '<', cutMs).execute();
  }
}
