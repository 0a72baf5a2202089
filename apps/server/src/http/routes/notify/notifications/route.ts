import type { FastifyInstance } from 'fastify';
import { getNotifications, readNotifications } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentNotification } from '../../../presenters/notifications.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/notifications` and `POST /api/notifications/read` */
export function addNotifications(app: FastifyInstance, { notifier }: RouteDeps): void {
  serve(app, getNotifications, async ({ query: { before, limit, unread, severity_min } }) => {
    const rows = await notifier.repository.list({
      beforeId: before ?? null,
      limit,
      isUnread: unread === undefined ? null : unread === 'true',
      severityMin: severity_min ?? null,
    });
    return ok({
      notifications: rows.map(presentNotification),
      unread: notifier.desk.centre.unread,
      next_before: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    });
  });
  serve(app, readNotifications, async ({ body: { ids } }) => {
    const marked = await notifier.desk.markRead(ids ?? null);
    return ok({ marked, unread: notifier.desk.centre.unread });
  });
}
