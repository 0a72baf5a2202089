import type { Generated } from 'kysely';
import type { Migrations } from '../open-sqlite.ts';

/** Tables of `app.db`. Written by the server only. Times are epoch ms. */
export interface AppSchema {
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
    kind: 'unlocked' | 'wrong-password' | 'too-many-tries' | 'locked';
    address: string;
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
};
