import { sql } from 'kysely';
import type { Migrations } from '../../open-sqlite.ts';

/** Since when an account counts where trading needs one. Whatever was verified before counts. */
export const APPROVAL_MIGRATIONS: Migrations = {
  '0007-account-approval': {
    async up(db) {
      await db.schema.alterTable('account').addColumn('approved_ms', 'integer').execute();
      await sql`update account set approved_ms = created_ms where is_verified = 1`.execute(db);
    },
  },
};
