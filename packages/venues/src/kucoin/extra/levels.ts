import type { DepthMessage } from '@riptide/core/domain';
import { END_OF_OBJECT, FAR_TICKS, type JsonCursor } from '../../kit/index.ts';
import { KEY_CODES } from '../ws/wire.ts';
import type { DecoderState } from './decoder-state.ts';

const COMMA = 44;
const LETTER_B = 98;
const LETTER_S = 115;
const BUY_LENGTH = 3;
const SELL_LENGTH = 4;
const K_ASKS = KEY_CODES.asks;
const K_BIDS = KEY_CODES.bids;

/** Reads a futures change, `"price,side,size"`: buy changes the bids, size 0 removes the level. HOT. */
export function readChange(cursor: JsonCursor, depth: DepthMessage, decimals: number): void {
  if (!cursor.readString()) return;
  const after = cursor.position;
  const stop = cursor.stringEnd;
  const bytes = cursor.source;
  cursor.seek(cursor.stringStart);
  const ticks = cursor.readLevelTicks(decimals);
  const sideAt = cursor.position + 1;
  const isBuy = bytes[sideAt] === LETTER_B;
  const comma = sideAt + (isBuy ? BUY_LENGTH : SELL_LENGTH);
  if (
    bytes[sideAt - 1] !== COMMA ||
    (!isBuy && bytes[sideAt] !== LETTER_S) ||
    bytes[comma] !== COMMA ||
    comma >= stop
  ) {
    cursor.failed = true;
    return;
  }
  cursor.seek(comma + 1);
  const qty = cursor.readDecimal();
  if (cursor.position !== stop || !(qty >= 0)) {
    cursor.failed = true;
    return;
  }
  cursor.seek(after);
  if (ticks === 0) return;
  if (ticks === FAR_TICKS) cursor.leaveOut(depth, isBuy);
  else if (isBuy) depth.pushBid(ticks, qty);
  else depth.pushAsk(ticks, qty);
}

/** Reads the `changes` object of a spot `level2` frame into the state's depth message. HOT. */
export function readChanges(cursor: JsonCursor, state: DecoderState, ix: number): void {
  let bids = 0;
  let asks = 0;
  if (!cursor.enterObject()) return;
  for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
    if (key === K_BIDS) {
      readRows(cursor, state, ix, true);
      bids += 1;
    } else if (key === K_ASKS) {
      readRows(cursor, state, ix, false);
      asks += 1;
    } else cursor.skipValue();
  }
  // Of a side that stands twice the last one counts, and levels of the first have been kept: JSON.parse starts over.
  if (bids > 1 || asks > 1) cursor.failed = true;
}

/**
 * Reads `[["price","size","sequence"],…]`. Rows at price 0 only advance the sequence, rows at or below the floor are already in
 * the snapshot, and of two rows at one price the one with the higher sequence counts, whatever their order.
 */
function readRows(cursor: JsonCursor, state: DecoderState, ix: number, isBid: boolean): void {
  const { depth } = state;
  const decimals = state.decimals[ix]!;
  const floor = state.rowFloor[ix]!;
  let newest = -1;
  if (cursor.takeNull() || !cursor.enterArray()) return;
  while (!cursor.failed && cursor.nextElement()) {
    if (!cursor.enterArray() || !cursor.nextElement()) cursor.failed = true;
    const ticks = cursor.readLevelTicks(decimals);
    if (!cursor.nextElement()) cursor.failed = true;
    const qty = cursor.readDecimal();
    let seq = Number.MAX_SAFE_INTEGER;
    if (cursor.nextElement()) {
      seq = cursor.readUint();
      if (cursor.nextElement()) cursor.failed = true;
    }
    if (!(qty >= 0)) cursor.failed = true;
    if (cursor.failed) return;
    if (ticks <= 0 || seq <= floor) {
      if (ticks === FAR_TICKS && seq > floor) cursor.leaveOut(depth, isBid);
      continue;
    }
    if (seq < newest && holds(depth, isBid, ticks)) continue;
    if (seq > newest) newest = seq;
    if (isBid) depth.pushBid(ticks, qty);
    else depth.pushAsk(ticks, qty);
  }
}

function holds(depth: DepthMessage, isBid: boolean, ticks: number): boolean {
  const side = isBid ? depth.bidTicks : depth.askTicks;
  const count = isBid ? depth.bidCount : depth.askCount;
  for (let at = 0; at < count; at += 1) if (side[at] === ticks) return true;
  return false;
}
