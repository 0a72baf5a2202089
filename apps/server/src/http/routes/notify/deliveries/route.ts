import type { FastifyInstance } from 'fastify';
import { getDeliveries } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/notify/deliveries` */
export function addDeliveries(app: FastifyInstance, { notifier }: RouteDeps): void {
  serve(app, getDeliveries, async ({ query: { channel, state, before, limit } }) => {
    const { deliveries } = notifier;
    const filter = { channel: channel ?? null, state: state ?? null, beforeId: before ?? null, limit };
    const rows = await deliveries.list(filter);
    const figures = await deliveries.figures();
    return ok({
      deliveries: rows.map((row) => ({
        id: row.id,
        notification_id: row.notificationId,
        channel: row.channel,
        state: row.state,
        attempts: row.attempts,
        created_ts: row.createdMs / 1_000,
        next_ts: seconds(row.nextMs),
        done_ts: seconds(row.doneMs),
        error: row.error,
        title: row.title,
      })),
      next_before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      channels: figures.map((each) => ({
        channel: each.channel,
        sent: each.sent,
        waiting: each.waiting,
        dead: each.dead,
        last_sent_ts: seconds(each.lastSentMs),
        last_error: each.lastError,
        last_error_ts: seconds(each.lastErrorMs),
      })),
    });
  });
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1_000;
}
