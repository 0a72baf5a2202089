import type { Venue } from '@riptide/core/domain';
import { firstDifference, isSame, shown, type CaseEvent } from './case-event.ts';
import type { CaseRow, Json } from './case-row.ts';
import type { DecodedFrame } from './decode-frames.ts';
import { readBinance } from './readings/binance.ts';
import { readBybit } from './readings/bybit.ts';
import { readKucoin } from './readings/kucoin.ts';
import { readOkx } from './readings/okx.ts';
import type { FrameReading } from './readings/reading.ts';
import { agree, disagree, unsupported, type RowVerdict } from './verdict.ts';

const READINGS: Readonly<Record<Venue, (frame: Json) => FrameReading>> = {
  BINANCE: readBinance,
  BYBIT: readBybit,
  OKX: readOkx,
  KUCOIN: readKucoin,
};

/** Returns the product whose decoder reads a row. */
export function productOf({ market, raw, venue }: CaseRow): string {
  if (venue === 'OKX') return 'v5';
  if (venue === 'BINANCE') return market === 'spot' ? 'spot' : 'usdm';
  if (venue === 'BYBIT') return market === 'spot' ? 'spot' : 'linear';
  const isFutures = /perp|future/.test(market) || JSON.stringify(raw ?? '').includes('/contract');
  return isFutures ? 'futures' : 'spot';
}

/** Source of the other project's language where a value should stand. */
const TEMPLATE = /<f'|<self\.|\{self\.|<order\.|<'/;

/** Reads a frame by JSON.parse alone; null when it is no JSON object or list. */
export function readIndependently(venue: Venue, text: string): FrameReading | null {
  const frame = parsed(text);
  if (frame === null || typeof frame !== 'object') return null;
  return READINGS[venue](frame);
}

/** True for what the venue would not send: no JSON, or nothing that names a channel. */
export function isNoFrame(venue: Venue, text: string): boolean {
  const reading = readIndependently(venue, text);
  if (reading === null || text.trim() === '[]') return true;
  // Binance's raw frames name their channel in the event alone.
  return reading.kind === 'no-frame' || (reading.kind === 'other' && reading.channel === '');
}

/** Compares what the decoder made of a frame with what JSON.parse and Number say. */
export function checkFrame(venue: Venue, text: string, decoded: DecodedFrame): RowVerdict {
  if (TEMPLATE.test(text) && decoded.fate !== 'read') return unsupported('a template with placeholders');
  const reading = readIndependently(venue, text);
  if (reading === null) return unsupported('not JSON: no frame of the venue');
  switch (reading.kind) {
    case 'fragment':
    case 'no-frame':
      return refused(decoded, reading.reason);
    case 'private':
      return refused(decoded, `private channel ${reading.channel}`);
    case 'control':
      return checkControl(decoded);
    case 'other':
      return checkOther(text, decoded, reading.channel);
    case 'events':
    default:
      return checkEvents(reading.events, decoded);
  }
}

/** What the product does not read must come out as nothing, not as something else. */
function refused({ events }: DecodedFrame, reason: string): RowVerdict {
  const wrong = events.find(({ kind }) => kind !== 'control' && kind !== 'rare');
  return wrong === undefined ? unsupported(reason) : disagree(`${reason}, yet read as ${wrong.kind}`);
}

function checkControl({ detail, events, fate }: DecodedFrame): RowVerdict {
  if (fate !== 'read') return disagree(`a control frame is ${fate} (${detail})`);
  const wrong = events.find(({ kind }) => kind !== 'control');
  return wrong === undefined ? agree() : disagree(`a control frame is read as ${wrong.kind}`);
}

/** A public channel the product does not use must be handed on whole. */
function checkOther(text: string, { detail, events, fate }: DecodedFrame, channel: string): RowVerdict {
  if (fate !== 'read') return disagree(`channel ${channel} does not parse: ${fate} ${detail}`);
  const frame = parsed(text);
  const wholes = [frame, frame.data, ...(Array.isArray(frame.data) ? frame.data : [])];
  const isWhole =
    events.length > 0 &&
    events.every((one) => one.kind === 'rare' && wholes.some((whole) => isSame(one['message'], whole)));
  return isWhole
    ? agree()
    : disagree(`channel ${channel} lost something on the way: ${shown(events.map(({ kind }) => kind))}`);
}

function checkEvents(expected: readonly CaseEvent[], decoded: DecodedFrame): RowVerdict {
  if (decoded.fate !== 'read') return disagree(`${decoded.fate}: ${decoded.detail}`);
  // A level-1 book of one side is told once the other side is known.
  if (expected.length === 0)
    return decoded.events.some(({ kind }) => kind === 'depth') ? disagree('read as depth') : agree();
  const left = decoded.events.filter(({ kind }) => kind !== 'control');
  for (const one of expected) {
    const at = left.findIndex(({ kind, symbol }) => kind === one.kind && symbol === one.symbol);
    const found = left[at];
    if (found === undefined)
      return disagree(`no ${one.kind} of ${one.symbol} among ${shown(left.map(({ kind }) => kind))}`);
    const difference = firstDifference(one, found);
    if (difference !== null) return disagree(difference);
    left.splice(at, 1);
  }
  const extra = left.find((one) => !isTold(one, expected));
  return extra === undefined ? agree() : disagree(`one more ${extra.kind} than the frame holds`);
}

/** An index price is told to every instrument that follows it. */
function isTold(event: CaseEvent, expected: readonly CaseEvent[]): boolean {
  return expected.some(
    (one) =>
      one.kind === 'mark' && event.kind === 'mark' && firstDifference({ ...one, symbol: event.symbol }, event) === null,
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
