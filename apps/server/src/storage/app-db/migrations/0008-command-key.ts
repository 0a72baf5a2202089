import type { Migrations } from '../../open-sqlite.ts';

export interface CommandKeyTables {
  /** Commands that came with a key, each with its answer once there is one. */
  command_key: {
    /** SHA-256 of the key, hexadecimal. */
    key_hash: string;
    /** SHA-256 of method, address and body: the same key on another command is a fault of the caller. */
    command_hash: string;
    claimed_ms: number;
    /** HTTP status of the answer; null while there is none. */
    status: number | null;
    /** The answer as it was sent. */
    answer: string | null;
  };
}

export const COMMAND_KEY_MIGRATIONS: Migrations = {
  '0008-command-key': {
    async up(db) {
      await db.schema
        .createTable('command_key')
        .addColumn('key_hash', 'text', (column) => column.primaryKey())
        .addColumn('command_hash', 'text', (column) => column.notNull())
        .addColumn('claimed_ms', 'integer', (column) => column.notNull())
        .addColumn('status', 'integer')
        .addColumn('answer', 'text')
        .execute();
      await db.schema.createIndex('command_key_claimed').on('command_key').column('claimed_ms').execute();
    },
  },
};
