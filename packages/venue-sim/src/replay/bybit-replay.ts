import type { ServerSocket, WireRequest, WireResponse } from '../server/venue-server.ts';
import { bybitTopic } from './bybit-facts.ts';
import { recordedInstruments, splitJoined, type RecordedInstrument } from './listed-rows.ts';
import { objectOf } from './json-reads.ts';
import { stepOf } from './precision.ts';
import type { RecordedStream } from './recording.ts';
import type { ReplayDesk } from './replay-desk.ts';
import { ok, requestObject, textsOf, type ReplayDialect } from './replay-protocol.ts';

const SOCKET_PATH = /^\/v5\/public\/(linear|spot|inverse)$/;
const REST_PATH = /^\/v5\/market\/(.+)$/;

/** Speaks Bybit v5 for a desk. Any depth above 1 serves the recorded one. */
export class BybitReplay implements ReplayDialect {
  private readonly desk: ReplayDesk;

  constructor(desk: ReplayDesk) {
    this.desk = desk;
  }

  answer(request: WireRequest): WireResponse {
    const name = REST_PATH.exec(request.path)?.[1];
    const category = request.query.get('category') ?? 'linear';
    const nowMs = this.desk.tellMs();
    if (name === undefined) return { status: 404, body: '' };
    if (name === 'time')
      return this.result({ timeSecond: String(Math.floor(nowMs / 1_000)), timeNano: `${nowMs}000000` });
    if (name === 'instruments-info') return this.result(this.instruments(category, request.query.get('symbol')));
    if (name === 'orderbook') return this.orderbook(category, request.query.get('symbol') ?? '');
    return this.result({ category, list: [] });
  }

  refuse(path: string): WireResponse | null {
    return SOCKET_PATH.test(path) ? null : { status: 404, body: '' };
  }

  opened(): void {
    // Bybit says nothing before the client does.
  }

  received(socket: ServerSocket, text: string): void {
    const request = requestObject(text);
    const head = { conn_id: `replay-${socket.id}`, req_id: request?.['req_id'] ?? '' };
    const op = request?.['op'];
    if (op === 'ping') {
      socket.send(JSON.stringify({ success: true, ret_msg: 'pong', ...head, op }), '');
      return;
    }
    if (request === null || (op !== 'subscribe' && op !== 'unsubscribe')) {
      socket.send(JSON.stringify({ success: false, ret_msg: 'error:invalid request', ...head, op: op ?? '' }), '');
      return;
    }
    const topics = textsOf(request['args']);
    const unknown = topics.find((topic) => !this.isKnown(socket, topic));
    if (unknown !== undefined) {
      socket.send(
        JSON.stringify({ success: false, ret_msg: `error:handler not found,topic:${unknown}`, ...head, op }),
        '',
      );
      return;
    }
    socket.send(JSON.stringify({ success: true, ret_msg: socket.path.endsWith('/spot') ? op : '', ...head, op }), '');
    for (const topic of topics) this.change(socket, op, topic);
  }

  private change(socket: ServerSocket, op: 'subscribe' | 'unsubscribe', topic: string): void {
    const streams = this.streams(socket, topic);
    if (op === 'subscribe') {
      socket.subscriptions.add(topic);
      this.desk.join(socket, streams);
    } else {
      socket.subscriptions.delete(topic);
      this.desk.leave(socket, streams);
    }
  }

  private category(socket: ServerSocket): string {
    return SOCKET_PATH.exec(socket.path)?.[1] ?? 'linear';
  }

  private streams(socket: ServerSocket, topic: string): readonly RecordedStream[] {
    const found = bybitTopic(topic);
    return found === null ? [] : this.desk.find(this.category(socket), [found.channel], found.symbol);
  }

  /** A channel that was not recorded is acknowledged and stays silent; an instrument that was not is refused. */
  private isKnown(socket: ServerSocket, topic: string): boolean {
    const found = bybitTopic(topic);
    const category = this.category(socket);
    return (
      found !== null &&
      [...this.desk.recording.streams.values()].some((one) => one.market === category && one.symbol === found.symbol)
    );
  }

  private instruments(category: string, symbol: string | null): unknown {
    const listed = recordedInstruments(this.desk.recording, category, {
      urlHas: `instruments-info?category=${category}`,
      rowsIn: (body) => objectOf(objectOf(body)?.['result'])?.['list'],
      nameField: 'symbol',
    });
    const list = listed
      .filter((one) => symbol === null || one.symbol === symbol)
      .map((one) => ({ ...instrumentRow(category, one), ...one.row }));
    return { category, list, nextPageCursor: '' };
  }

  private orderbook(category: string, symbol: string): WireResponse {
    const stream = this.desk.find(category, ['orderbook'], symbol)[0];
    const frame = stream === undefined ? null : this.desk.streamSnapshot(stream);
    if (frame === null)
      return ok({
        retCode: 10001,
        retMsg: 'params error: symbol invalid',
        result: {},
        retExtInfo: {},
        time: this.desk.nowMs(),
      });
    const snapshot = objectOf(JSON.parse(frame));
    return this.result({
      ...objectOf(snapshot?.['data']),
      ts: snapshot?.['ts'],
      cts: snapshot?.['cts'] ?? snapshot?.['ts'],
    });
  }

  private result(result: unknown): WireResponse {
    return ok({ retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: this.desk.nowMs() });
  }
}

function instrumentRow(category: string, { precision, symbol }: RecordedInstrument): Record<string, unknown> {
  const { base, quote } = splitJoined(symbol);
  const tickSize = stepOf(precision.pxDecimals);
  const step = stepOf(precision.qtyDecimals);
  const common = { symbol, baseCoin: base, quoteCoin: quote, status: 'Trading' };
  if (category === 'spot') {
    return {
      ...common,
      innovation: '0',
      marginTrading: 'none',
      lotSizeFilter: {
        basePrecision: step,
        quotePrecision: '0.00000001',
        minOrderQty: step,
        maxOrderQty: '9000000',
        minOrderAmt: '5',
      },
      priceFilter: { tickSize },
    };
  }
  return {
    ...common,
    contractType: category === 'inverse' ? 'InversePerpetual' : 'LinearPerpetual',
    launchTime: '1584230400000',
    deliveryTime: '0',
    settleCoin: category === 'inverse' ? base : quote,
    priceScale: String(precision.pxDecimals),
    leverageFilter: { minLeverage: '1', maxLeverage: '50.00', leverageStep: '0.01' },
    priceFilter: { minPrice: tickSize, maxPrice: '1999999', tickSize },
    lotSizeFilter: {
      maxOrderQty: '9000000',
      minOrderQty: step,
      qtyStep: step,
      minNotionalValue: '5',
      maxMktOrderQty: '9000000',
    },
    fundingInterval: 480,
    isPreListing: false,
  };
}
