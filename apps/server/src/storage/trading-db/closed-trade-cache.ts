import type { Database } from 'better-sqlite3';
import type { ExecutionMode } from '@riptide/core/domain';
import { byClose, type ClosedTrade } from '@riptide/core/ledger';

/** Closed trades that one figure is made of at most; the newest count. */
const TRADES_MAX = 50_000;

interface Kept {
  /** Last record the tables held when it was read. */
  readonly seq: number;
  /** How many rows had gone away or to another mode by then. */
  readonly removals: number;
  /** In the order in which they closed. */
  readonly trades: readonly ClosedTrade[];
}

interface Row {
  readonly seq: number;
  readonly payload: string;
}

/** Closed trades by mode. Records come many times a second and trades seldom: only those that are new or changed are read and parsed again. */
export class ClosedTradeCache {
  private readonly kept = new Map<ExecutionMode, Kept>();

  /** Returns the newest trades of a mode, in the order in which they closed. */
  read(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
    return db.transaction(() => this.readNow(db, mode))();
  }

  clear(): void {
    this.kept.clear();
  }

  private readNow(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
    const state = db
      .prepare('select last_seq as seq, (select count from closed_trade_removal) as removals from journal_state')
      .get() as Pick<Kept, 'seq' | 'removals'> | undefined;
    const { seq, removals } = state ?? { seq: 0, removals: 0 };
    const kept = this.kept.get(mode);
    if (kept?.seq === seq && kept.removals === removals) return kept.trades;
    const isOnlyMore = kept !== undefined && kept.seq <= seq && kept.removals === removals;
    const trades = isOnlyMore ? added(db, mode, kept) : whole(db, mode);
    this.kept.set(mode, { seq, removals, trades });
    return trades;
  }
}

/** Takes in what is new or changed since, that of the last record once more: more can come of it later. */
function added(db: Database, mode: ExecutionMode, kept: Kept): readonly ClosedTrade[] {
  const rows = db
    .prepare('select seq, payload from closed_trade where mode = ? and seq >= ? order by seq')
    .all(mode, kept.seq) as Row[];
  if (rows.length === 0) return kept.trades;
  const changed = new Map(
    rows.map(({ payload }) => JSON.parse(payload) as ClosedTrade).map((each) => [each.tradeId, each]),
  );
  const others = kept.trades.filter(({ tradeId }) => !changed.has(tradeId));
  return [...others, ...changed.values()].sort(byClose).slice(-TRADES_MAX);
}

function whole(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
  const rows = db
    .prepare('select payload from closed_trade where mode = ? order by close_ms desc, trade_id desc limit ?')
    .all(mode, TRADES_MAX) as Pick<Row, 'payload'>[];
  return rows.map(({ payload }) => JSON.parse(payload) as ClosedTrade).reverse();
}
