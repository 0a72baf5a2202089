import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

const EVENTS_KEPT = 10_000;
const FAILURES_KEPT = 10_000;

interface LockRule {
  readonly failuresMax: number;
  readonly lockMs: number;
  readonly forgetMs: number;
}

/** One thing that happened to an account. Never a secret. */
export interface AccessEvent {
  readonly atMs: number;
  readonly kind: string;
  /** The account's email, or what was given for one. */
  readonly who: string;
  readonly address: string;
  readonly requestId: string;
}

/** Failed logins, keys of access tokens, settings of access, and what happened. */
export class AccessRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  /** Counts a login as failed before it is checked, so that many at once don't get past the limit. Returns 0 or how long it is locked, ms. */
  beginLogin(emailHash: string, nowMs: number, rule: LockRule): Promise<number> {
    return this.db.transaction().execute(async (db) => {
      const known = await db
        .selectFrom('login_failure')
        .selectAll()
        .where('email_hash', '=', emailHash)
        .executeTakeFirst();
      if (known !== undefined && known.locked_until_ms > nowMs) return known.locked_until_ms - nowMs;
      const isFresh = known === undefined || known.locked_until_ms > 0 || nowMs - known.last_ms > rule.forgetMs;
      const failures = isFresh ? 1 : known.failures + 1;
      const row = {
        failures,
        locked_until_ms: failures >= rule.failuresMax ? nowMs + rule.lockMs : 0,
        last_ms: nowMs,
      };
      await db
        .insertInto('login_failure')
        .values({ email_hash: emailHash, ...row })
        .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(row))
        .execute();
      if (known === undefined) {
        const kept = db
          .selectFrom('login_failure')
          .select('email_hash')
          .orderBy('last_ms', 'desc')
          .limit(FAILURES_KEPT);
        await db.deleteFrom('login_failure').where('email_hash', 'not in', kept).execute();
      }
      return 0;
    });
  }

  /** Takes one failure back that turned out to be none. */
  async undoLogin(emailHash: string): Promise<void> {
    await this.db
      .updateTable('login_failure')
      .set((query) => ({ failures: query('failures', '-', 1), locked_until_ms: 0 }))
      .where('email_hash', '=', emailHash)
      .where('failures', '>', 0)
      .execute();
  }

  async forgetFailures(emailHash: string): Promise<void> {
    await this.db.deleteFrom('login_failure').where('email_hash', '=', emailHash).execute();
  }

  async tokenKeys(): Promise<readonly { readonly kid: string; readonly sealed: string; readonly createdMs: number }[]> {
    const rows = await this.db.selectFrom('token_key').selectAll().orderBy('created_ms', 'desc').execute();
    return rows.map((row) => ({ kid: row.kid, sealed: row.sealed, createdMs: row.created_ms }));
  }

  /** Adds a key and drops those made before `dropBeforeMs`. */
  async addTokenKey(key: { kid: string; sealed: string; createdMs: number }, dropBeforeMs: number): Promise<void> {
    await this.db.transaction().execute(async (db) => {
      await db.deleteFrom('token_key').where('created_ms', '<', dropBeforeMs).execute();
      await db
        .insertInto('token_key')
        .values({ kid: key.kid, sealed: key.sealed, created_ms: key.createdMs })
        .execute();
    });
  }

  async setting(name: string): Promise<string | null> {
    const row = await this.db.selectFrom('access_setting').select('value').where('name', '=', name).executeTakeFirst();
    return row?.value ?? null;
  }

  async saveSetting(name: string, value: string): Promise<void> {
    await this.db
      .insertInto('access_setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
  }

  /** Notes what happened; the oldest rows over the bound go. */
  async addEvent({ atMs, kind, who, address, requestId }: AccessEvent): Promise<void> {
    const { id } = await this.db
      .insertInto('access_event')
      .values({ at_ms: atMs, kind, who, address, request_id: requestId })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (id % 100 !== 0) return;
    await this.db
      .deleteFrom('access_event')
      .where('id', '<=', id - EVENTS_KEPT)
      .execute();
  }

  async events(limit: number): Promise<readonly AccessEvent[]> {
    const rows = await this.db.selectFrom('access_event').selectAll().orderBy('id', 'desc').limit(limit).execute();
    return rows.map((row) => ({
      atMs: row.at_ms,
      kind: row.kind,
      who: row.who,
      address: row.address,
      requestId: row.request_id,
    }));
  }
}
