import type { Database, Statement } from 'better-sqlite3';
import type { TradingRecord } from '@riptide/core/domain';

/** Writes arbitrages and carry rounds, each whole as its newest record told it. */
export class ArbitrageRows {
  private readonly trade: Statement;
  private readonly round: Statement;

  constructor(db: Database) {
    this.trade = db.prepare(
      `insert into arbitrage_row values (?, ?, ?, ?, ?, ?) on conflict (arb_id) do update
        set seq = excluded.seq, state = excluded.state, payload = excluded.payload where excluded.seq > seq`,
    );
    this.round = db.prepare(
      `insert into carry_round_row values (?, ?, ?, ?, ?) on conflict (round_id) do update
        set seq = excluded.seq, state = excluded.state, payload = excluded.payload where excluded.seq > seq`,
    );
  }

  write(record: TradingRecord): void {
    if (record.kind === 'arb') {
      const { arbId, startedMs, symbol, state } = record.trade;
      this.trade.run(arbId, record.seq, startedMs, symbol, state, JSON.stringify(record.trade));
    } else if (record.kind === 'carry-round') {
      const { roundId, createdMs, state } = record.round;
      this.round.run(roundId, record.seq, createdMs, state, JSON.stringify(record.round));
    }
  }
}
