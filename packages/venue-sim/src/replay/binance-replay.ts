import type { ServerSocket, WireRequest, WireResponse } from '../server/venue-server.ts';
import { binanceChannel } from './binance-facts.ts';
import { binanceRow } from './binance-rows.ts';
import { objectOf } from './json-reads.ts';
import { recordedInstruments } from './listed-rows.ts';
import type { RecordedStream } from './recording.ts';
import type { ReplayDesk } from './replay-desk.ts';
import { ok, requestObject, textsOf, type ReplayDialect } from './replay-protocol.ts';

type Product = 'spot' | 'usdm';

const SOCKET_PATH = /^\/(spot|usdm)(?:\/(?:public|market|private))?\/(ws|stream)(?:\/(.*))?$/;
const REST_PATH = /^\/(?:spot\/api\/v3|usdm\/fapi\/v[123])\/(.+)$/;
/** Channels that serve a request for another one where only they were recorded. */
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  depth: ['depth', 'partialDepth'],
  partialDepth: ['partialDepth', 'depth'],
  trade: ['trade', 'aggTrade'],
  aggTrade: ['aggTrade', 'trade'],
};
/** Lists the recording has nothing for: empty, never invented. */
const EMPTY_LISTS = new Set([
  'trades',
  'aggTrades',
  'klines',
  'ticker/24hr',
  'ticker/price',
  'ticker/bookTicker',
  'premiumIndex',
  'fundingRate',
  'fundingInfo',
]);

/** Speaks Binance for a desk: SUBSCRIBE and streams in the address, exchange info, time and depth snapshots. */
export class BinanceReplay implements ReplayDialect {
  private readonly desk: ReplayDesk;

  constructor(desk: ReplayDesk) {
    this.desk = desk;
  }

  answer(request: WireRequest): WireResponse {
    const name = REST_PATH.exec(request.path)?.[1];
    const product: Product = request.path.startsWith('/usdm/') ? 'usdm' : 'spot';
    if (name === undefined) return { status: 404, body: '{"code":-1000,"msg":"not found"}' };
    if (name === 'ping') return ok({});
    if (name === 'time') return ok({ serverTime: this.desk.tellMs() });
    if (name === 'exchangeInfo') return ok(this.exchangeInfo(product));
    if (name === 'depth') return this.depth(product, request.query.get('symbol') ?? '');
    return EMPTY_LISTS.has(name) ? ok([]) : { status: 404, body: '{"code":-1000,"msg":"not recorded"}' };
  }

  refuse(path: string): WireResponse | null {
    return SOCKET_PATH.test(path) ? null : { status: 404, body: '{"code":-1000,"msg":"not found"}' };
  }

  opened(socket: ServerSocket): void {
    const inPath = SOCKET_PATH.exec(socket.path)?.[3] ?? '';
    const named = [...inPath.split('/'), ...(socket.query.get('streams') ?? '').split('/')].filter(
      (name) => name !== '',
    );
    this.subscribe(socket, named);
  }

  received(socket: ServerSocket, text: string): void {
    const request = requestObject(text);
    if (request === null) {
      socket.send('{"error":{"code":3,"msg":"Invalid JSON"}}', '');
      return;
    }
    const id = request['id'] ?? null;
    const params = textsOf(request['params']);
    if (request['method'] === 'SUBSCRIBE') this.subscribe(socket, params);
    else if (request['method'] === 'UNSUBSCRIBE') this.unsubscribe(socket, params);
    else if (request['method'] !== 'LIST_SUBSCRIPTIONS') {
      socket.send(JSON.stringify({ error: { code: 2, msg: 'Invalid request: unknown method' }, id }), '');
      return;
    }
    const result = request['method'] === 'LIST_SUBSCRIPTIONS' ? [...socket.subscriptions] : null;
    socket.send(JSON.stringify({ result, id }), '');
  }

  private subscribe(socket: ServerSocket, names: readonly string[]): void {
    for (const name of names) {
      socket.subscriptions.add(name);
      this.desk.join(socket, this.streams(socket, name));
    }
  }

  private unsubscribe(socket: ServerSocket, names: readonly string[]): void {
    for (const name of names) {
      socket.subscriptions.delete(name);
      this.desk.leave(socket, this.streams(socket, name));
    }
  }

  private streams(socket: ServerSocket, name: string): readonly RecordedStream[] {
    const product: Product = socket.path.startsWith('/usdm/') ? 'usdm' : 'spot';
    if (name.startsWith('!')) return this.desk.find(product, [name.slice(1).split('@')[0] ?? ''], null);
    const channel = binanceChannel(name);
    const symbol = (name.split('@')[0] ?? '').toUpperCase();
    return this.desk.find(product, ALTERNATIVES[channel] ?? [channel], symbol);
  }

  private exchangeInfo(product: Product): unknown {
    const listed = recordedInstruments(this.desk.recording, product, {
      urlHas: product === 'usdm' ? '/fapi/v1/exchangeInfo' : '/api/v3/exchangeInfo',
      rowsIn: (body) => objectOf(body)?.['symbols'],
      nameField: 'symbol',
    });
    const rateLimits = [
      {
        rateLimitType: 'REQUEST_WEIGHT',
        interval: 'MINUTE',
        intervalNum: 1,
        limit: product === 'usdm' ? 2_400 : 6_000,
      },
    ];
    const symbols = listed.map((instrument) => binanceRow(product, instrument));
    return { timezone: 'UTC', serverTime: this.desk.nowMs(), rateLimits, exchangeFilters: [], symbols };
  }

  private depth(product: Product, symbol: string): WireResponse {
    const stream = this.desk.find(product, ['depth'], symbol)[0];
    if (stream === undefined) return { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' };
    const found = this.desk.snapshotFor(stream, (raw) => Number(/"lastUpdateId":\s*(\d+)/.exec(raw)?.[1]));
    if (found === null) return { status: 400, body: '{"code":-1121,"msg":"Invalid symbol."}' };
    if (found.raw !== null) return { status: 200, body: found.raw };
    // A cold start. Spot continues after the snapshot's number; a futures snapshot has to lie inside the first diff.
    const { firstSeq } = found.segment;
    return ok({ lastUpdateId: product === 'usdm' ? firstSeq : firstSeq - 1, bids: [], asks: [] });
  }
}
