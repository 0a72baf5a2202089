import type { Generated } from 'kysely';
import type { Migrations } from '../../open-sqlite.ts';

/** Tables of accounts and what opens them. Every code, token and recovery code is kept as a keyed hash only. */
export interface AccessTables {
  account: {
    id: string;
    /** Lower case. */
    email: string;
    /** argon2id in its own text form. */
    password_hash: string;
    is_verified: number;
    created_ms: number;
    /** Sealed; null while there is no second factor. */
    totp_secret: string | null;
    /** 0 while the second factor is enrolled and not yet confirmed. */
    is_totp_on: number;
    /** The step of the last code that was taken: none is taken twice. */
    totp_step: number;
    /** Since when it counts where trading needs an account; null: it does not. */
    approved_ms: number | null;
  };
  /** One code a purpose: the newest. */
  account_code: {
    account_id: string;
    purpose: 'verify' | 'reset';
    code_hash: string;
    expires_ms: number;
    tries: number;
  };
  recovery_code: { account_id: string; code_hash: string };
  /** One row a login; without it neither its refresh tokens nor its access tokens are good. */
  account_session: {
    id: string;
    account_id: string;
    is_remembered: number;
    address: string;
    created_ms: number;
    expires_ms: number;
  };
  /** Spent tokens stay until their session ends: a second use gives them away. */
  refresh_token: { token_hash: string; session_id: string; is_spent: number };
  /** By the hash of the email, whether there is such an account or not. */
  login_failure: { email_hash: string; failures: number; locked_until_ms: number; last_ms: number };
  token_key: { kid: string; sealed: string; created_ms: number };
  access_setting: { name: string; value: string };
  access_event: {
    id: Generated<number>;
    at_ms: number;
    kind: string;
    who: string;
    address: string;
    request_id: string;
  };
}

export const ACCESS_MIGRATIONS: Migrations = {
  '0003-access': {
    async up(db) {
      const { schema } = db;
      await schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('password_hash', 'text', (column) => column.notNull())
        .addColumn('is_verified', 'integer', (column) => column.notNull())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('totp_secret', 'text')
        .addColumn('is_totp_on', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('totp_step', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await schema
        .createTable('account_code')
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('purpose', 'text', (column) => column.notNull())
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addColumn('expires_ms', 'integer', (column) => column.notNull())
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('account_code_pk', ['account_id', 'purpose'])
        .execute();
      await schema.createIndex('account_code_hash').on('account_code').column('code_hash').execute();
      await schema
        .createTable('recovery_code')
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('code_hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'code_hash'])
        .execute();
      await schema
        .createTable('account_session')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull())
        .addColumn('is_remembered', 'integer', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .addColumn('expires_ms', 'integer', (column) => column.notNull())
        .execute();
      await schema
        .createTable('refresh_token')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('session_id', 'text', (column) =>
          column.notNull().references('account_session.id').onDelete('cascade'),
        )
        .addColumn('is_spent', 'integer', (column) => column.notNull())
        .execute();
      await schema.createIndex('refresh_token_session').on('refresh_token').column('session_id').execute();
      await schema
        .createTable('login_failure')
        .addColumn('email_hash', 'text', (column) => column.primaryKey())
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('locked_until_ms', 'integer', (column) => column.notNull())
        .addColumn('last_ms', 'integer', (column) => column.notNull())
        .execute();
      await schema
        .createTable('token_key')
        .addColumn('kid', 'text', (column) => column.primaryKey())
        .addColumn('sealed', 'text', (column) => column.notNull())
        .addColumn('created_ms', 'integer', (column) => column.notNull())
        .execute();
      await schema
        .createTable('access_setting')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
      await schema
        .createTable('access_event')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('at_ms', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('who', 'text', (column) => column.notNull())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('request_id', 'text', (column) => column.notNull())
        .execute();
    },
  },
};
