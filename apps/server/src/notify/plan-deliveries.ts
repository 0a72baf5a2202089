import type { NotifyChannel, NotifyPreferences } from '@riptide/contracts';
import { SEVERITY_NAMES } from '@riptide/contracts';
import type { NewDelivery } from '../storage/app-db/notify-repository.ts';
import type { Channel } from './channels/channel.ts';
import type { Notice } from './notice.ts';
import { isQuiet } from './quiet-hours.ts';

/** What happened longer ago when it is read is in the notification centre, and disturbs nobody any more. */
const NEWS_MS = 10 * 60_000;
const EXPIRES_MS = 6 * 3_600_000;
const CRITICAL_EXPIRES_MS = 24 * 3_600_000;

export interface PlanInput {
  readonly prefs: NotifyPreferences;
  readonly channels: readonly Channel[];
  readonly nowMs: number;
  readonly newId: () => string;
  /** Goes along with the message by the channel that can take answers. */
  readonly answerToken: string | null;
  /** A proposal whose symbol was put off on the telephone: that channel keeps quiet about it. */
  readonly isSnoozed: boolean;
}

/** Returns whether a notice is grave enough to be told. A report is no news of any gravity. */
export function isGraveEnough(prefs: NotifyPreferences, { event, severity }: Notice): boolean {
  if (event === 'daily_report') return true;
  return SEVERITY_NAMES.indexOf(severity) >= SEVERITY_NAMES.indexOf(prefs.min_severity);
}

/** Returns what is to be sent of a notice, by which channels, and what is left out and why. */
export function planDeliveries(notice: Notice, input: PlanInput): readonly NewDelivery[] {
  const { prefs, channels, nowMs, newId, answerToken, isSnoozed } = input;
  if (!prefs.enabled && notice.event !== 'daily_report') return [];
  // Of a channel that fails, the channels can't tell.
  if (notice.event === 'channel_failed') return [];
  const reason = hushReason(notice, prefs, nowMs);
  const expiresMs =
    notice.proposal?.expiresMs ?? notice.atMs + (notice.severity === 'CRITICAL' ? CRITICAL_EXPIRES_MS : EXPIRES_MS);
  return channels
    .filter((channel) => isWanted(channel.name, notice, prefs))
    .map((channel) => {
      const error = reason ?? channel.needs() ?? (isSnoozed && channel.name === 'telegram' ? 'snoozed' : null);
      return {
        channel: channel.name,
        state: error === null ? 'queued' : 'skipped',
        expiresMs,
        error,
        idemKey: newId(),
        extra: channel.name === 'telegram' ? answerToken : null,
      };
    });
}

function isWanted(channel: Exclude<NotifyChannel, 'console'>, { event }: Notice, prefs: NotifyPreferences): boolean {
  if (event === 'daily_report') return channel === 'email';
  return prefs.channels[channel].enabled;
}

/** Why nobody is disturbed; null when somebody is. */
function hushReason(notice: Notice, prefs: NotifyPreferences, nowMs: number): string | null {
  if (notice.proposal !== null && notice.proposal.expiresMs <= nowMs) return 'the proposal had expired';
  const isCritical = notice.severity === 'CRITICAL';
  if (!isCritical && notice.atMs < nowMs - NEWS_MS) return 'it was old when it was read';
  const isHushed = notice.event !== 'daily_report' && !(isCritical && prefs.critical_ignores_quiet);
  return isHushed && isQuiet(prefs, nowMs) ? 'quiet hours' : null;
}
