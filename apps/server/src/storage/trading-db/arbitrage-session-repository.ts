import type { Kysely } from 'kysely';
import { isVenue, type Venue } from '@riptide/core/domain';
import type { TradingSchema } from './trading-schema.ts';

const SESSION_ID = 1;

/** The scanner session as it survives restarts. */
export interface ArbitrageSessionRow {
  readonly name: string;
  readonly venues: readonly Venue[];
  readonly minSpreadBps: number;
  readonly maxPositionUsd: number;
  readonly isActive: boolean;
  readonly foundTotal: number;
  readonly startedMs: number | null;
  readonly stoppedMs: number | null;
}

/** A session that was never started: the specification's defaults. */
export const DEFAULT_SESSION: ArbitrageSessionRow = {
  name: 'Default Arbitrage Session',
  venues: ['BINANCE', 'KUCOIN', 'BYBIT'],
  minSpreadBps: 20,
  maxPositionUsd: 1_000,
  isActive: false,
  foundTotal: 0,
  startedMs: null,
  stoppedMs: null,
};

export class ArbitrageSessionRepository {
  private readonly db: Kysely<TradingSchema>;

  constructor(db: Kysely<TradingSchema>) {
    this.db = db;
  }

  /** Returns the stored session, null before the first start. */
  async load(): Promise<ArbitrageSessionRow | null> {
    const row = await this.db
      .selectFrom('arbitrage_session')
      .selectAll()
      .where('id', '=', SESSION_ID)
      .executeTakeFirst();
    if (row === undefined) return null;
    return {
      name: row.name,
      venues: (JSON.parse(row.venues) as string[]).filter(isVenue),
      minSpreadBps: row.min_spread_bps,
      maxPositionUsd: row.max_position_usd,
      isActive: row.is_active === 1,
      foundTotal: row.found_total,
      startedMs: row.started_ms,
      stoppedMs: row.stopped_ms,
    };
  }

  async save(session: ArbitrageSessionRow): Promise<void> {
    const row = {
      name: session.name,
      venues: JSON.stringify(session.venues),
      min_spread_bps: session.minSpreadBps,
      max_position_usd: session.maxPositionUsd,
      is_active: session.isActive ? 1 : 0,
      found_total: session.foundTotal,
      started_ms: session.startedMs,
      stopped_ms: session.stoppedMs,
    };
    await this.db
      .insertInto('arbitrage_session')
      .values({ id: SESSION_ID, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}
