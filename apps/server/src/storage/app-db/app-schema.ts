import type { Generated } from 'kysely';
import type { Migrations } from '../open-sqlite.ts';
import { ACCESS_MIGRATIONS, type AccessTables } from './migrations/0003-access.ts';
import { NOTIFY_MIGRATIONS, type NotifyTables } from './migrations/0004-notify.ts';
import { AUDIT_MIGRATIONS, type AuditTables } from './migrations/0005-audit.ts';
import { SETTING_MIGRATIONS, type SettingTables } from './migrations/0006-settings.ts';
import { APPROVAL_MIGRATIONS } from './migrations/0007-account-approval.ts';
import { COMMAND_KEY_MIGRATIONS, type CommandKeyTables } from './migrations/0008-command-key.ts';
import { NOTIFICATION_END_MIGRATIONS } from './migrations/0009-notification-end.ts';

/** Tables of `app.db`. Written by the server only. Times are epoch ms. */
export interface AppSchema extends AccessTables, NotifyTables, AuditTables, SettingTables, CommandKeyTables {
  /** One row: id 1. */
  gate_password: {
    id: number;
    /** argon2id in its own text form. */
    hash: string;
    /** 1 when the product made the password up. */
    is_generated: number;
    set_ms: number;
  };
  gate_session: {
    /** SHA-256 of the token, hexadecimal. */
    token_hash: string;
    created_ms: number;
    used_ms: number;
    address: string;
  };
  gate_event: {
    id: Generated<number>;
    at_ms: number;
    kind:
      | 'unlocked'
      | 'wrong-password'
      | 'too-many-tries'
      | 'locked'
      | 'password-changed'
      | 'others-ended'
      | 'session-ended';
    address: string;
  };
  /** Exchange keys: one per venue and source of the market. */
  venue_key: {
    venue: string;
    market: string;
    label: string;
    enabled: number;
    /** `{spot, futures}` as JSON. */
    scopes: string;
    /** Sealed. */
    api_key: string;
    /** Sealed. */
    api_secret: string;
    /** Sealed; null where the venue has none or none was given. */
    passphrase: string | null;
    masked: string;
    source: 'operator' | 'simulator';
    created_ms: number;
    last_test_ms: number | null;
    /** What the last test said, as JSON. */
    last_test: string | null;
  };
}

export const APP_MIGRATIONS: Migrations = {
  '0001-gate': {
    async up(db) {
      await db.schema
        .createTable('gate_password')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('is_generated', 'integer', (column) => column.notNull())
        .addColumn('set_ms', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('gate_session')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('used_ms', 'integer', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('gate_event')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at_ms', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0002-venue-key': {
    async up(db) {
      await db.schema
        .createTable('venue_key')
        .addColumn('venue', 'text', (column) => column.notNull())
        .addColumn('market', 'text', (column) => column.notNull())
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('enabled', 'integer', (column) => column.notNull())
        .addColumn('scopes', 'text', (column) => column.notNull())
        .addColumn('api_key', 'text', (column) => column.notNull())
        .addColumn('api_secret', 'text', (column) => column.notNull())
        .addColumn('passphrase', 'text')
        .addColumn('masked', 'text', (column) => column.notNull())
        .addColumn('source', 'text', (column) => column.notNull())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('last_test_ms', 'integer')
        .addColumn('last_test', 'text')
        .addPrimaryKeyConstraint('venue_key_pk', ['venue', 'market'])
        .execute();
    },
  },
  ...ACCESS_MIGRATIONS,
  ...NOTIFY_MIGRATIONS,
  ...AUDIT_MIGRATIONS,
  ...SETTING_MIGRATIONS,
  ...APPROVAL_MIGRATIONS,
  ...COMMAND_KEY_MIGRATIONS,
  ...NOTIFICATION_END_MIGRATIONS,
};
