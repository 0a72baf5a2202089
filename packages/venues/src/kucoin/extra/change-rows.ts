import { LEVEL_TAIL, Literal, readPlainLevels, type PlainBytes } from '../../kit/index.ts';
import type { DecoderState } from './decoder-state.ts';

const ASKS = new Literal('"changes":{"asks":[');
const BIDS = new Literal(',"bids":[');
const SEQUENCE_END = new Literal('},"sequenceEnd":');
const SEQUENCE_START = new Literal(',"sequenceStart":');
const SYMBOL = new Literal(',"symbol":"');
const TIME = new Literal('","time":');

/** The symbol of a frame's topic, which its data repeat. */
export interface SymbolSpan {
  readonly ix: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the data of a spot `level2` frame as KuCoin writes them today into the state's depth message; false where they differ.
 * HOT: rows out of sequence are left to the key-driven reader, which knows what to do with two at one price.
 */
export function readSpotBook(scan: PlainBytes, state: DecoderState, symbol: SymbolSpan): boolean {
  const { depth } = state;
  depth.reset();
  if (!scan.take(ASKS) || !readRows(scan, state, symbol.ix, false)) return false;
  if (!scan.take(BIDS) || !readRows(scan, state, symbol.ix, true)) return false;
  if (!scan.take(SEQUENCE_END)) return false;
  scan.readUint();
  depth.lastSeq = scan.value;
  if (!scan.take(SEQUENCE_START)) return false;
  scan.readUint();
  depth.firstSeq = scan.value;
  if (!scan.take(SYMBOL)) return false;
  scan.expectSame(symbol.start, symbol.end);
  if (!scan.take(TIME)) return false;
  scan.readMs();
  depth.venueMs = scan.value;
  return scan.isPlain;
}

/**
 * `["px","size","seq"],…]`, the opening bracket being behind. Rows at price 0 or at or below the floor change nothing and are taken
 * out again.
 */
function readRows(scan: PlainBytes, state: DecoderState, ix: number, isBid: boolean): boolean {
  const { depth } = state;
  scan.decimals = state.decimals[ix]!;
  if (!readPlainLevels(scan, depth, isBid, LEVEL_TAIL.sequence)) return false;
  const ticks = isBid ? depth.bidTicks : depth.askTicks;
  const qty = isBid ? depth.bidQty : depth.askQty;
  const count = isBid ? depth.bidCount : depth.askCount;
  const floor = state.rowFloor[ix]!;
  let newest = -1;
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    const seq = scan.sequences[at]!;
    if (seq < newest) return false;
    newest = seq;
    if (ticks[at]! <= 0 || seq <= floor) continue;
    ticks[kept] = ticks[at]!;
    qty[kept] = qty[at]!;
    kept += 1;
  }
  if (isBid) depth.bidCount = kept;
  else depth.askCount = kept;
  return true;
}
