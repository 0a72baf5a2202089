import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

export interface SessionRow {
  readonly id: string;
  readonly accountId: string;
  readonly isRemembered: boolean;
  readonly address: string;
  readonly createdMs: number;
  readonly expiresMs: number;
}

export type Spent =
  | { readonly kind: 'rotated'; readonly session: SessionRow }
  | { readonly kind: 'reused'; readonly accountId: string }
  | { readonly kind: 'unknown' };

/** Sessions of accounts and the chain of refresh tokens of each. */
export class SessionRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  /** Opens a session with its first token. Sessions of the account over `most` go, the oldest first; so do those that are over. */
  async open(session: SessionRow, tokenHash: string, most: number): Promise<void> {
    await this.db.transaction().execute(async (db) => {
      await db.deleteFrom('account_session').where('expires_ms', '<=', session.createdMs).execute();
      const older = await db
        .selectFrom('account_session')
        .select('id')
        .where('account_id', '=', session.accountId)
        .orderBy('created_ms', 'desc')
        .offset(most - 1)
        .limit(most)
        .execute();
      for (const { id } of older) await db.deleteFrom('account_session').where('id', '=', id).execute();
      await db
        .insertInto('account_session')
        .values({
          id: session.id,
          account_id: session.accountId,
          is_remembered: session.isRemembered ? 1 : 0,
          address: session.address,
          created_ms: session.createdMs,
          expires_ms: session.expiresMs,
        })
        .execute();
      await db
        .insertInto('refresh_token')
        .values({ token_hash: tokenHash, session_id: session.id, is_spent: 0 })
        .execute();
    });
  }

  async byId(id: string, nowMs: number): Promise<SessionRow | null> {
    const row = await this.db
      .selectFrom('account_session')
      .selectAll()
      .where('id', '=', id)
      .where('expires_ms', '>', nowMs)
      .executeTakeFirst();
    return row === undefined
      ? null
      : {
          id: row.id,
          accountId: row.account_id,
          isRemembered: row.is_remembered === 1,
          address: row.address,
          createdMs: row.created_ms,
          expiresMs: row.expires_ms,
        };
  }

  /** Spends a token for the next one. A token that was spent before ends its session at once. */
  spend(tokenHash: string, nextHash: string, nowMs: number): Promise<Spent> {
    return this.db.transaction().execute(async (db): Promise<Spent> => {
      const token = await db
        .selectFrom('refresh_token')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      if (token === undefined) return { kind: 'unknown' };
      const sessions = new SessionRepository(db);
      const session = await sessions.byId(token.session_id, nowMs);
      if (session === null) return { kind: 'unknown' };
      if (token.is_spent === 1) {
        await sessions.end(session.id);
        return { kind: 'reused', accountId: session.accountId };
      }
      await db.updateTable('refresh_token').set({ is_spent: 1 }).where('token_hash', '=', tokenHash).execute();
      await db
        .insertInto('refresh_token')
        .values({ token_hash: nextHash, session_id: session.id, is_spent: 0 })
        .execute();
      return { kind: 'rotated', session };
    });
  }

  /** Returns the session a token belongs to, spent or not. */
  async idOfToken(tokenHash: string): Promise<string | null> {
    const row = await this.db
      .selectFrom('refresh_token')
      .select('session_id')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return row?.session_id ?? null;
  }

  async end(id: string): Promise<void> {
    await this.db.deleteFrom('account_session').where('id', '=', id).execute();
  }
}
