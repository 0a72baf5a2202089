import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

export interface StoredSetting {
  readonly value: unknown;
  readonly savedMs: number;
}

/** Settings by name, each whole as JSON. */
export class SettingRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  async load(name: string): Promise<StoredSetting | null> {
    const row = await this.db.selectFrom('setting').selectAll().where('name', '=', name).executeTakeFirst();
    return row === undefined ? null : { value: JSON.parse(row.value) as unknown, savedMs: row.saved_ms };
  }

  async save(name: string, { value, savedMs }: StoredSetting): Promise<void> {
    const row = { value: JSON.stringify(value), saved_ms: savedMs };
    await this.db
      .insertInto('setting')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
  }
}
