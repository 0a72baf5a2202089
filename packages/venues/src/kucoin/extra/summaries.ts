import type { MarkMessage, TickerMessage } from '@riptide/core/domain';
import { clearMark, clearTicker, END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { KEY_CODES } from '../ws/wire.ts';
import type { DecoderState } from './decoder-state.ts';
import { readEpochMs } from './epoch-ms.ts';

const K = KEY_CODES;

/** Reads the data of `mark.index.price` or `funding.rate`, which share a topic; a field not in the frame stays NaN. */
export function readMark(cursor: JsonCursor, mark: MarkMessage): void {
  clearMark(mark);
  if (!cursor.enterObject()) return;
  for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
    if (key === K.markPrice) mark.markPx = cursor.readDecimal();
    else if (key === K.indexPrice) mark.indexPx = cursor.readDecimal();
    else if (key === K.fundingRate) mark.fundingRateFrac = cursor.readDecimal();
    else if (key === K.timestamp) mark.venueMs = readEpochMs(cursor);
    else cursor.skipValue();
  }
}

/** Reads the data of a futures 24 h snapshot; its volume counts base, so `lotsPerVolume` makes it lots. */
export function readFuturesTicker(cursor: JsonCursor, ticker: TickerMessage, lotsPerVolume: number): void {
  clearTicker(ticker);
  if (!cursor.enterObject()) return;
  for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
    if (key === K.lastPrice) ticker.lastPx = cursor.readDecimal();
    else if (key === K.price24HoursBefore) ticker.openPx = cursor.readDecimal();
    else if (key === K.highPrice) ticker.highPx = cursor.readDecimal();
    else if (key === K.lowPrice) ticker.lowPx = cursor.readDecimal();
    else if (key === K.priceChgPct) ticker.changeFrac = cursor.readDecimal();
    else if (key === K.volume) ticker.volumeQty = cursor.readDecimal() * lotsPerVolume;
    else if (key === K.turnover) ticker.volumeQuote = cursor.readDecimal();
    else if (key === K.ts) ticker.venueMs = readEpochMs(cursor);
    else cursor.skipValue();
  }
}

/**
 * Reads the data of a spot 24 h snapshot and returns the instrument, or -1 for an unknown one.
 * The symbol is taken from inside: the topic may name a whole market (`/market/snapshot:USDS`).
 */
export function readSpotTicker(
  cursor: JsonCursor,
  { ticker, told, symbols }: Pick<DecoderState, 'ticker' | 'told' | 'symbols'>,
): number {
  let ix = -1;
  told.isTrading = null;
  clearTicker(ticker);
  if (!cursor.enterObject()) return ix;
  for (let outer = cursor.nextKey(); outer !== END_OF_OBJECT; outer = cursor.nextKey()) {
    if (outer !== K.data || !cursor.enterObject()) {
      cursor.skipValue();
      continue;
    }
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.symbol && cursor.readString())
        ix = symbols.find(cursor.source, cursor.stringStart, cursor.stringEnd);
      else if (key === K.trading) told.isTrading = cursor.takeNull() ? null : cursor.readBoolean();
      else readSpotField(cursor, ticker, key);
    }
  }
  return ix;
}

function readSpotField(cursor: JsonCursor, ticker: TickerMessage, key: number): void {
  if (key === K.lastTradedPrice) ticker.lastPx = cursor.readDecimal();
  else if (key === K.open) ticker.openPx = cursor.readDecimal();
  else if (key === K.high) ticker.highPx = cursor.readDecimal();
  else if (key === K.low) ticker.lowPx = cursor.readDecimal();
  else if (key === K.changeRate) ticker.changeFrac = cursor.readDecimal();
  else if (key === K.vol) ticker.volumeQty = cursor.readDecimal();
  else if (key === K.volValue) ticker.volumeQuote = cursor.readDecimal();
  else if (key === K.datetime) ticker.venueMs = readEpochMs(cursor);
  else cursor.skipValue();
}
