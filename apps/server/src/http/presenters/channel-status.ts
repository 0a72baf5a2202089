import type { CHANNEL_STATUSES, NotifyPreferences } from '@riptide/contracts';
import type { Channel } from '../../notify/channels/channel.ts';
import type { ChannelFigures } from '../../storage/app-db/delivery-repository.ts';

interface ChannelStatus {
  readonly status: (typeof CHANNEL_STATUSES)[number];
  readonly detail: string | null;
}

/** Returns how a channel stands now, in one word, and why. */
export function channelStatus(
  { channel, waiting, lastSentMs, lastError, lastErrorMs }: ChannelFigures,
  prefs: NotifyPreferences,
  channels: readonly Channel[],
): ChannelStatus {
  if (!prefs.channels[channel].enabled) return { status: 'off', detail: null };
  if (channel === 'console') return { status: 'ok', detail: null };
  if (!prefs.enabled) return { status: 'off', detail: 'Notifications are switched off' };
  const needs = channels.find(({ name }) => name === channel)?.needs() ?? null;
  if (needs !== null) return { status: 'not_ready', detail: needs };
  if (lastErrorMs !== null && lastErrorMs >= (lastSentMs ?? 0)) return { status: 'failing', detail: lastError };
  return { status: waiting > 0 ? 'waiting' : 'ok', detail: null };
}
