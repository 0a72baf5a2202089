import { sql, type Generated } from 'kysely';
import type { Migrations } from '../../open-sqlite.ts';
import type { NotificationEndColumns } from './0009-notification-end.ts';

/** Tables of the notifications. Times are epoch ms. */
export interface NotifyTables {
  /** One row: id 1. Preferences as JSON, without secrets. */
  notify_settings: { id: number; value: string };
  /** Secrets of the channels, sealed. */
  notify_secret: { name: string; sealed: string };
  notification: NotificationEndColumns & {
    id: Generated<number>;
    at_ms: number;
    last_ms: number;
    count: number;
    event: string;
    severity: string;
    title: string;
    body: string;
    symbol: string | null;
    /** Comma-separated. */
    venues: string;
    /** Number of the engine's record it comes from. */
    record_seq: number | null;
    dedupe_key: string | null;
    read_ms: number | null;
  };
  notify_delivery: {
    id: Generated<number>;
    notification_id: number;
    channel: string;
    state: string;
    attempts: number;
    created_ms: number;
    next_ms: number | null;
    /** Not sent after that. */
    expires_ms: number;
    done_ms: number | null;
    error: string | null;
    /** The same at every try: where a receiver knows it, it takes the message once. */
    idem_key: string;
    /** Buttons and the like, for the channel that knows them; JSON. */
    extra: string | null;
  };
  /** How far the engine's records were read. */
  notify_cursor: { name: string; seq: number };
  /** What is on now and was told: told again only after it was off. */
  notify_edge: { edge_key: string; is_on: number; at_ms: number };
  /** One-time answers to a proposed trade. */
  notify_proposal: {
    /** SHA-256 of the token, hexadecimal. */
    token_hash: string;
    decision_id: string;
    symbol: string;
    title: string;
    expires_ms: number;
    used_ms: number | null;
    action: string | null;
  };
}

const STATEMENTS = [
  `create table notify_settings (id integer primary key check (id = 1), value text not null)`,
  `create table notify_secret (name text primary key, sealed text not null)`,
  `create table notification (
    id integer primary key autoincrement, at_ms integer not null, last_ms integer not null, count integer not null,
    event text not null, severity text not null, title text not null, body text not null, symbol text,
    venues text not null, record_seq integer, dedupe_key text, read_ms integer)`,
  `create index notification_key on notification (dedupe_key, last_ms)`,
  `create index notification_unread on notification (read_ms, id)`,
  `create index notification_time on notification (last_ms)`,
  `create table notify_delivery (
    id integer primary key autoincrement, notification_id integer not null, channel text not null, state text not null,
    attempts integer not null, created_ms integer not null, next_ms integer, expires_ms integer not null, done_ms integer,
    error text, idem_key text not null unique, extra text)`,
  `create index notify_delivery_due on notify_delivery (state, channel, next_ms)`,
  `create index notify_delivery_of on notify_delivery (notification_id)`,
  `create index notify_delivery_channel on notify_delivery (channel, id)`,
  `create table notify_cursor (name text primary key, seq integer not null)`,
  `create table notify_edge (edge_key text primary key, is_on integer not null, at_ms integer not null)`,
  `create table notify_proposal (
    token_hash text primary key, decision_id text not null, symbol text not null, title text not null,
    expires_ms integer not null, used_ms integer, action text)`,
] as const;

export const NOTIFY_MIGRATIONS: Migrations = {
  '0004-notify': {
    async up(db) {
      for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
    },
  },
};
