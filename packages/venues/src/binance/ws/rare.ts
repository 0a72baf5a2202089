import { LiquidationMessage } from '@riptide/core/domain';
import type { DecodedSink, FeedControl } from '../../kit/index.ts';
import { liquidatedSideOf } from '../enums.ts';
import { streamErrorOf } from '../errors.ts';
import { listOf, numberOf, recordOf } from '../../kit/index.ts';
import { symbolBytes } from '../symbols.ts';
import type { InstrumentLookup } from '../extra/instrument-lookup.ts';
import {
  ALL_MARKET_MARK,
  COIN_MARGINED,
  RARE_EVENTS,
  RARE_STREAMS,
  STATUS_EVENT,
  type WireForceOrder,
} from './wire.ts';

/** The counter a frame belongs to. */
export type RareOutcome = 'slow' | 'control' | 'malformed' | 'unknown';

/** The only status of a contract that takes orders. */
const TRADING = 'TRADING';

type Payload = Readonly<Record<string, unknown>>;

/** Reads what has no byte template: liquidations, control frames, channels the product does not use. Allocates. */
export class RareReader {
  private readonly liquidation = new LiquidationMessage();
  private readonly lookup: InstrumentLookup;
  private readonly out: DecodedSink;

  constructor(lookup: InstrumentLookup, out: DecodedSink) {
    this.lookup = lookup;
    this.out = out;
  }

  /** Reads a whole frame and returns how it counts. */
  read(bytes: Buffer, start: number, end: number, recvMs: number): RareOutcome {
    const frame = parseJson(bytes.toString('utf8', start, end));
    const wrapper = recordOf(frame);
    const stream = typeof wrapper?.['stream'] === 'string' ? wrapper['stream'] : '';
    const content = stream !== '' && wrapper !== null ? wrapper['data'] : frame;
    const payloads = listOf(content) ?? [content];
    let outcome: RareOutcome | null = null;
    for (const payload of payloads) {
      const record = recordOf(payload);
      if (record === null) return 'malformed';
      outcome = worse(outcome, this.readOne(record, stream, recvMs));
    }
    return outcome ?? 'slow';
  }

  /** Returns how many decimals the finest price of a frame has. */
  priceDigits(bytes: Buffer, start: number, end: number): number {
    const frame = parseJson(bytes.toString('utf8', start, end));
    const content = recordOf(frame)?.['data'] ?? frame;
    let digits = 0;
    for (const payload of listOf(content) ?? [content]) {
      for (const px of pricesOf(recordOf(payload) ?? {})) digits = Math.max(digits, decimalsOf(px));
    }
    return digits;
  }

  private readOne(payload: Payload, stream: string, recvMs: number): RareOutcome {
    const event = payload['e'];
    if (event === undefined) return this.readNameless(payload, stream);
    if (typeof event !== 'string') return 'malformed';
    if (event === 'forceOrder') return this.readForceOrder(payload, stream, recvMs);
    if (event === 'serverShutdown') {
      this.out.onControl({ kind: 'notice', text: 'serverShutdown' });
      return 'control';
    }
    if (!RARE_EVENTS.has(event)) {
      this.out.onUnknown('channel', event);
      return 'unknown';
    }
    if (event === STATUS_EVENT) this.readStatus(payload, recvMs);
    this.out.onRare(event, payload);
    return 'slow';
  }

  /** The stream covers every contract of both margins; those that nobody subscribed are no news. */
  private readStatus({ s, cs, st }: Payload, recvMs: number): void {
    if (st === COIN_MARGINED || typeof s !== 'string' || typeof cs !== 'string') return;
    const ix = this.lookup.bySymbol.findText(symbolBytes(s));
    if (ix >= 0) this.out.onTrading?.(ix, cs === TRADING, recvMs);
  }

  private readNameless(payload: Payload, stream: string): RareOutcome {
    const control = controlOf(payload);
    if (stream === '' && control !== null) {
      this.out.onControl(control);
      return 'control';
    }
    const channel = stream.slice(stream.indexOf('@') + 1);
    if (stream !== '' && RARE_STREAMS.has(channel)) {
      this.out.onRare(channel, payload);
      return 'slow';
    }
    this.out.onUnknown('channel', stream);
    return 'unknown';
  }

  /** Only the largest order per symbol and second is published, so a sum over it is a lower bound. */
  private readForceOrder(payload: Payload, stream: string, recvMs: number): RareOutcome {
    const order = recordOf(payload['o']) as WireForceOrder | null;
    if (payload['st'] === COIN_MARGINED) return 'slow';
    const side = liquidatedSideOf(order?.S);
    const qty = numberOf(order?.z ?? order?.q);
    const averagePx = numberOf(order?.ap);
    const orderPx = numberOf(order?.p);
    if (order === null || typeof order.s !== 'string' || side === null || !(qty >= 0)) return 'malformed';
    if (!(orderPx > 0) && !(averagePx > 0)) return 'malformed';
    const ix = this.lookup.bySymbol.findText(symbolBytes(order.s));
    if (ix < 0) {
      this.out.onUnknown('symbol', order.s);
      return stream.startsWith(ALL_MARKET_MARK) ? 'slow' : 'unknown';
    }
    const { liquidation } = this;
    liquidation.liquidatedSide = side;
    liquidation.px = averagePx > 0 ? averagePx : orderPx;
    liquidation.orderPx = orderPx;
    liquidation.qty = qty;
    liquidation.isLowerBound = true;
    liquidation.venueMs = numberOf(order.T);
    this.out.onLiquidation(ix, liquidation, recvMs);
    return 'slow';
  }
}

/** Reads an answer to a request of ours; null when it is none. Spot and USD-M shape their refusals differently. */
function controlOf(frame: Payload): FeedControl | null {
  const requestId = typeof frame['id'] === 'number' ? frame['id'] : null;
  const refusal = recordOf(frame['error']) ?? (typeof frame['code'] === 'number' ? frame : null);
  if (refusal !== null) {
    const wireCode = numberOf(refusal['code']);
    const text = typeof refusal['msg'] === 'string' ? refusal['msg'] : '';
    const reason = `code=${wireCode} ${streamErrorOf(wireCode).code} ${text}`.trim();
    return requestId === null
      ? { kind: 'error', reason }
      : { kind: 'rejected-request', requestId, reason, mayRetry: false };
  }
  if (!('result' in frame)) return null;
  return requestId === null
    ? { kind: 'notice', text: 'answer without a request id' }
    : { kind: 'confirmed-request', requestId };
}

function worse(a: RareOutcome | null, b: RareOutcome): RareOutcome {
  const order: readonly RareOutcome[] = ['slow', 'control', 'unknown', 'malformed'];
  return a === null || order.indexOf(b) > order.indexOf(a) ? b : a;
}

function* pricesOf(payload: Payload): Generator<unknown> {
  for (const key of ['b', 'a', 'bids', 'asks', 'p']) {
    const value = payload[key];
    if (!Array.isArray(value)) yield value;
    else for (const level of value as readonly unknown[]) yield listOf(level)?.[0];
  }
}

function decimalsOf(value: unknown): number {
  if (typeof value !== 'string') return 0;
  return (/\.(\d*?)0*$/.exec(value)?.[1] ?? '').length;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (e instanceof SyntaxError) return undefined;
    throw e;
  }
}
