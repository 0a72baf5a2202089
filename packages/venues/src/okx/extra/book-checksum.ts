import { crc32 } from 'node:zlib';
import type { MarketSink } from '@riptide/core/domain';

/** Levels a side the venue prints. Source: OKX v5 documentation, order book channel, checksum. */
const CHECKSUM_LEVELS = 25;
const COLON = 58;
const POINT = 46;
const LEVEL_BYTES_MAX = 64;

/**
 * Computes OKX's checksum of a book: crc32 over the best 25 levels of both sides, printed `bid:size:ask:size:…` by turns, as a
 * signed int. The venue prints prices and sizes as plain decimals without idle zeros.
 *
 * QUIRK(okx): since 23 June 2026 the venue sends 0 instead of a checksum.
 */
export class BookChecksum {
  private readonly text = Buffer.alloc(CHECKSUM_LEVELS * 4 * LEVEL_BYTES_MAX);
  private readonly bidTicks = new Int32Array(CHECKSUM_LEVELS);
  private readonly bidQty = new Float64Array(CHECKSUM_LEVELS);
  private readonly askTicks = new Int32Array(CHECKSUM_LEVELS);
  private readonly askQty = new Float64Array(CHECKSUM_LEVELS);
  private length = 0;

  /** Returns the checksum of the book the sink holds; prices are printed from ticks at 10^pxDecimals. */
  compute(sink: Pick<MarketSink, 'readLevels'>, ix: number, pxDecimals: number): number {
    const bids = sink.readLevels(ix, 'bid', CHECKSUM_LEVELS, this.bidTicks, this.bidQty);
    const asks = sink.readLevels(ix, 'ask', CHECKSUM_LEVELS, this.askTicks, this.askQty);
    this.length = 0;
    for (let at = 0; at < Math.max(bids, asks); at += 1) {
      if (at < bids) this.putLevel(this.bidTicks[at]!, this.bidQty[at]!, pxDecimals);
      if (at < asks) this.putLevel(this.askTicks[at]!, this.askQty[at]!, pxDecimals);
    }
    return crc32(this.text.subarray(0, this.length)) | 0;
  }

  private putLevel(ticks: number, qty: number, pxDecimals: number): void {
    if (this.length > 0) this.putByte(COLON);
    this.putTicks(ticks, pxDecimals);
    this.putByte(COLON);
    this.length += this.text.write(plainDecimal(qty), this.length, 'latin1');
  }

  private putTicks(ticks: number, pxDecimals: number): void {
    let value = ticks;
    let decimals = pxDecimals;
    while (decimals > 0 && value % 10 === 0) {
      value /= 10;
      decimals -= 1;
    }
    const digits = String(value).padStart(decimals + 1, '0');
    for (let at = 0; at < digits.length; at += 1) {
      if (decimals > 0 && at === digits.length - decimals) this.putByte(POINT);
      this.putByte(digits.charCodeAt(at));
    }
  }

  private putByte(byte: number): void {
    this.text[this.length] = byte;
    this.length += 1;
  }
}

/** Prints a non-negative double as a plain decimal: the shortest that reads back the same, without exponent. */
export function plainDecimal(value: number): string {
  const text = String(value);
  const match = /^(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const whole = match[1] as string;
  const digits = whole + (match[2] ?? '');
  const point = whole.length + Number(match[3]);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return digits.padEnd(point, '0');
}
