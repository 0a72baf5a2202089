import type { Zone } from '../../../../lib/format-time.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** Writes epoch seconds as the tables of the log show them, in the chosen zone; empty for none. */
export function toInput(seconds: number | null, zone: Zone): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  return zone === 'utc'
    ? at.toISOString().slice(0, 19).replace('T', ' ')
    : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

const WHOLE = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/;

/** Reads a typed date, with a time or from its midnight on, as epoch seconds in the chosen zone; null for what is none. */
export function fromInput(text: string, zone: Zone): number | null {
  const [, date, time = '00:00'] = WHOLE.exec(text.trim()) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${zone === 'utc' ? 'Z' : ''}`);
  return Number.isFinite(ms) && ms >= 0 ? ms / 1000 : null;
}
