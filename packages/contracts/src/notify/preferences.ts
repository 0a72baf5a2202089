import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { Ok } from '../shared.ts';
import { NOTIFY_CHANNELS, NOTIFY_GROUPS, NotifyChannel, NotifyEvent, SeverityName } from './events.ts';

const HourMinute = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM, e.g. 22:00');

const Zone = z
  .string()
  .max(64)
  .refine(isZone, { error: ({ input }) => `${JSON.stringify(input)} is no time zone, e.g. UTC or Europe/Berlin` });

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (e) {
    if (e instanceof RangeError) return false;
    throw e;
  }
}

/** A text that may be left empty: the channel then has nowhere to send to. */
const orEmpty = (pattern: RegExp, text: string) => z.string().trim().max(2_000).regex(pattern, text);

const ChatId = orEmpty(/^(-?\d{1,20}|@[A-Za-z0-9_]{4,32})?$/, 'must be the number of a chat or @channel');
const PhoneNumber = orEmpty(
  /^(\+?\d{6,15})?$/,
  'must be a telephone number with its country code, e.g. +4915112345678',
);
const MailAddress = orEmpty(/^([^\s@,;<>"]{1,64}@[^\s@,;<>"]{1,255})?$/, 'must be one e-mail address');
const WebhookUrl = orEmpty(
  /^(https?:\/\/[^\s@/?#]+([/?#]\S*)?)?$/,
  'must be an address with http:// or https://, without a user in it',
);

const AnyUrl = z.url();

/** What has the form of an address need not be one: its port may be none, or its host. */
function isUrl(text: string): boolean {
  return text === '' || AnyUrl.safeParse(text).success;
}

const secret = (pattern: RegExp, text: string) => z.string().trim().regex(pattern, text).nullable().optional();

/** The preferences as they are shown. Secrets are never among them. */
export const NotifyPreferences = z.object({
  enabled: z.boolean().describe('Whether anything leaves this machine. The notification centre is kept either way.'),
  min_severity: SeverityName,
  respect_quiet: z.boolean(),
  quiet_start: HourMinute,
  quiet_end: HourMinute,
  zone: Zone.describe('Time zone of the quiet hours, e.g. Europe/Berlin.'),
  critical_ignores_quiet: z.boolean(),
  channels: z.object({
    console: z.object({ enabled: z.boolean() }),
    telegram: z.object({
      enabled: z.boolean(),
      chat_id: ChatId,
      approvals: z.boolean().describe('Proposed trades come with Approve, Deny and Snooze.'),
    }),
    whatsapp: z.object({
      enabled: z.boolean(),
      to: PhoneNumber,
      phone_id: orEmpty(/^(\d{5,32})?$/, 'must be 5 to 32 digits'),
      template: orEmpty(/^([a-z0-9_]{1,128})?$/, 'must be the name of a template').describe(
        'An approved template with two body parameters, title and text; empty: plain text, which Meta takes within 24 h of a message from the receiver.',
      ),
      template_language: orEmpty(/^[a-z]{2}(_[A-Z]{2})?$/, 'must be a language, e.g. en_US'),
    }),
    email: z.object({ enabled: z.boolean(), to: MailAddress }),
    webhook: z.object({
      enabled: z.boolean(),
      url: WebhookUrl,
      allow_private: z.boolean().describe('Permits targets on this machine and in private networks.'),
    }),
  }),
  events: z.partialRecord(NotifyEvent, z.boolean()).describe('A switch per event; one left out is on.'),
});
export type NotifyPreferences = z.infer<typeof NotifyPreferences>;

const { channels } = NotifyPreferences.shape;

/** What may be sent: any part; what is left out stays. Secrets are taken and never shown again; null forgets one. */
export const NotifyPreferencesInput = NotifyPreferences.partial()
  .extend({
    channels: z
      .object({
        console: channels.shape.console.partial(),
        telegram: channels.shape.telegram.partial().extend({
          bot_token: secret(/^\d{5,16}:[A-Za-z0-9_-]{30,64}$/, 'must be the token of a Telegram bot'),
        }),
        whatsapp: channels.shape.whatsapp.partial().extend({
          token: secret(/^[A-Za-z0-9_.|-]{20,1024}$/, 'must be an access token of the WhatsApp Cloud API'),
        }),
        email: channels.shape.email.partial(),
        webhook: channels.shape.webhook.partial().extend({
          url: WebhookUrl.refine(
            isUrl,
            'must be an address that can be reached, e.g. https://example.org/hook',
          ).optional(),
          secret: secret(/^[\x21-\x7e]{16,256}$/, 'must have 16 to 256 characters without spaces'),
        }),
      })
      .partial(),
  })
  .partial();
export type NotifyPreferencesInput = z.infer<typeof NotifyPreferencesInput>;

const ChannelState = z.object({
  channel: NotifyChannel,
  is_ready: z.boolean(),
  needs: z.string().nullable().describe('What is missing before it can send, in words.'),
  has_secret: z.boolean(),
});

const SettingsAnswer = Ok.extend({
  prefs: NotifyPreferences,
  channels: z.array(ChannelState).length(NOTIFY_CHANNELS.length),
  catalogue: z.array(
    z.object({
      event: NotifyEvent,
      group: z.enum(NOTIFY_GROUPS),
      severity: SeverityName,
      title: z.string(),
      text: z.string(),
      headline: z.string().describe('The first line of such a message in a chat.'),
      subject: z.string().describe('The subject of such an e-mail.'),
    }),
  ),
});

export const getNotifySettings = defineRoute({
  method: 'GET',
  path: '/api/notify/settings',
  summary: 'Notification preferences, what each channel still needs, and every event there is.',
  response: SettingsAnswer,
});

export const setNotifySettings = defineRoute({
  method: 'POST',
  path: '/api/notify/settings',
  summary: 'Saves notification preferences, bare or under `prefs`; what is left out stays.',
  body: NotifyPreferencesInput.extend({ prefs: NotifyPreferencesInput.optional() }).refine(
    ({ prefs, ...bare }) => prefs === undefined || Object.keys(bare).length === 0,
    { message: 'give the preferences bare or under prefs, not both' },
  ),
  response: SettingsAnswer.extend({ message: z.string() }),
});

/** The three toggles of the settings page: groups of the event switches. */
const Toggles = z.object({
  trade_notifications: z.boolean(),
  arbitrage_alerts: z.boolean(),
  email_reports: z.boolean(),
});

const TogglesAnswer = Ok.extend({
  settings: Toggles,
  email_reports_note: z.string().nullable().describe('What e-mail reports still need; null when they can be sent.'),
});

export const getNotificationToggles = defineRoute({
  method: 'GET',
  path: '/api/settings/notifications',
  summary: 'Trade notifications, arbitrage alerts and e-mail reports.',
  response: TogglesAnswer,
});

export const putNotificationToggles = defineRoute({
  method: 'PUT',
  path: '/api/settings/notifications',
  summary: 'Switches trade notifications, arbitrage alerts and e-mail reports.',
  body: Toggles.partial(),
  response: TogglesAnswer.extend({ message: z.string() }),
});
