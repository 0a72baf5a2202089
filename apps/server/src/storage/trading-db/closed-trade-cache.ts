import type { Database } from 'better-sqlite3';
import type { ExecutionMode } from '@riptide/core/domain';
import { byClose, type ClosedTrade } from '@riptide/core/ledger';
import { prepared } from './prepared.ts';

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

interface Legs {
  readonly trades: readonly ClosedTrade[];
  readonly byArbId: ReadonlyMap<string, readonly ClosedTrade[]>;
}

interface Row {
  readonly seq: number;
  readonly payload: string;
}

/** Closed trades by mode. Records come many times a second and trades seldom: only those that are new or changed are read and parsed again. */
export class ClosedTradeCache {
  private readonly kept = new Map<ExecutionMode, Kept>();
  /** Of the list that was asked last. */
  private legs: Legs | null = null;

  /** Returns the newest trades of a mode, in the order in which they closed. */
  read(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
    return db.transaction(() => this.readNow(db, mode))();
  }

  /** Returns a trade of a mode, however old; null when there is none. */
  readOne(db: Database, mode: ExecutionMode, tradeId: string): ClosedTrade | null {
    const payload = prepared(db, 'select payload from closed_trade where trade_id = ? and mode = ?')
      .pluck()
      .get(tradeId, mode) as string | undefined;
    return payload === undefined ? null : (JSON.parse(payload) as ClosedTrade);
  }

  /** Returns the trades of a mode that are the legs of an arbitrage, in the order in which they closed. */
  readLegs(db: Database, mode: ExecutionMode, arbId: string): readonly ClosedTrade[] {
    const trades = this.read(db, mode);
    if (this.legs?.trades !== trades) this.legs = { trades, byArbId: legsByArbId(trades) };
    return this.legs.byArbId.get(arbId) ?? [];
  }

  clear(): void {
    this.kept.clear();
    this.legs = null;
  }

  private readNow(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
    const state = prepared(
      db,
      'select last_seq as seq, (select count from closed_trade_removal) as removals from journal_state',
    ).get() as Pick<Kept, 'seq' | 'removals'> | undefined;
    const { seq, removals } = state ?? { seq: 0, removals: 0 };
    const kept = this.kept.get(mode);
    if (kept?.seq === seq && kept.removals === removals) return kept.trades;
    const isOnlyMore = kept !== undefined && kept.seq <= seq && kept.removals === removals;
    const trades = isOnlyMore ? added(db, mode, kept) : whole(db, mode);
    this.kept.set(mode, { seq, removals, trades });
    return trades;
  }
}

function legsByArbId(trades: readonly ClosedTrade[]): ReadonlyMap<string, readonly ClosedTrade[]> {
  const found = new Map<string, ClosedTrade[]>();
  for (const trade of trades) {
    if (trade.arbId === undefined) continue;
    const legs = found.get(trade.arbId);
    if (legs === undefined) found.set(trade.arbId, [trade]);
    else legs.push(trade);
  }
  return found;
}

/** Takes in what is new or changed since, that of the last record once more: more can come of it later. */
function added(db: Database, mode: ExecutionMode, kept: Kept): readonly ClosedTrade[] {
  const rows = prepared(db, 'select seq, payload from closed_trade where mode = ? and seq >= ? order by seq').all(
    mode,
    kept.seq,
  ) as Row[];
  if (rows.length === 0) return kept.trades;
  const changed = new Map(
    rows.map(({ payload }) => JSON.parse(payload) as ClosedTrade).map((each) => [each.tradeId, each]),
  );
  const others = kept.trades.filter(({ tradeId }) => !changed.has(tradeId));
  return [...others, ...changed.values()].sort(byClose).slice(-TRADES_MAX);
}

function whole(db: Database, mode: ExecutionMode): readonly ClosedTrade[] {
  const rows = prepared(
    db,
    'select payload from closed_trade where mode = ? order by close_ms desc, trade_id desc limit ?',
  ).all(mode, TRADES_MAX) as Pick<Row, 'payload'>[];
  return rows.map(({ payload }) => JSON.parse(payload) as ClosedTrade).reverse();
}
