import type { DepthMessage } from '@riptide/core/domain';
import { isRecord, numberOf, type JsonRecord } from '../../kit/index.ts';
import { plainDecimal } from './plain-decimal.ts';

const INT32_MAX = 2_147_483_647;
/** Whole numbers of 16 digits and more would lose digits in a double: they are read as text. */
const LONG_INTEGER = /([:[,]\s*)([1-9]\d{15,})(?=\s*[,}\]])/g;

/** What became of a frame. `off-tick` means a price finer than the scale: nothing was handed on. */
export type RareOutcome = 'read' | 'malformed' | 'unknown-channel' | 'unknown-symbol' | 'off-tick';

/** Returns a parsed JSON object in which long integers stay exact as text; null when the text is none. */
export function parseFrame(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text.replace(LONG_INTEGER, '$1"$2"'));
    return isRecord(value) ? value : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}

/** Prices of one frame as ticks; remembers the finest price met that does not fit the scale. */
export class TickReader {
  private decimals = 0;
  /** Decimals of the finest price beyond the scale; 0 while all fit. */
  offTickDigits = 0;

  /** Starts on the prices of one instrument. */
  start(decimals: number): void {
    this.decimals = decimals;
    this.offTickDigits = 0;
  }

  /** Returns a price as ticks, Infinity beyond int32, NaN for what is no price. */
  ticks(value: unknown): number {
    const text = plainDecimal(value);
    if (text === null || text.startsWith('-')) return Number.NaN;
    const [whole = '0', fraction = ''] = text.split('.');
    if (fraction.length > this.decimals) {
      this.offTickDigits = Math.max(this.offTickDigits, fraction.length);
      return 0;
    }
    const ticks = Number(whole + fraction.padEnd(this.decimals, '0'));
    return ticks > INT32_MAX ? Number.POSITIVE_INFINITY : ticks;
  }

  /**
   * Appends `[price, size, sequence?]` rows to one side; false when a row is malformed. Asks beyond int32 ticks are left out and
   * counted, as `JsonCursor.leaveOut` says.
   */
  fillSide(depth: DepthMessage, isBid: boolean, rows: unknown, floor = -1): boolean {
    if (rows === null || rows === undefined) return true;
    if (!Array.isArray(rows)) return false;
    const bySeq = (rows as readonly unknown[]).map((row) => ({ row, seq: rowSeq(row) }));
    bySeq.sort((a, b) => a.seq - b.seq);
    for (const { row, seq } of bySeq) {
      const ticks = Array.isArray(row) ? this.ticks(row[0]) : Number.NaN;
      const qty = Array.isArray(row) ? numberOf(row[1]) : Number.NaN;
      if (Number.isNaN(ticks) || Number.isNaN(seq) || !(qty >= 0)) return false;
      if (ticks === 0 || seq <= floor) continue;
      if (ticks === Number.POSITIVE_INFINITY) {
        if (isBid) return false;
        depth.farAskCount += 1;
      } else if (isBid) depth.pushBid(ticks, qty);
      else depth.pushAsk(ticks, qty);
    }
    return true;
  }
}

function rowSeq(row: unknown): number {
  if (!Array.isArray(row) || row.length < 3) return Number.MAX_SAFE_INTEGER;
  return numberOf(row[2]);
}
