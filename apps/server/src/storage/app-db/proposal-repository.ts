import type { Kysely } from 'kysely';
import type { AppSchema } from './app-schema.ts';

export interface StoredProposal {
  readonly decisionId: string;
  readonly symbol: string;
  readonly title: string;
  readonly expiresMs: number;
}

/** One-time answers to proposed trades. */
export class ProposalRepository {
  private readonly db: Kysely<AppSchema>;

  constructor(db: Kysely<AppSchema>) {
    this.db = db;
  }

  /** Uses a token up, whatever comes of it; null when there is no such token or it was used before. */
  async use(tokenHash: string, action: string, nowMs: number): Promise<StoredProposal | null> {
    const row = await this.db
      .updateTable('notify_proposal')
      .set({ used_ms: nowMs, action })
      .where('token_hash', '=', tokenHash)
      .where('used_ms', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return null;
    return { decisionId: row.decision_id, symbol: row.symbol, title: row.title, expiresMs: row.expires_ms };
  }
}
