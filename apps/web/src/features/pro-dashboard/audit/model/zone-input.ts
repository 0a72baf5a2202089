import type { Zone } from '../../../../lib/format-time.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

/** Writes epoch seconds as a date-time input takes them, in the chosen zone; empty for none. */
export function toInput(seconds: number | null, zone: Zone): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  return zone === 'utc'
    ? at.toISOString().slice(0, 19)
    : `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
}

/** Reads what a date-time input holds as epoch seconds, in the chosen zone; null while it is empty or not whole. */
export function fromInput(text: string, zone: Zone): number | null {
  const ms = text === '' ? Number.NaN : Date.parse(zone === 'utc' ? `${text}Z` : text);
  return Number.isFinite(ms) && ms >= 0 ? ms / 1000 : null;
}
