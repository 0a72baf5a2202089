import type { Database } from 'better-sqlite3';
import type { ClosedTrade } from '@riptide/core/ledger';
import { prepared } from './prepared.ts';
import { readFillsOf, type FillRecord } from './read-trade-records.ts';

/** Ten pages; the ones that were asked for last are kept. */
const TRADES_MAX = 1_000;

/**
 * Fills of closed trades. Rows of fills are only ever added, and those of an order stand behind it: as long as there are as many, they are
 * the same, and counting them touches the index alone.
 */
export class FillCache {
  private readonly kept = new Map<ClosedTrade, readonly FillRecord[]>();

  /** Returns the fills of trades, each with those of its instrument and account while it was open, oldest first. */
  read(db: Database, trades: readonly ClosedTrade[]): ReadonlyMap<string, readonly FillRecord[]> {
    return db.transaction(() => new Map(trades.map((trade) => [trade.tradeId, this.fillsOf(db, trade)])))();
  }

  clear(): void {
    this.kept.clear();
  }

  private fillsOf(db: Database, trade: ClosedTrade): readonly FillRecord[] {
    const { account, instrumentId, openMs, closeMs } = trade;
    const known = this.kept.get(trade);
    this.kept.delete(trade);
    const isSame =
      known !== undefined &&
      prepared(
        db,
        `select count(*) = ? as isSame from fill_row where account = ? and instrument_id = ? and venue_ms between ? and ?`,
      )
        .pluck()
        .get(known.length, account, instrumentId, openMs, closeMs) === 1;
    const fills = isSame ? known : readFillsOf(db, trade);
    this.kept.set(trade, fills);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= TRADES_MAX) break;
      this.kept.delete(oldest);
    }
    return fills;
  }
}
