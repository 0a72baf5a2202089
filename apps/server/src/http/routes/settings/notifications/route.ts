import type { FastifyInstance } from 'fastify';
import { getNotificationToggles, NOTIFY_EVENTS, putNotificationToggles, type NotifyEvent } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { catalogueEntry } from '../../../../notify/event-catalogue.ts';
import type { Notifier } from '../../../../notify/notifier.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const GROUP_OF = { trade_notifications: 'trade', arbitrage_alerts: 'arbitrage', email_reports: 'report' } as const;
const TOGGLES = Object.keys(GROUP_OF) as readonly (keyof typeof GROUP_OF)[];

/** `GET` and `PUT /api/settings/notifications` */
export function addNotificationToggles(app: FastifyInstance, { notifier }: RouteDeps): void {
  serve(app, getNotificationToggles, () => ok(answerOf(notifier)));
  serve(app, putNotificationToggles, async ({ body }) => {
    const events: Partial<Record<NotifyEvent, boolean>> = {};
    for (const toggle of TOGGLES) {
      const isOn = body[toggle];
      if (isOn === undefined) continue;
      for (const event of NOTIFY_EVENTS) if (catalogueEntry(event).group === GROUP_OF[toggle]) events[event] = isOn;
    }
    const changes = await notifier.settings.change({ events });
    notifier.audit('notify_settings_changed', { fields: Object.keys(changes).join(', '), ...changes });
    return ok({ ...answerOf(notifier), message: 'Notification settings saved' });
  });
}

function answerOf({ settings, channels }: Notifier) {
  return {
    settings: {
      trade_notifications: settings.isGroupOn('trade'),
      arbitrage_alerts: settings.isGroupOn('arbitrage'),
      email_reports: settings.isGroupOn('report'),
    },
    email_reports_note: channels.find(({ name }) => name === 'email')?.needs() ?? null,
  };
}
