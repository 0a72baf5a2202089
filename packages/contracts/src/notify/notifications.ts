import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';
import { NotifyChannel, NotifyEvent, SeverityName } from './events.ts';

/** One line of the notification centre. */
export const NotificationRow = z.object({
  id: z.number(),
  ts: EpochSeconds,
  last_ts: EpochSeconds.describe('When it happened last; the same thing within a short time is counted, not repeated.'),
  count: z.number(),
  event: NotifyEvent,
  severity: SeverityName,
  title: z.string(),
  body: z.string(),
  symbol: z.string().nullable(),
  venues: z.array(VenueName),
  record_id: z
    .number()
    .nullable()
    .describe('The record of the engine it comes from: the id of its audit row where it has one.'),
  is_read: z.boolean(),
  ended_at: EpochSeconds.nullable().describe(
    'When what it tells of was over; null while it stands, and of an event of one moment.',
  ),
});
export type NotificationRow = z.infer<typeof NotificationRow>;

const Id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

export const getNotifications = defineRoute({
  method: 'GET',
  path: '/api/notifications',
  summary: 'The notification centre, newest first; kept 30 days.',
  query: z.object({
    before: Id.optional().describe('Only older ones: the id of the last row of the page before.'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    unread: z.enum(['true', 'false']).optional(),
    severity_min: SeverityName.optional(),
  }),
  response: Ok.extend({
    notifications: z.array(NotificationRow),
    unread: z.number().describe('How many are unread in all.'),
    next_before: z.number().nullable(),
  }),
});

export const readNotifications = defineRoute({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Marks notifications as read: some by id, or all.',
  body: z
    .object({ ids: z.array(z.number().int().min(1)).min(1).max(500).optional(), all: z.literal(true).optional() })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), { message: 'give ids or all, not both' }),
  response: Ok.extend({ marked: z.number(), unread: z.number() }),
});

export const DELIVERY_STATES = ['queued', 'sending', 'sent', 'dead', 'skipped'] as const;

export const CHANNEL_STATUSES = ['ok', 'off', 'not_ready', 'waiting', 'failing'] as const;

const DeliveryRow = z.object({
  id: z.number(),
  notification_id: z.number(),
  channel: NotifyChannel,
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  created_ts: EpochSeconds,
  next_ts: EpochSeconds.nullable(),
  done_ts: EpochSeconds.nullable(),
  error: z.string().nullable(),
  title: z.string(),
});

export const getDeliveries = defineRoute({
  method: 'GET',
  path: '/api/notify/deliveries',
  summary: 'What was sent, waits, or was given up, per channel, newest first.',
  query: z.object({
    channel: NotifyChannel.optional(),
    state: z.enum(DELIVERY_STATES).optional(),
    before: Id.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: Ok.extend({
    deliveries: z.array(DeliveryRow),
    next_before: z.number().nullable(),
    channels: z.array(
      z.object({
        channel: NotifyChannel,
        sent: z.number(),
        status: z
          .enum(CHANNEL_STATUSES)
          .describe(
            'off; not_ready: something is missing; failing: the newest try failed; waiting: the newest has not been tried; ok.',
          ),
        detail: z.string().nullable().describe('What is missing, or what the receiver answered last.'),
        waiting: z.number(),
        oldest_waiting_ts: EpochSeconds.nullable(),
        dead: z.number().describe('failed and dropped together'),
        failed: z.number().describe('Refused by the receiver, or out of tries.'),
        dropped: z.number().describe('Given up by a rule: too old, too many waiting, the channel was switched off.'),
        skipped: z.number().describe('Not sent on purpose: quiet hours, old news, a channel that is not set up.'),
        last_sent_ts: EpochSeconds.nullable(),
        last_error: z.string().nullable(),
        last_error_ts: EpochSeconds.nullable(),
      }),
    ),
  }),
});

export const testNotification = defineRoute({
  method: 'POST',
  path: '/api/notify/test',
  summary: 'Sends a message by every channel that is switched on, at once, and says what each of them answered.',
  body: z.object({
    severity: SeverityName.default('INFO'),
    title: z.string().trim().min(1).max(120).default('Test notification'),
    body: z.string().trim().min(1).max(1_000).default('This is a test of your notification channels.'),
  }),
  response: Ok.extend({
    results: z.array(
      z.object({
        channel: NotifyChannel,
        outcome: z.enum(['sent', 'failed', 'off', 'not_ready']),
        detail: z.string(),
        took_ms: z.number(),
      }),
    ),
    ts: EpochSeconds,
  }),
});
