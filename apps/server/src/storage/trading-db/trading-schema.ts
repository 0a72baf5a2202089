import type { Migrations } from '../open-sqlite.ts';

/** Tables of `trading.db`. Written by the engine only. Times are epoch ms. */
export interface TradingSchema {
  arbitrage_session: {
    id: number;
    name: string;
    /** Venues as JSON list. */
    venues: string;
    min_spread_bps: number;
    max_position_usd: number;
    is_active: number;
    found_total: number;
    started_ms: number | null;
    stopped_ms: number | null;
  };
}

export const TRADING_MIGRATIONS: Migrations = {
  '0001-arbitrage-session': {
    async up(db) {
      await db.schema
        .createTable('arbitrage_session')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('venues', 'text', (column) => column.notNull())
        .addColumn('min_spread_bps', 'real', (column) => column.notNull())
        .addColumn('max_position_usd', 'real', (column) => column.notNull())
        .addColumn('is_active', 'integer', (column) => column.notNull())
        .addColumn('found_total', 'integer', (column) => column.notNull())
        .addColumn('started_ms', 'integer')
        .addColumn('stopped_ms', 'integer')
        .execute();
    },
  },
};
