import { SEVERITY_NAMES } from '@riptide/contracts/calls';
import type { NotifySettings } from '../../../shared/notifications/notify-values.ts';
import { wallClock } from '../../../shared/notifications/wall-clock.ts';

type Prefs = NotifySettings['prefs'];
type Entry = NotifySettings['catalogue'][number];

/** Why such a message would go out by no channel now, by the saved settings; null when it would. */
export function whyNotSent(prefs: Prefs, { event, severity }: Entry, nowMs: number): string | null {
  // A report that is ordered goes out by itself; of a channel that fails, the channels can't tell.
  if (event === 'channel_failed') return 'Of a channel that fails only the notification centre tells';
  if (!prefs.enabled && event !== 'daily_report') return 'Notifications are off: it stays in the notification centre';
  if (prefs.events[event] === false) return 'This event is switched off';
  const grade = (name: Entry['severity']): number => SEVERITY_NAMES.indexOf(name);
  // A report is no news of any gravity.
  if (event !== 'daily_report' && grade(severity) < grade(prefs.min_severity)) {
    return `${severity} is under the minimum severity ${prefs.min_severity}`;
  }
  if (channelsOf(prefs, event).length === 0) return 'No channel that could take it is on';
  const goesAnyway = event === 'daily_report' || (severity === 'CRITICAL' && prefs.critical_ignores_quiet);
  return !goesAnyway && isQuiet(prefs, nowMs) ? `Quiet hours until ${prefs.quiet_end} ${prefs.zone}` : null;
}

/** The channels that would take it, in their order; the log of the server is always told. */
export function channelsOf({ channels }: Prefs, event: Entry['event']): readonly string[] {
  if (event === 'daily_report') return ['email'];
  return Object.entries(channels).flatMap(([name, { enabled }]) => (enabled && name !== 'console' ? [name] : []));
}

function isQuiet({ respect_quiet: isOn, quiet_start: start, quiet_end: end, zone }: Prefs, nowMs: number): boolean {
  const now = wallClock(zone, nowMs);
  if (!isOn || now === null) return false;
  return start <= end ? start <= now && now < end : now >= start || now < end;
}
