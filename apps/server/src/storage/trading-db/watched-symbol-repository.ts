import type { Kysely } from 'kysely';
import type { TradingSchema } from './trading-schema.ts';

/** Symbols that people asked the engine to follow, as they survive restarts. */
export class WatchedSymbolRepository {
  private readonly db: Kysely<TradingSchema>;

  constructor(db: Kysely<TradingSchema>) {
    this.db = db;
  }

  /** Returns them in the order they were asked for. */
  async load(): Promise<readonly string[]> {
    const rows = await this.db
      .selectFrom('watched_symbol')
      .select('symbol')
      .orderBy('added_ms')
      .orderBy('symbol')
      .execute();
    return rows.map(({ symbol }) => symbol);
  }

  /** Adds symbols; one that is there already stays as it is. */
  async add(symbols: readonly string[], by: string, addedMs: number): Promise<void> {
    if (symbols.length === 0) return;
    await this.db
      .insertInto('watched_symbol')
      .values(symbols.map((symbol) => ({ symbol, added_ms: addedMs, added_by: by })))
      .onConflict((conflict) => conflict.column('symbol').doNothing())
      .execute();
  }
}
