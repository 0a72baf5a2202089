import type { Random } from '@riptide/core/kernel';
import { KucoinTokens } from '../kucoin/kucoin-tokens.ts';
import type { ServerSocket, WireRequest, WireResponse } from '../server/venue-server.ts';
import { objectOf, textOf } from './json-reads.ts';
import { kucoinTopic } from './kucoin-facts.ts';
import { contractRow, spotRow } from './kucoin-replay-rows.ts';
import { recordedInstruments } from './listed-rows.ts';
import type { RecordedStream } from './recording.ts';
import type { ReplayDesk } from './replay-desk.ts';
import { ok, requestObject, type ReplayDialect } from './replay-protocol.ts';

type Product = 'spot' | 'futures';

const SOCKET_PATH = /^\/(spot|futures)\/endpoint\/?$/;
const TOKEN_RULES = { pingIntervalMs: 18_000, pingTimeoutMs: 10_000, ttlMs: 86_400_000 };
const DEPTH_PATH = /\/(market\/orderbook\/level2(_20|_100)?|level2\/(snapshot|depth20|depth100))$/;
const NOT_FOUND: WireResponse = { status: 404, body: JSON.stringify({ code: '404000', msg: 'Url Not Found' }) };
const EMPTY_LISTS = [
  '/market/candles',
  '/market/histories',
  '/kline/query',
  '/trade/history',
  '/allTickers',
  '/contract/funding-rates',
];

/** Speaks KuCoin classic for a desk: token handshake, topics of both products, recorded symbol lists and books. */
export class KucoinReplay implements ReplayDialect {
  private readonly desk: ReplayDesk;
  private readonly nowMs: () => number;
  private readonly tokens: Readonly<Record<Product, KucoinTokens>>;

  /** `nowMs` is the clock tokens age by: the machine's, since recorded time may stand still. */
  constructor(desk: ReplayDesk, random: Random, nowMs: () => number) {
    this.desk = desk;
    this.nowMs = nowMs;
    this.tokens = {
      spot: new KucoinTokens('spot', TOKEN_RULES, random),
      futures: new KucoinTokens('futures', TOKEN_RULES, random),
    };
  }

  answer(request: WireRequest): WireResponse {
    const product = productOf(request.path);
    if (product === null) return NOT_FOUND;
    const path = request.path.slice(product.length + 1);
    if (path === '/api/v1/bullet-public')
      return this.tokens[product].issue(request.headers['host'] ?? '', this.nowMs());
    if (path === '/api/v1/timestamp') return data(this.desk.tellMs());
    if (path === '/api/v1/status') return data({ status: 'open', msg: '' });
    if (/^\/api\/v[12]\/symbols$/.test(path) && product === 'spot') return data(this.symbols());
    if (path === '/api/v1/contracts/active' && product === 'futures') return data(this.contracts());
    if (DEPTH_PATH.test(path)) return this.depth(product, request.query.get('symbol') ?? '');
    return EMPTY_LISTS.some((suffix) => path.endsWith(suffix)) ? data([]) : NOT_FOUND;
  }

  refuse(path: string): WireResponse | null {
    return SOCKET_PATH.test(path) ? null : NOT_FOUND;
  }

  opened(socket: ServerSocket): void {
    const id = socket.query.get('connectId') ?? String(socket.id);
    const product = productOf(socket.path);
    if (product !== null && this.tokens[product].isGood(socket.query.get('token'), this.nowMs())) {
      socket.send(JSON.stringify({ id, type: 'welcome' }), '');
      return;
    }
    socket.send(JSON.stringify({ id, type: 'error', code: 401, data: 'token is invalid' }), '');
    socket.close(1008, 'token is invalid');
  }

  received(socket: ServerSocket, text: string): void {
    const request = requestObject(text);
    const id = request?.['id'] ?? '';
    const type = request?.['type'];
    if (type === 'ping') {
      socket.send(JSON.stringify({ id, type: 'pong' }), '');
      return;
    }
    const topic = textOf(request?.['topic']);
    if ((type !== 'subscribe' && type !== 'unsubscribe') || topic === null) {
      const error =
        topic === null ? { code: 406, data: 'topic is required' } : { code: 415, data: 'type is not supported' };
      socket.send(JSON.stringify({ id, type: 'error', ...error }), '');
      return;
    }
    for (const single of split(topic)) this.change(socket, type, single);
    if (request?.['response'] === true) socket.send(JSON.stringify({ id, type: 'ack' }), '');
  }

  private change(socket: ServerSocket, type: 'subscribe' | 'unsubscribe', topic: string): void {
    const streams = this.streams(topic);
    if (type === 'subscribe') {
      socket.subscriptions.add(topic);
      this.desk.join(socket, streams);
    } else {
      socket.subscriptions.delete(topic);
      this.desk.leave(socket, streams);
    }
  }

  private streams(topic: string): readonly RecordedStream[] {
    const { channel, market, symbol } = kucoinTopic(topic);
    return this.desk.find(market, [channel], symbol === 'all' ? null : symbol);
  }

  private symbols(): readonly unknown[] {
    const lists = { urlHas: '/symbols', rowsIn: (body: unknown) => objectOf(body)?.['data'], nameField: 'symbol' };
    return recordedInstruments(this.desk.recording, 'spot', lists).map(spotRow);
  }

  private contracts(): readonly unknown[] {
    const lists = {
      urlHas: '/contracts/active',
      rowsIn: (body: unknown) => objectOf(body)?.['data'],
      nameField: 'symbol',
    };
    return recordedInstruments(this.desk.recording, 'futures', lists).map(contractRow);
  }

  /** Every depth path answers the whole recorded book, also those that the venue cuts at 20 or 100 levels. */
  private depth(product: Product, symbol: string): WireResponse {
    const channel = product === 'spot' ? '/market/level2' : '/contractMarket/level2';
    const stream = this.desk.find(product, [channel], symbol)[0];
    const found =
      stream === undefined
        ? null
        : this.desk.snapshotFor(stream, (raw) => Number(/"sequence":\s*"?(\d+)/.exec(raw)?.[1]));
    if (found === null) return { status: 200, body: JSON.stringify({ code: '900001', msg: 'symbol not exists' }) };
    if (found.raw !== null) return { status: 200, body: found.raw };
    const sequence = found.segment.firstSeq - 1;
    const time = this.desk.nowMs();
    if (product === 'spot') return data({ time, sequence: String(sequence), bids: [], asks: [] });
    return data({ symbol, sequence, bids: [], asks: [], ts: time * 1_000_000 });
  }
}

function productOf(path: string): Product | null {
  if (path.startsWith('/spot/')) return 'spot';
  return path.startsWith('/futures/') ? 'futures' : null;
}

function data(value: unknown): WireResponse {
  return ok({ code: '200000', data: value });
}

/** `/market/match:A,B` is two topics. */
function split(topic: string): readonly string[] {
  const colon = topic.indexOf(':');
  if (colon < 0) return [topic];
  return topic
    .slice(colon + 1)
    .split(',')
    .filter((name) => name !== '')
    .map((name) => `${topic.slice(0, colon)}:${name}`);
}
