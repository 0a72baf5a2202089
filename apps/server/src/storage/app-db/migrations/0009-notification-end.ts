import type { Migrations } from '../../open-sqlite.ts';

/** Columns of `notification` for what begins and ends: an engine that is silent, a position without a stop. */
export interface NotificationEndColumns {
  /** The switch that was turned on with it; null: it is an event of one moment. */
  edge_key: string | null;
  /** When the switch was turned off, epoch ms; null while it is on, or without a switch. */
  ended_ms: number | null;
}

export const NOTIFICATION_END_MIGRATIONS: Migrations = {
  '0009-notification-end': {
    async up(db) {
      await db.schema.alterTable('notification').addColumn('edge_key', 'text').execute();
      await db.schema.alterTable('notification').addColumn('ended_ms', 'integer').execute();
      await db.schema.createIndex('notification_edge').on('notification').column('edge_key').execute();
    },
  },
};
