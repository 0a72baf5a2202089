/** How many rows there are by day, symbol, venues and severity: totals and far pages need no walk over the rows. */
export interface AuditTallyTable {
  kind: 'trade' | 'event';
  /** Whole days since the epoch, UTC. */
  day: number;
  /** Empty: none. A space: all of them together, which every row is counted under a second time. */
  symbol: string;
  venues: string;
  /** Empty for trades. */
  severity: string;
  count: number;
}

/** One row: id 1. Where the chain ends. */
export interface AuditHeadTable {
  id: number;
  last_id: number;
  hash: Buffer;
  /** Rows chained since the beginning, the ones taken away included. */
  rows: number;
}

/** The oldest rows up to `pruned_id` were taken away; the chain goes on from the hash of the last of them. */
export interface AuditCheckpointTable {
  pruned_id: number;
  at_ms: number;
  hash: Buffer;
  /** Taken away so far, this time included. */
  rows: number;
}

export interface AuditChainTables {
  audit_head: AuditHeadTable;
  audit_checkpoint: AuditCheckpointTable;
  audit_tally: AuditTallyTable;
}

/** Stands for every symbol together in the counts; no symbol, and no text of a query, is a space. */
export const ALL_SYMBOLS = ' ';

export const DAY_MS = 86_400_000;

/** Tables that stand beside the rows of a chain. */
export const CHAIN_TABLES = [
  `create table audit_head (id integer primary key check (id = 1), last_id integer not null, hash blob not null, rows integer not null)`,
  `insert into audit_head values (1, 0, zeroblob(32), 0)`,
  `create table audit_checkpoint (pruned_id integer primary key, at_ms integer not null, hash blob not null, rows integer not null)`,
  `create table audit_tally (
    kind text not null, day integer not null, symbol text not null, venues text not null, severity text not null,
    count integer not null, primary key (kind, day, symbol, venues, severity)) without rowid`,
  `create index audit_tally_symbol on audit_tally (kind, symbol, day, venues, severity, count)`,
] as const;

/** Everything that lists are filtered by is in the index, so that only the rows of a page are read. */
export const EVENT_INDEXES = [
  `create index audit_event_time on audit_event (created_ms, id, symbol, venues, severity)`,
  `create index audit_event_symbol on audit_event (symbol, created_ms, id, venues, severity)`,
] as const;

export const TRADE_INDEXES = [
  `create index audit_trade_time on audit_trade (created_ms, id, symbol, venues)`,
  `create index audit_trade_symbol on audit_trade (symbol, created_ms, id, venues)`,
  `create index audit_result_intent on audit_result (intent_id, id)`,
] as const;

/** Counts a row in; `@count` is negative for rows that are taken away. */
export const ADD_TALLY = `insert into audit_tally values (@kind, @day, @symbol, @venues, @severity, @count)
  on conflict do update set count = count + excluded.count`;

/** Returns the day of a time, UTC. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Counts all symbols together out of the counts of each. */
export const ADD_ALL_SYMBOLS = `insert into audit_tally select kind, day, '${ALL_SYMBOLS}', venues, severity, sum(count)
  from audit_tally group by kind, day, venues, severity`;
