import { isRecord, listOf, numberOf, type JsonRecord } from '../../kit/index.ts';

/** The topics of the private socket that are read. */
export const BYBIT_PRIVATE_TOPICS = ['order', 'execution', 'position', 'wallet'] as const;
type BybitPrivateTopic = (typeof BYBIT_PRIVATE_TOPICS)[number];

/** What a frame of the private socket says. */
export type BybitPrivateFrame =
  | { readonly kind: 'auth'; readonly isOk: boolean; readonly code: string | null; readonly reason: string }
  | { readonly kind: 'subscribed'; readonly isOk: boolean; readonly requestId: number | null; readonly reason: string }
  | { readonly kind: 'pong' }
  | {
      readonly kind: 'push';
      readonly topic: BybitPrivateTopic;
      readonly rows: readonly JsonRecord[];
      /** When the venue made the frame, ms. */
      readonly venueMs: number;
    }
  /** A topic or an operation nobody asked for. */
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'malformed' };

/**
 * Reads a frame of the private socket. Throws nothing.
 *
 * QUIRK(bybit): answers come in two spellings, `ret_msg` with `success` and `retMsg` with `retCode`; a subscription is not always
 * acknowledged under its request id.
 */
export function readBybitPrivateFrame(text: string): BybitPrivateFrame {
  const frame = parse(text);
  if (frame === null) return { kind: 'malformed' };
  if (typeof frame['topic'] === 'string') return readPush(frame['topic'], frame);
  const isOk = frame['success'] === true || (frame['success'] === undefined && frame['retCode'] === 0);
  const reason = String(frame['ret_msg'] ?? frame['retMsg'] ?? '');
  switch (frame['op']) {
    case 'auth':
      return { kind: 'auth', isOk, code: codeOf(frame), reason };
    case 'subscribe': {
      const requestId = numberOf(frame['req_id']);
      return { kind: 'subscribed', isOk, requestId: Number.isInteger(requestId) ? requestId : null, reason };
    }
    case 'pong':
    case 'ping':
      return { kind: 'pong' };
    default:
      return { kind: 'unknown', name: String(frame['op']) };
  }
}

function readPush(name: string, frame: JsonRecord): BybitPrivateFrame {
  const topic = BYBIT_PRIVATE_TOPICS.find((one) => one === name || name.startsWith(`${one}.`));
  // The fast executions have no fee: they are another topic, which nobody asks for.
  if (topic === undefined || name === 'execution.fast') return { kind: 'unknown', name };
  const rows = listOf(frame['data']);
  const venueMs = numberOf(frame['creationTime']);
  if (rows === null || !rows.every(isRecord) || !Number.isFinite(venueMs)) return { kind: 'malformed' };
  return { kind: 'push', topic, rows, venueMs };
}

function codeOf(frame: JsonRecord): string | null {
  const code = frame['retCode'] ?? frame['ret_code'];
  return typeof code === 'number' || typeof code === 'string' ? String(code) : null;
}

function parse(text: string): JsonRecord | null {
  try {
    const frame: unknown = JSON.parse(text);
    return isRecord(frame) ? frame : null;
  } catch (e) {
    if (e instanceof SyntaxError) return null;
    throw e;
  }
}
