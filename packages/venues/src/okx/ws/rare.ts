import { LiquidationMessage, type DecodeCounters } from '@riptide/core/domain';
import type { DecodedSink, FeedControl, SymbolTable } from '../../kit/index.ts';
import { liquidatedSideOf } from '../enums.ts';
import { okxWsError } from '../errors.ts';
import { isTradable } from '../rest/parse.ts';
import type { OkxInstrumentRow } from '../rest/wire.ts';
import { STATUS_CHANNEL, topicOf, type OkxArg } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

export interface RareReaderOptions {
  readonly out: DecodedSink;
  readonly counters: DecodeCounters;
  readonly symbols: SymbolTable;
}

/** Reads by JSON.parse what comes seldom: control frames, liquidations, channels that are only checked. */
export class RareReader {
  private readonly options: RareReaderOptions;
  private readonly liquidation = new LiquidationMessage();

  constructor(options: RareReaderOptions) {
    this.options = options;
  }

  /** A frame that is no object: the text `pong`, or nothing we know. */
  readText(text: string): void {
    const { counters, out } = this.options;
    if (text !== 'pong') {
      counters.malformed += 1;
      return;
    }
    counters.control += 1;
    out.onControl({ kind: 'pong' });
  }

  readControl(text: string): void {
    const { counters, out } = this.options;
    const frame = parse(text);
    const control = frame === null ? null : controlOf(frame);
    if (control === null) {
      counters.malformed += 1;
      return;
    }
    counters.control += 1;
    out.onControl(control);
  }

  /** A public channel of few words: what halts is read, of the others the frame is checked. */
  readRare(text: string, recvMs: number): void {
    const { counters, out } = this.options;
    const frame = parse(text);
    const channel = isObject(frame?.['arg']) ? frame['arg']['channel'] : undefined;
    if (frame === null || typeof channel !== 'string' || !Array.isArray(frame['data'])) {
      counters.malformed += 1;
      return;
    }
    counters.slow += 1;
    if (channel === STATUS_CHANNEL) this.readStatus(frame['data'], recvMs);
    out.onRare(channel, frame);
  }

  /**
   * Forced orders: `data[]` holds instruments, `details[]` their orders. Checked as a whole before the first is handed on.
   * The channel covers every swap, so instruments that nobody subscribed are told but not counted.
   */
  readLiquidations(text: string, recvMs: number): void {
    const { counters } = this.options;
    const frame = parse(text);
    const rows = frame === null ? null : liquidationRows(frame);
    if (rows === null) {
      counters.malformed += 1;
      return;
    }
    counters.slow += 1;
    for (const row of rows) this.emit(row, recvMs);
  }

  /** The channel covers every instrument of a kind; those that nobody subscribed are no news. */
  private readStatus(rows: readonly unknown[], recvMs: number): void {
    const { out, symbols } = this.options;
    for (const row of rows) {
      if (!isObject(row) || typeof row['instId'] !== 'string' || typeof row['state'] !== 'string') continue;
      const ix = symbols.findText(row['instId']);
      if (ix >= 0) out.onTrading?.(ix, isTradable(row as unknown as OkxInstrumentRow), recvMs);
    }
  }

  private emit(row: LiquidationRow, recvMs: number): void {
    const { out, symbols } = this.options;
    const ix = symbols.findText(row.instId);
    if (ix < 0) {
      out.onUnknown('symbol', row.instId);
      return;
    }
    const { liquidation } = this;
    liquidation.liquidatedSide = row.liquidatedSide;
    liquidation.px = row.px;
    liquidation.qty = row.qty;
    // The venue calls the channel incomplete: at most one order a contract and second.
    liquidation.isLowerBound = true;
    liquidation.venueMs = row.venueMs;
    out.onLiquidation(ix, liquidation, recvMs);
  }
}

/** Returns how many significant decimals the finest price of a frame has; 0 when there is none. */
export function pxDigitsOf(text: string): number {
  const frame = parse(text);
  const rows: readonly unknown[] = frame !== null && Array.isArray(frame['data']) ? frame['data'] : [];
  let digits = 0;
  const note = (px: unknown): void => {
    digits = Math.max(digits, decimalsOf(px));
  };
  for (const row of rows) {
    if (!isObject(row)) continue;
    for (const key of ['px', 'askPx', 'bidPx']) note(row[key]);
    for (const side of [row['asks'], row['bids']]) {
      if (Array.isArray(side)) for (const level of side) if (Array.isArray(level)) note(level[0]);
    }
  }
  return digits;
}

interface LiquidationRow {
  readonly instId: string;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly px: number;
  readonly qty: number;
  readonly venueMs: number;
}

function liquidationRows(frame: Json): readonly LiquidationRow[] | null {
  const { arg, data } = frame;
  if (!Array.isArray(data) || !isObject(arg)) return null;
  const rows: LiquidationRow[] = [];
  for (const row of data as readonly unknown[]) {
    if (!isObject(row)) return null;
    const details: unknown = row['details'] ?? [row];
    const instId = row['instId'] ?? arg['instId'];
    if (!Array.isArray(details) || typeof instId !== 'string') return null;
    for (const detail of details as readonly unknown[]) {
      const read = isObject(detail) ? liquidationRow(instId, detail) : null;
      if (read === null) return null;
      rows.push(read);
    }
  }
  return rows;
}

function liquidationRow(instId: string, detail: Json): LiquidationRow | null {
  const liquidatedSide = liquidatedSideOf(String(detail['side']));
  const px = numberOf(detail['bkPx']);
  const qty = numberOf(detail['sz']);
  const venueMs = numberOf(detail['ts']);
  if (liquidatedSide === null || !(px >= 0) || !(qty >= 0) || !(venueMs > 0)) return null;
  return { instId, liquidatedSide, px, qty, venueMs };
}

function controlOf(frame: Json): FeedControl | null {
  const { event, arg, code } = frame;
  if (event === 'subscribe' || event === 'unsubscribe') {
    if (!isObject(arg) || typeof arg['channel'] !== 'string') return null;
    const topic = topicOf(arg as unknown as OkxArg);
    return event === 'subscribe' ? { kind: 'confirmed-topic', topic } : { kind: 'unsubscribed-topic', topic };
  }
  if (event === 'error') return refusalOf(String(code), frame);
  if (typeof event !== 'string') return null;
  return { kind: 'notice', text: `${event} ${String(code ?? '')} ${String(frame['msg'] ?? '')}`.trim() };
}

function refusalOf(code: string, frame: Json): FeedControl {
  const requestId = Number(frame['id'] ?? Number.NaN);
  if (!Number.isInteger(requestId)) return { kind: 'error', reason: code };
  return { kind: 'rejected-request', requestId, reason: code, mayRetry: okxWsError(code).mayRetry };
}

function parse(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}

function decimalsOf(px: unknown): number {
  const match = typeof px === 'string' ? /^\d*\.(\d*?)0*$/.exec(px) : null;
  return match === null ? 0 : (match[1] as string).length;
}

/** Text or number; NaN for anything else and for empty text. */
function numberOf(value: unknown): number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? Number(value) : Number.NaN;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
