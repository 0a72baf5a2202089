import type { FastifyInstance } from 'fastify';
import { getDeliveries } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import type { ChannelFigures } from '../../../../storage/app-db/delivery-repository.ts';
import { serve } from '../../../serve.ts';
import { channelStatus } from '../../../presenters/channel-status.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/notify/deliveries` */
export function addDeliveries(app: FastifyInstance, { notifier }: RouteDeps): void {
  serve(app, getDeliveries, async ({ query: { channel, state, before, limit } }) => {
    const { deliveries, settings, channels } = notifier;
    const nowOf = (each: ChannelFigures) => channelStatus(each, settings.prefs, channels);
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
        ...nowOf(each),
        sent: each.sent,
        waiting: each.waiting,
        oldest_waiting_ts: seconds(each.oldestWaitingMs),
        dead: each.failed + each.dropped,
        failed: each.failed,
        dropped: each.dropped,
        skipped: each.skipped,
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
