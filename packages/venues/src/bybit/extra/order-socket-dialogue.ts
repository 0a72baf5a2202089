import type { VenueKey } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import { isRecord, parseJson, type OrderDialogue, type OrderFrame, type VenueCall } from '../../kit/index.ts';
import { BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import { BYBIT_RECV_WINDOW_MS, bybitAuthFrame } from '../sign.ts';
import type { VenueTime } from './venue-time.ts';

/** The calls that the trade socket takes, by path; their parameters are those of REST. */
const OPS: Readonly<Record<string, string>> = {
  '/v5/order/create': 'order.create',
  '/v5/order/cancel': 'order.cancel',
};
const RESTARTS = 10019;
/** A login that is repeated stands all the same. */
const REPEATED_AUTH = 20001;

export interface BybitTradeOptions {
  readonly url: string;
  readonly key: VenueKey;
  readonly clock: Clock;
  readonly time: VenueTime;
}

/**
 * Order entry by the trade socket: one login, then messages without a signature, each with the time after which the venue refuses it.
 *
 * @source docs/venues/bybit.md, orders by socket
 */
export function bybitTradeDialogue({ url, key, clock, time }: BybitTradeOptions): OrderDialogue {
  const venueMs = (): number => clock.nowMs() + time.offsetMs();
  return {
    url,
    heartbeat: { intervalMs: BYBIT_PRIVATE_LIMITS.heartbeatMs, encode: () => JSON.stringify({ op: 'ping' }) },
    login: () => bybitAuthFrame(key, venueMs() + BYBIT_PRIVATE_LIMITS.authHoldsMs),
    encode: (call, id) => encodeBybitTrade(call, id, venueMs()),
    read: readBybitTrade,
  };
}

/** Returns the message of an order call; null for any other. `venueMs` is the venue's time, cut to whole ms as it refuses what is ahead. */
export function encodeBybitTrade(
  { method, path, params }: Pick<VenueCall, 'method' | 'path' | 'params'>,
  id: string,
  venueMs: number,
): string | null {
  const op = method === 'POST' ? OPS[path] : undefined;
  if (op === undefined) return null;
  const header = {
    'X-BAPI-TIMESTAMP': String(Math.floor(venueMs)),
    'X-BAPI-RECV-WINDOW': String(BYBIT_RECV_WINDOW_MS),
  };
  return JSON.stringify({ reqId: id, header, op, args: [params] });
}

/** Reads a message of the trade socket; an answer becomes what REST would have said. */
export function readBybitTrade(text: string): OrderFrame {
  const frame = parseJson(text);
  if (!isRecord(frame)) return { kind: 'other', what: 'no JSON object' };
  const { op, reqId, retCode, retMsg, data, retExtInfo, header } = frame;
  if (op === 'pong') return { kind: 'pong' };
  if (op === 'auth') {
    return {
      kind: 'login',
      isOk: retCode === 0 || retCode === REPEATED_AUTH,
      detail: `${String(retCode)} ${String(retMsg)}`,
    };
  }
  if (typeof reqId !== 'string' || typeof retCode !== 'number') return { kind: 'other', what: `op=${String(op)}` };
  const headers = isRecord(header)
    ? Object.fromEntries(Object.entries(header).map(([name, value]) => [name.toLowerCase(), String(value)]))
    : {};
  const answer = {
    retCode,
    retMsg,
    result: data ?? {},
    retExtInfo: retExtInfo ?? {},
    time: Number(headers['timenow']),
  };
  return { kind: 'answer', id: reqId, headers, text: JSON.stringify(answer), isLast: retCode === RESTARTS };
}
