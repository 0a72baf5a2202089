import { sql } from 'kysely';
import type { AuditChainTables } from '../audit/audit-tables.ts';
import type { Migrations } from '../open-sqlite.ts';
import { AUDIT_MIGRATIONS } from './audit-migration.ts';

/** Tables of `trading.db`. Written by the engine only. Times are epoch ms. */
export interface TradingSchema extends AuditChainTables {
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
  /** Symbols people asked the engine to follow. */
  watched_symbol: { symbol: string; added_ms: number; added_by: string };
  /** One row: id 1. How far the journal is folded into the tables below. */
  journal_state: { id: number; last_seq: number; folded_ms: number };
  /** `seq` is the newest record that changed the row; amounts are decimal text. */
  order_row: {
    /** `<account>|<client order id, or the venue's>`. */
    order_key: string;
    seq: number;
    account: string;
    client_order_id: string | null;
    venue_order_id: string | null;
    intent_id: string | null;
    source: string | null;
    role: string | null;
    instrument_id: string;
    symbol: string;
    side: string;
    type: string;
    tif: string;
    qty: string | null;
    px: string | null;
    trigger_px: string | null;
    status: string;
    cum_qty: string;
    avg_px: string | null;
    reason: string | null;
    created_ms: number;
    updated_ms: number;
  };
  fill_row: {
    account: string;
    instrument_id: string;
    fill_id: string;
    seq: number;
    symbol: string;
    venue_order_id: string;
    client_order_id: string | null;
    side: string;
    px: string;
    qty: string;
    fee: string;
    fee_asset: string;
    liquidity: string | null;
    cause: string;
    venue_ms: number;
  };
  closed_trade: {
    trade_id: string;
    seq: number;
    account: string;
    mode: string;
    symbol: string;
    source: string | null;
    close_ms: number;
    /** The whole `ClosedTrade` as JSON. */
    payload: string;
  };
  income_row: {
    account: string;
    kind: string;
    income_id: string;
    seq: number;
    instrument_id: string | null;
    asset: string;
    amount: string;
    venue_ms: number;
  };
  equity_point: { seq: number; at_ms: number; account: string; cash_usd: string; unrealised_usd: string };
  /** One per wish; `id` is the record's seq. */
  audit_trade: {
    id: number;
    created_ms: number;
    intent_id: string;
    symbol: string;
    /** Comma-separated. */
    venues: string;
    payload: string;
    /** The newest one there is: shown, not part of the chain. */
    result: string;
    first_result: string;
    version: number;
    hash: Buffer;
  };
  /** What became of a wish, one row a change. */
  audit_result: { id: number; created_ms: number; intent_id: string; result: string; version: number; hash: Buffer };
  /** Settings as the audit told them last. */
  audit_setting: { name: string; value: string };
  audit_event: {
    id: number;
    created_ms: number;
    event: string;
    severity: string;
    symbol: string | null;
    venues: string;
    payload: string;
    version: number;
    hash: Buffer;
  };
}

/** What the journal is folded into. */
const HISTORY_TABLES = [
  `create table journal_state (id integer primary key check (id = 1), last_seq integer not null, folded_ms integer not null)`,
  `create table order_row (
    order_key text primary key, seq integer not null, account text not null, client_order_id text, venue_order_id text,
    intent_id text, source text, role text, instrument_id text not null, symbol text not null, side text not null,
    type text not null, tif text not null, qty text, px text, trigger_px text, status text not null, cum_qty text not null,
    avg_px text, reason text, created_ms integer not null, updated_ms integer not null) without rowid`,
  `create index order_row_intent on order_row (intent_id)`,
  `create index order_row_venue_id on order_row (account, venue_order_id)`,
  `create table fill_row (
    account text not null, instrument_id text not null, fill_id text not null, seq integer not null, symbol text not null,
    venue_order_id text not null, client_order_id text, side text not null, px text not null, qty text not null,
    fee text not null, fee_asset text not null, liquidity text, cause text not null, venue_ms integer not null,
    primary key (account, instrument_id, fill_id)) without rowid`,
  `create table closed_trade (
    trade_id text primary key, seq integer not null, account text not null, mode text not null, symbol text not null,
    source text, close_ms integer not null, payload text not null) without rowid`,
  `create index closed_trade_time on closed_trade (mode, close_ms)`,
  `create table income_row (
    account text not null, kind text not null, income_id text not null, seq integer not null, instrument_id text,
    asset text not null, amount text not null, venue_ms integer not null,
    primary key (account, kind, income_id)) without rowid`,
  `create table equity_point (
    seq integer primary key, at_ms integer not null, account text not null, cash_usd text not null, unrealised_usd text not null)`,
  `create index equity_point_time on equity_point (at_ms)`,
  `create table audit_trade (
    id integer primary key, created_ms integer not null, intent_id text not null, symbol text not null, venues text not null,
    payload text not null, result text not null)`,
  `create index audit_trade_intent on audit_trade (intent_id)`,
  `create index audit_trade_time on audit_trade (created_ms)`,
  `create table audit_event (
    id integer primary key, created_ms integer not null, event text not null, severity text not null, symbol text,
    venues text not null, payload text not null)`,
  `create index audit_event_time on audit_event (created_ms)`,
] as const;

/** Decisions, what became of them, and the trades that came of them: each whole, as JSON. `seq` orders those of one millisecond. */
const DECISION_TABLES = [
  `create table decision_row (
    decision_id text primary key, seq integer not null, at_ms integer not null, symbol text not null, action text not null,
    snipe_id text, payload text not null, outcome text)`,
  `create index decision_row_time on decision_row (at_ms, seq)`,
  `create table snipe_row (snipe_id text primary key, payload text not null)`,
] as const;

/** Arbitrages and carry rounds, each whole, as JSON. */
const ARBITRAGE_TABLES = [
  `create table arbitrage_row (
    arb_id text primary key, seq integer not null, started_ms integer not null, symbol text not null, state text not null,
    payload text not null)`,
  `create index arbitrage_row_time on arbitrage_row (started_ms)`,
  `create table carry_round_row (
    round_id text primary key, seq integer not null, created_ms integer not null, state text not null, payload text not null)`,
  `create index carry_round_row_time on carry_round_row (created_ms)`,
] as const;

/** What lists ask for, in their order; what they are counted by is in the index as well. */
const LIST_INDEXES = [
  'drop index decision_row_time',
  'create index decision_row_time on decision_row (at_ms, seq, symbol, action)',
  'create index decision_row_symbol on decision_row (symbol, at_ms, seq, action)',
  'create index decision_row_action on decision_row (action, at_ms, seq)',
  'drop index arbitrage_row_time',
  'create index arbitrage_row_time on arbitrage_row (started_ms, arb_id, state, symbol)',
  'create index arbitrage_row_symbol on arbitrage_row (symbol, started_ms, arb_id, state)',
  'create index arbitrage_row_state on arbitrage_row (state, started_ms, arb_id)',
  'drop index carry_round_row_time',
  'create index carry_round_row_time on carry_round_row (created_ms, round_id, state)',
  'create index fill_row_time on fill_row (venue_ms, seq)',
  'create index order_row_client on order_row (client_order_id)',
  'create index order_row_place on order_row (account, instrument_id, created_ms, seq)',
  'create index income_row_place on income_row (account, instrument_id, venue_ms, seq)',
  'create index closed_trade_seq on closed_trade (mode, seq)',
] as const;

/** The equity of each account as it stood at some times, and the fills of a trade. */
const PLACE_INDEXES = [
  'create index equity_point_account on equity_point (account, at_ms, seq)',
  'create index fill_row_place on fill_row (account, instrument_id, venue_ms, seq)',
] as const;

/** Counts closed trades that went away or to another mode: who keeps those that stand sees in one row whether all of them still do. */
const REMOVALS = [
  'create table closed_trade_removal (id integer primary key check (id = 1), count integer not null)',
  'insert into closed_trade_removal values (1, 0)',
  'create trigger closed_trade_deleted after delete on closed_trade begin update closed_trade_removal set count = count + 1; end',
  `create trigger closed_trade_moved after update of mode, trade_id on closed_trade
    when old.mode <> new.mode or old.trade_id <> new.trade_id begin update closed_trade_removal set count = count + 1; end`,
] as const;

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
  '0002-history': {
    async up(db) {
      for (const statement of HISTORY_TABLES) await sql.raw(statement).execute(db);
    },
  },
  '0003-watched-symbols': {
    async up(db) {
      await db.schema
        .createTable('watched_symbol')
        .addColumn('symbol', 'text', (column) => column.primaryKey())
        .addColumn('added_ms', 'integer', (column) => column.notNull())
        .addColumn('added_by', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0004-decisions': {
    async up(db) {
      for (const statement of DECISION_TABLES) await sql.raw(statement).execute(db);
    },
  },
  '0005-arbitrages': {
    async up(db) {
      for (const statement of ARBITRAGE_TABLES) await sql.raw(statement).execute(db);
    },
  },
  ...AUDIT_MIGRATIONS,
  '0007-fills-of-orders': {
    async up(db) {
      await db.schema.createIndex('fill_row_order').on('fill_row').column('client_order_id').execute();
    },
  },
  '0008-lists-by-index': {
    async up(db) {
      for (const statement of LIST_INDEXES) await sql.raw(statement).execute(db);
    },
  },
  '0009-by-place': {
    async up(db) {
      for (const statement of PLACE_INDEXES) await sql.raw(statement).execute(db);
    },
  },
  '0010-closed-trade-removals': {
    async up(db) {
      for (const statement of REMOVALS) await sql.raw(statement).execute(db);
    },
  },
};
