import { Literal, type PlainBytes } from '../../kit/index.ts';
import type { DecoderState } from './decoder-state.ts';

const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;

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

/** `["px","size","seq"],…]`, the opening bracket being behind. Rows at price 0 or at or below the floor change nothing. */
function readRows(scan: PlainBytes, state: DecoderState, ix: number, isBid: boolean): boolean {
  const { bytes } = scan;
  const { depth } = state;
  const decimals = state.decimals[ix]!;
  const floor = state.rowFloor[ix]!;
  let newest = -1;
  if (bytes[scan.pos] === CLOSE_ARRAY) {
    scan.pos += 1;
    return true;
  }
  for (;;) {
    if (bytes[scan.pos] !== OPEN_ARRAY) return false;
    scan.pos += 1;
    if (!scan.readLevel(decimals) || bytes[scan.pos] !== COMMA || bytes[scan.pos + 1] !== QUOTE) return false;
    const { ticks, value: qty } = scan;
    scan.pos += 2;
    scan.readUint();
    const seq = scan.value;
    const { pos } = scan;
    if (bytes[pos] !== QUOTE || bytes[pos + 1] !== CLOSE_ARRAY || !scan.isPlain || pos >= scan.end) return false;
    if (seq < newest) return false;
    newest = seq;
    if (ticks > 0 && seq > floor) {
      if (isBid) depth.pushBid(ticks, qty);
      else depth.pushAsk(ticks, qty);
    }
    scan.pos = pos + 3;
    const after = bytes[pos + 2];
    if (after === CLOSE_ARRAY) return true;
    if (after !== COMMA) return false;
  }
}
