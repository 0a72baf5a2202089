import type { JsonRecord, FeedControl } from '../../kit/index.ts';
import { socketError } from '../errors.ts';
import { plainText } from './plain-decimal.ts';

/** Returns what a frame without topic says about the connection, or null when it is no control frame. */
export function controlOf(frame: JsonRecord): FeedControl | null {
  switch (frame['type']) {
    case 'welcome':
      return { kind: 'welcome' };
    case 'pong':
      return { kind: 'pong' };
    case 'ack':
      return confirmed(frame['id']);
    case 'error':
      return refused(frame, `${String(frame['code'])} ${plainText(frame['data'])}`, String(frame['code']));
    case undefined:
      return unifiedControl(frame);
    default:
      return null;
  }
}

/** The unified sockets confirm by `{"id","result"}` and greet by `{"sessionId","message":"welcome"}`. */
function unifiedControl(frame: JsonRecord): FeedControl | null {
  if (frame['message'] === 'welcome') return { kind: 'welcome' };
  const { result } = frame;
  if (result === true || result === 'true') return confirmed(frame['id']);
  if (result === false || result === 'false') return refused(frame, plainText(frame['message']), '');
  return null;
}

function confirmed(id: unknown): FeedControl {
  const requestId = requestIdOf(id);
  return requestId === null ? { kind: 'notice', text: `ack ${String(id)}` } : { kind: 'confirmed-request', requestId };
}

function refused(frame: JsonRecord, reason: string, wireCode: string): FeedControl {
  const requestId = requestIdOf(frame['id']);
  if (requestId === null) return { kind: 'error', reason };
  const { code } = socketError(wireCode);
  const mayRetry = code === 'VENUE_BUSY' || code === 'VENUE_RATE_LIMITED';
  return { kind: 'rejected-request', requestId, reason, mayRetry };
}

/** Our request ids are whole numbers; connect ids and empty ids are not. */
function requestIdOf(id: unknown): number | null {
  const text = typeof id === 'string' || typeof id === 'number' ? String(id) : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
