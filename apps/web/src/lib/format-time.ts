import { UNKNOWN } from './format.ts';

export type Zone = 'utc' | 'local';

const pad = (value: number): string => String(value).padStart(2, '0');

/** Formats a short duration: whole milliseconds under a second, then seconds with one decimal, from 60 s as 1m 05s. */
export function formatAge(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  const safeMs = Math.max(0, ms);
  if (safeMs < 60_000) return `${(safeMs / 1000).toFixed(1)} s`;
  const seconds = Math.floor(safeMs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h ${pad(Math.floor((seconds % 3600) / 60))}m`;
}

/** Formats a delay in whole milliseconds, from one second in seconds. */
export function formatLatency(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return UNKNOWN;
  return ms < 1000 ? `${Math.round(ms)} ms` : formatAge(ms);
}

/** Formats an uptime as hours and minutes, e.g. 132h 14m. */
export function formatUptime(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return UNKNOWN;
  const minutes = Math.floor(Math.max(0, seconds) / 60);
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Formats how long ago something was: seconds under a minute, minutes under an hour, hours under a day, then days. */
export function formatAgo(epochSeconds: number | null | undefined, nowMs: number): string {
  if (epochSeconds === null || epochSeconds === undefined) return UNKNOWN;
  const seconds = Math.floor(Math.max(0, nowMs / 1000 - epochSeconds));
  if (seconds < 1) return 'just now';
  if (seconds < 60) return `${seconds}s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ago`;
  if (minutes < 1440) return `${Math.floor(minutes / 60)}h ago`;
  return `${Math.floor(minutes / 1440)}d ago`;
}

/** Formats the time of day in the chosen zone, e.g. 14:32:07. */
export function formatClock(epochMs: number, zone: Zone): string {
  const at = new Date(epochMs);
  return zone === 'utc'
    ? `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}:${pad(at.getUTCSeconds())}`
    : `${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** Formats date and time in the chosen zone with the zone named, for tooltips. */
export function formatExact(epochMs: number, zone: Zone): string {
  const at = new Date(epochMs);
  const date =
    zone === 'utc'
      ? `${at.getUTCFullYear()}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`
      : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${date} ${formatClock(epochMs, zone)} ${zoneName(zone)}`;
}

// Made once: making one takes longer than everything else a clock does.
let localZone: Intl.DateTimeFormat | null = null;

/** Names the chosen zone: UTC, or the browser's own. */
export function zoneName(zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  localZone ??= new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  return localZone.formatToParts().find((part) => part.type === 'timeZoneName')?.value ?? 'local';
}
