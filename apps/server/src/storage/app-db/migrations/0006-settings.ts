import { sql } from 'kysely';
import type { Migrations } from '../../open-sqlite.ts';

/** Settings of the platform that the server keeps. */
export interface SettingTables {
  /** `value` is JSON. */
  setting: { name: string; value: string; saved_ms: number };
}

export const SETTING_MIGRATIONS: Migrations = {
  '0006-settings': {
    async up(db) {
      await sql
        .raw('create table setting (name text primary key, value text not null, saved_ms integer not null)')
        .execute(db);
    },
  },
};
