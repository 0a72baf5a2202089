import { isRecord, numberOf, type JsonRecord } from '../../kit/index.ts';
import { takerSideOf } from '../enums.ts';
import type { DecoderState } from './decoder-state.ts';
import { epochMsOf } from './epoch-ms.ts';
import { plainText } from './plain-decimal.ts';
import type { RareOutcome, TickReader } from './slow-values.ts';

/** Channels of the unified public sockets that are known but not turned into messages. */
const UNREAD_CHANNELS: ReadonlySet<string> = new Set([
  'ticker',
  'kline',
  'mark-price',
  'funding-fee',
  'funding-fee-all-symbols',
  'call-auction',
]);

/**
 * Reads a frame of the unified (UTA) sockets, `{"T":"obu.SPOT","t":"delta","d":{…}}`. The feed does not subscribe them; recordings
 * and other projects' cases hold them.
 */
export function readUnified(state: DecoderState, ticks: TickReader, frame: JsonRecord, recvMs: number): RareOutcome {
  const [channel = ''] = String(frame['T']).split('.');
  const data = frame['d'];
  if (!isRecord(data)) return 'malformed';
  if (UNREAD_CHANNELS.has(channel)) {
    state.out.onRare(channel, frame);
    return 'read';
  }
  if (channel !== 'obu' && channel !== 'trade') {
    state.out.onUnknown('channel', String(frame['T']));
    return 'unknown-channel';
  }
  const symbol = String(data['s']);
  const ix = state.symbols.findText(symbol);
  if (ix < 0) {
    state.out.onUnknown('symbol', symbol);
    return 'unknown-symbol';
  }
  ticks.start(state.decimals[ix]!);
  const isRead =
    channel === 'obu'
      ? readBook(state, ticks, { ix, data, frame, recvMs })
      : readTrade(state, ticks, { ix, data, frame, recvMs });
  if (ticks.offTickDigits === 0) return isRead ? 'read' : 'malformed';
  state.out.onOffTick(ix, ticks.offTickDigits);
  return 'off-tick';
}

interface UnifiedPush {
  readonly ix: number;
  readonly data: JsonRecord;
  readonly frame: JsonRecord;
  readonly recvMs: number;
}

/** Depth 1, 5 and 50 replace the book; `increment@10ms` starts with a snapshot (`O` equals `C`) and goes on with deltas. */
function readBook(state: DecoderState, ticks: TickReader, push: UnifiedPush): boolean {
  const { depth, out } = state;
  const { ix, data, frame, recvMs } = push;
  depth.reset();
  depth.firstSeq = numberOf(data['O']);
  depth.lastSeq = numberOf(data['C']);
  depth.venueMs = epochMsOf(data['M']);
  if (!Number.isSafeInteger(depth.firstSeq) || !Number.isSafeInteger(depth.lastSeq)) return false;
  if (!ticks.fillSide(depth, true, data['b']) || !ticks.fillSide(depth, false, data['a'])) return false;
  if (ticks.offTickDigits === 0) out.onDepth(ix, frame['t'] !== 'delta', depth, recvMs);
  return true;
}

function readTrade(state: DecoderState, ticks: TickReader, push: UnifiedPush): boolean {
  const { trade, out } = state;
  const { ix, data, recvMs } = push;
  const takerSide = takerSideOf(data['S']);
  trade.pxTicks = ticks.ticks(data['p']);
  trade.qty = numberOf(data['q']);
  trade.tradeId = plainText(data['ti']);
  trade.venueMs = epochMsOf(data['M']);
  if (takerSide === null || !Number.isFinite(trade.pxTicks) || !(trade.qty > 0)) return false;
  trade.takerSide = takerSide;
  if (ticks.offTickDigits === 0) out.onTrade(ix, trade, recvMs);
  return true;
}
