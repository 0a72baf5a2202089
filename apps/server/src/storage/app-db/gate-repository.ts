import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

/** Newest gate events kept. */
const EVENTS_KEPT = 10_000;

export interface GateSessionRow {
  readonly tokenHash: string;
  readonly createdMs: number;
  readonly usedMs: number;
  readonly address: string;
}

export interface GatePasswordRow {
  readonly hash: string;
  readonly isGenerated: boolean;
}

export type GateEventKind = AppSchema['gate_event']['kind'];

/** What the gate keeps on disk: the password's hash, the sessions, and every attempt. */
export class GateRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  async password(): Promise<GatePasswordRow | null> {
    const row = await this.db
      .selectFrom('gate_password')
      .select(['hash', 'is_generated'])
      .where('id', '=', 1)
      .executeTakeFirst();
    return row === undefined ? null : { hash: row.hash, isGenerated: row.is_generated === 1 };
  }

  async savePassword(hash: string, isGenerated: boolean, setMs: number): Promise<void> {
    const row = { hash, is_generated: isGenerated ? 1 : 0, set_ms: setMs };
    await this.db
      .insertInto('gate_password')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }

  /** Sets another password and takes away every session but one: both or neither. */
  async changePassword(hash: string, keptTokenHash: string, setMs: number): Promise<void> {
    const row = { hash, is_generated: 0, set_ms: setMs };
    await this.db.transaction().execute(async (db) => {
      await db
        .insertInto('gate_password')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      await db.deleteFrom('gate_session').where('token_hash', '!=', keptTokenHash).execute();
    });
  }

  async sessions(): Promise<readonly GateSessionRow[]> {
    const rows = await this.db.selectFrom('gate_session').selectAll().execute();
    return rows.map((row) => ({
      tokenHash: row.token_hash,
      createdMs: row.created_ms,
      usedMs: row.used_ms,
      address: row.address,
    }));
  }

  async addSession(session: GateSessionRow): Promise<void> {
    await this.db
      .insertInto('gate_session')
      .values({
        token_hash: session.tokenHash,
        created_ms: session.createdMs,
        used_ms: session.usedMs,
        address: session.address,
      })
      .execute();
  }

  async touchSession(tokenHash: string, usedMs: number): Promise<void> {
    await this.db.updateTable('gate_session').set({ used_ms: usedMs }).where('token_hash', '=', tokenHash).execute();
  }

  async removeSession(tokenHash: string): Promise<void> {
    await this.db.deleteFrom('gate_session').where('token_hash', '=', tokenHash).execute();
  }

  async removeOtherSessions(keptTokenHash: string): Promise<void> {
    await this.db.deleteFrom('gate_session').where('token_hash', '!=', keptTokenHash).execute();
  }

  /** Notes what happened at the gate; the oldest rows over the bound go. */
  async addEvent(kind: GateEventKind, address: string, atMs: number): Promise<void> {
    const inserted = await this.db
      .insertInto('gate_event')
      .values({ kind, address, at_ms: atMs })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (inserted.id % 100 === 0)
      await this.db
        .deleteFrom('gate_event')
        .where('id', '<=', inserted.id - EVENTS_KEPT)
        .execute();
  }

  async events(
    limit: number,
  ): Promise<readonly { readonly kind: GateEventKind; readonly address: string; readonly atMs: number }[]> {
    const rows = await this.db
      .selectFrom('gate_event')
      .select(['kind', 'address', 'at_ms'])
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ kind: row.kind, address: row.address, atMs: row.at_ms }));
  }
}
