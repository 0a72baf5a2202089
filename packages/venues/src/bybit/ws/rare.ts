import type { DecodeCounters } from '@riptide/core/domain';
import type { DecodedSink } from '../../kit/index.ts';
import { bybitWsError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads what comes seldom with JSON.parse: acknowledgements, pongs, channels the product does not use. */
export class RareReader {
  private readonly out: DecodedSink;
  private readonly counters: DecodeCounters;

  constructor(out: DecodedSink, counters: DecodeCounters) {
    this.out = out;
    this.counters = counters;
  }

  /** Reads a control frame: the answer to something we sent. */
  readControl(text: string): void {
    const frame = this.parse(text);
    if (frame === null) return;
    this.counters.control += 1;
    const { op } = frame;
    const reason = String(frame['ret_msg'] ?? frame['retMsg'] ?? '');
    // QUIRK(bybit): public sockets answer a ping with op "ping" and ret_msg "pong", private ones with op "pong".
    if (op === 'pong' || (op === 'ping' && frame['success'] === true)) return this.out.onControl({ kind: 'pong' });
    const requestId = Number(frame['req_id'] ?? Number.NaN);
    if (frame['success'] === true) {
      if (op === 'subscribe' && Number.isInteger(requestId))
        this.out.onControl({ kind: 'confirmed-request', requestId });
      return;
    }
    if (op === 'subscribe' && Number.isInteger(requestId)) {
      const code = String(frame['retCode'] ?? frame['ret_code'] ?? '');
      const mayRetry = ['VENUE_RATE_LIMITED', 'VENUE_BUSY'].includes(bybitWsError(code).code);
      this.out.onControl({ kind: 'rejected-request', requestId, reason, mayRetry });
      return;
    }
    if (frame['success'] === false) this.out.onControl({ kind: 'error', reason });
  }

  /** Reads a known public channel that the product does not use. */
  readRare(channel: string, text: string): void {
    const frame = this.parse(text);
    if (frame === null) return;
    if (frame['data'] === undefined) {
      this.counters.malformed += 1;
      return;
    }
    this.counters.slow += 1;
    this.out.onRare(channel, frame);
  }

  private parse(text: string): Fields | null {
    try {
      const frame: unknown = JSON.parse(text);
      if (typeof frame === 'object' && frame !== null && !Array.isArray(frame)) return frame as Fields;
    } catch (e) {
      if (!(e instanceof SyntaxError)) throw e;
    }
    this.counters.malformed += 1;
    return null;
  }
}
