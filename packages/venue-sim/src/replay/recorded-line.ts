/** One line of a recording, taken apart but not yet understood. */
export type RecordedLine =
  /** A frame a venue sent. `atMs` null: the file has no receive times, the frame's own time counts. */
  | { readonly kind: 'frame'; readonly atMs: number | null; readonly raw: string }
  /** A REST answer. */
  | { readonly kind: 'rest'; readonly url: string; readonly atMs: number; readonly raw: string }
  /** What the recording client did: connects, requests, its configuration. */
  | { readonly kind: 'client'; readonly url: string | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' };

const STAMPED = /^(\d{10,19}(?:\.\d+)?)(:? )/;
const REST = /^(https?:\/\/\S+) -> (\d+(?:\.\d+)?): /;
/** A connect or something the client sent. */
const SOCKET = /^((?:wss?|https?):\/\/\S+) <-/;

/**
 * Takes a line apart. Known forms: `time json` (one recorder), `time: json`, `URL <-> time`, `URL <- time: json`,
 * `URL -> time: json`, `configuration: json` (another one) and bare JSON.
 */
export function splitLine(line: string): RecordedLine {
  const first = line.charCodeAt(0);
  if (line === '') return { kind: 'empty' };
  if (first === 0x7b || first === 0x5b) return { kind: 'frame', atMs: null, raw: line };
  const stamped = STAMPED.exec(line);
  if (stamped !== null) {
    const raw = line.slice(stamped[0].length);
    if (raw.startsWith('{') || raw.startsWith('[')) return { kind: 'frame', atMs: toMs(stamped[1] ?? ''), raw };
    return { kind: 'client', url: null };
  }
  const rest = REST.exec(line);
  if (rest !== null) {
    return { kind: 'rest', url: rest[1] ?? '', atMs: toMs(rest[2] ?? ''), raw: line.slice(rest[0].length) };
  }
  const socket = SOCKET.exec(line);
  if (socket !== null) return { kind: 'client', url: socket[1] ?? '' };
  return line.startsWith('configuration: ') ? { kind: 'client', url: null } : { kind: 'unreadable' };
}

/** Returns ms for a time in s, ms, us or ns: the size of the number tells which, for the years 2001 to 2286. */
export function toMs(text: string): number {
  const value = Number(text);
  if (value < 1e11) return value * 1e3;
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1e3 : value / 1e6;
}
