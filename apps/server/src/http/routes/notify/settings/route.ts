import type { FastifyInstance } from 'fastify';
import { getNotifySettings, NOTIFY_CHANNELS, setNotifySettings, type NotifyChannel } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { headline, subjectOf } from '../../../../notify/channels/channel.ts';
import { EVENT_CATALOGUE } from '../../../../notify/event-catalogue.ts';
import type { Notifier } from '../../../../notify/notifier.ts';
import type { SecretName } from '../../../../notify/notify-settings.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const SECRET_OF: Readonly<Partial<Record<NotifyChannel, SecretName>>> = {
  telegram: 'telegram.bot_token',
  whatsapp: 'whatsapp.token',
  webhook: 'webhook.secret',
};

/** `GET` and `POST /api/notify/settings` */
export function addNotifySettings(app: FastifyInstance, { notifier }: RouteDeps): void {
  serve(app, getNotifySettings, () => ok(answerOf(notifier)));
  serve(app, setNotifySettings, async ({ body: { prefs, ...bare } }) => {
    const input = prefs ?? bare;
    const changes = await notifier.settings.change(input);
    notifier.audit('notify_settings_changed', { fields: Object.keys(changes).join(', '), ...changes });
    return ok({ ...answerOf(notifier), message: 'Notification settings saved' });
  });
}

function answerOf({ settings, channels }: Notifier) {
  return {
    prefs: settings.prefs,
    channels: NOTIFY_CHANNELS.map((channel) => {
      const needs = channels.find(({ name }) => name === channel)?.needs() ?? null;
      const name = SECRET_OF[channel];
      return {
        channel,
        is_ready: needs === null,
        needs,
        has_secret: name !== undefined && settings.secret(name) !== null,
      };
    }),
    catalogue: EVENT_CATALOGUE.map((entry) => ({ ...entry, headline: headline(entry), subject: subjectOf(entry) })),
  };
}
