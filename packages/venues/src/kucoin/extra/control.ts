import type { FeedControl } from '../../kit/index.ts';
import { socketError } from '../errors.ts';
import type { Parsed } from './slow-values.ts';

/** Returns what a frame without topic says about the connection, or null when it is no control frame. */
export function controlOf(frame: Parsed): FeedControl | null {
  switch (frame['type']) {
    case 'welcome':
      return { kind: 'welcome' };
    case 'pong':
      return { kind: 'pong' };
    case 'ack':
      return confirmed(frame['id']);
    case 'error':
      return refused(frame, `${String(frame['code'])} ${String(frame['data'] ?? '')}`, String(frame['code']));
    case undefined:
      return unifiedControl(frame);
    default:
      return null;
  }
}

/** The unified sockets confirm by `{"id","result"}` and greet by `{"sessionId","message":"welcome"}`. */
function unifiedControl(frame: Parsed): FeedControl | null {
  if (frame['message'] === 'welcome') return { kind: 'welcome' };
  const { result } = frame;
  if (result === true || result === 'true') return confirmed(frame['id']);
  if (result === false || result === 'false') return refused(frame, String(frame['message'] ?? ''), '');
  return null;
}

function confirmed(id: unknown): FeedControl {
  const requestId = Number(id);
  return Number.isSafeInteger(requestId)
    ? { kind: 'confirmed-request', requestId }
    : { kind: 'notice', text: `ack ${String(id)}` };
}

function refused(frame: Parsed, reason: string, wireCode: string): FeedControl {
  const requestId = Number(frame['id'] ?? Number.NaN);
  if (!Number.isSafeInteger(requestId)) return { kind: 'error', reason };
  const { code } = socketError(wireCode);
  return {
    kind: 'rejected-request',
    requestId,
    reason,
    mayRetry: code === 'VENUE_BUSY' || code === 'VENUE_RATE_LIMITED',
  };
}
