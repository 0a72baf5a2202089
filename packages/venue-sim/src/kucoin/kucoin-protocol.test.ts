import { seededRandom, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { createSimMarket, type SimMarket } from '../market/sim-market.ts';
import type { ServerSocket, VenueProtocol, WireResponse } from '../server/venue-server.ts';
import { createKucoinProtocol, type KucoinOptions } from './kucoin-protocol.ts';

const START_MS = 1_795_000_000_000;

interface Push {
  readonly id?: string | number;
  readonly type: string;
  readonly topic?: string;
  readonly subject?: string;
  readonly code?: number;
  readonly data?: Record<string, unknown>;
}

class Client implements ServerSocket {
  readonly id = 1;
  readonly subscriptions = new Set<string>();
  readonly bufferedBytes = 0;
  readonly texts: string[] = [];
  closed: string | null = null;
  readonly path: string;
  readonly query: URLSearchParams;
  private readonly protocol: VenueProtocol;

  constructor(protocol: VenueProtocol, product: 'spot' | 'futures', token: string) {
    this.path = `/${product}/endpoint`;
    this.query = new URLSearchParams({ token, connectId: 'c7' });
    this.protocol = protocol;
    protocol.onSocketOpen(this);
  }

  send(text: string): void {
    this.texts.push(text);
  }

  ping(): void {
    throw new Error('KuCoin does not ping');
  }

  close(_code: number, reason: string): void {
    this.closed = reason;
    this.protocol.onSocketClose(this);
  }

  ask(message: unknown): void {
    this.protocol.onSocketText(this, JSON.stringify(message));
  }

  subscribe(topic: string): void {
    this.ask({ id: 's', type: 'subscribe', topic, response: true });
  }

  pushes(topic?: string): Push[] {
    return this.texts
      .map((text) => JSON.parse(text) as Push)
      .filter((push) => topic === undefined || push.topic === topic);
  }

  last(): Push | undefined {
    return this.pushes().at(-1);
  }
}

interface World {
  readonly clock: VirtualClock;
  readonly market: SimMarket;
  readonly protocol: VenueProtocol;
}

function world(options: Partial<KucoinOptions> = {}): World {
  const clock = new VirtualClock(START_MS);
  const market = createSimMarket({ seed: 11, clock });
  const protocol = createKucoinProtocol(market.venue('KUCOIN'), { clock, random: seededRandom(11), options });
  protocol.start();
  market.start();
  return { clock, market, protocol };
}

function call(
  protocol: VenueProtocol,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): { status: number; body: string } {
  const url = new URL(path, 'http://sim');
  const request = {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: { host: '127.0.0.1:1234', ...headers },
    body: '',
    remote: 't',
  };
  return protocol.handleRequest(request) as WireResponse;
}

function dataOf(answer: { body: string }): unknown {
  return (JSON.parse(answer.body) as { data: unknown }).data;
}

function token(protocol: VenueProtocol, product: 'spot' | 'futures'): string {
  return (dataOf(call(protocol, `/${product}/api/v1/bullet-public`, 'POST')) as { token: string }).token;
}

function connect(protocol: VenueProtocol, product: 'spot' | 'futures'): Client {
  return new Client(protocol, product, token(protocol, product));
}

function levelsOf(market: SimMarket, symbol: string, side: 'bid' | 'ask'): [number, number][] {
  const venue = market.venue('KUCOIN');
  const ix = venue.instruments.findIndex((instrument) => instrument.wireSymbol === symbol);
  const instrument = venue.instruments[ix];
  if (instrument === undefined) throw new Error(`no ${symbol}`);
  const scale = (value: number): number => Number(value.toPrecision(12));
  return venue
    .book(ix)
    .levels(side, 5_000)
    .map((level) => [scale(level.ticks * instrument.pxTick), scale(level.lots * instrument.qtyStep)]);
}

type Rows = readonly (readonly [string | number, string | number])[];

function sideMap(rows: Rows): Map<number, number> {
  return new Map(rows.map(([px, size]) => [Number(px), Number(size)]));
}

function put(side: Map<number, number>, px: number, size: number): void {
  if (size === 0) side.delete(px);
  else side.set(px, size);
}

function sorted(side: Map<number, number>, direction: 1 | -1): [number, number][] {
  return [...side].toSorted((a, b) => direction * (a[0] - b[0]));
}

describe('KuCoin wire server', () => {
  it.each(['BTC-USDT', 'PEPE-USDT'])(
    'sends spot changes of %s that turn a REST snapshot into the market’s own book',
    (symbol) => {
      const { clock, market, protocol } = world();
      const client = connect(protocol, 'spot');
      client.subscribe(`/market/level2:${symbol}`);
      clock.advance(2_000);
      const answer = call(protocol, `/spot/api/v3/market/orderbook/level2?symbol=${symbol}`, 'GET', {
        'kc-api-key': 'k',
      });
      const snapshot = dataOf(answer) as { sequence: string; bids: Rows; asks: Rows };
      clock.advance(3_000);
      market.stop();
      const start = Number(snapshot.sequence);
      const book = { bids: sideMap(snapshot.bids), asks: sideMap(snapshot.asks) };
      let last = Number.NaN;
      for (const { data } of client.pushes(`/market/level2:${symbol}`)) {
        const { changes, sequenceEnd, sequenceStart } = data as {
          changes: Record<'bids' | 'asks', string[][]>;
          sequenceStart: number;
          sequenceEnd: number;
        };
        if (!Number.isNaN(last)) expect(sequenceStart).toBe(last + 1);
        last = sequenceEnd;
        for (const side of ['bids', 'asks'] as const) {
          for (const [px, size, sequence] of changes[side])
            if (Number(sequence) > start && px !== '0') put(book[side], Number(px), Number(size));
        }
      }
      expect(last).toBeGreaterThan(start);
      expect(sorted(book.bids, -1)).toEqual(levelsOf(market, symbol, 'bid'));
      expect(sorted(book.asks, 1)).toEqual(levelsOf(market, symbol, 'ask'));
    },
  );

  it.each(['XBTUSDTM', 'WIFUSDTM'])(
    'sends one futures change of %s per message, each with the next number',
    (symbol) => {
      const { clock, market, protocol } = world();
      const client = connect(protocol, 'futures');
      client.subscribe(`/contractMarket/level2:${symbol}`);
      clock.advance(2_000);
      const snapshot = dataOf(call(protocol, `/futures/api/v1/level2/snapshot?symbol=${symbol}`)) as {
        sequence: number;
        bids: Rows;
        asks: Rows;
      };
      clock.advance(3_000);
      market.stop();
      const book = { bids: sideMap(snapshot.bids), asks: sideMap(snapshot.asks) };
      let last = Number.NaN;
      for (const { data } of client.pushes(`/contractMarket/level2:${symbol}`)) {
        const { change, sequence } = data as { change: string; sequence: number };
        if (!Number.isNaN(last)) expect(sequence).toBe(last + 1);
        last = sequence;
        const [px, side, size] = change.split(',');
        if (sequence > snapshot.sequence) put(side === 'buy' ? book.bids : book.asks, Number(px), Number(size));
      }
      expect(last).toBeGreaterThan(snapshot.sequence);
      expect(sorted(book.bids, -1)).toEqual(levelsOf(market, symbol, 'bid'));
      expect(sorted(book.asks, 1)).toEqual(levelsOf(market, symbol, 'ask'));
    },
  );

  it('hands out its own socket address and welcomes by connect id', () => {
    const { protocol } = world();
    const { instanceServers } = dataOf(call(protocol, '/futures/api/v1/bullet-public', 'POST')) as {
      instanceServers: { endpoint: string; pingInterval: number }[];
    };
    expect(instanceServers[0]).toMatchObject({
      endpoint: 'ws://127.0.0.1:1234/futures/endpoint',
      pingInterval: 18_000,
      pingTimeout: 10_000,
    });
    expect(connect(protocol, 'spot').last()).toEqual({ id: 'c7', type: 'welcome' });
  });

  it('refuses unknown, foreign and expired tokens', () => {
    const { clock, protocol } = world({ tokenTtlMs: 5_000 });
    const spotToken = token(protocol, 'spot');
    expect(new Client(protocol, 'spot', 'made-up').closed).toBe('token is invalid');
    expect(new Client(protocol, 'futures', spotToken).closed).toBe('token is invalid');
    expect(new Client(protocol, 'spot', spotToken).closed).toBeNull();
    clock.advance(5_001);
    expect(new Client(protocol, 'spot', spotToken).last()).toMatchObject({ type: 'error', code: 401 });
  });

  it('answers pings by id and closes a client that stops pinging', () => {
    const { clock, protocol } = world();
    const silent = connect(protocol, 'spot');
    const alive = connect(protocol, 'spot');
    for (let round = 0; round < 4; round += 1) {
      clock.advance(15_000);
      alive.ask({ id: `p${round}`, type: 'ping' });
    }
    expect(alive.last()).toMatchObject({ id: 'p3', type: 'pong' });
    expect(alive.closed).toBeNull();
    expect(silent.closed).toBe('ping timeout');
  });

  it('splits lists of symbols, acknowledges unknown spot symbols and refuses unknown contracts and topics', () => {
    const { clock, protocol } = world();
    const spot = connect(protocol, 'spot');
    spot.subscribe('/spotMarket/level2Depth5:BTC-USDT,ETH-USDT,NOPE-USDT');
    expect(spot.last()).toEqual({ id: 's', type: 'ack' });
    clock.advance(500);
    const topics = new Set(
      spot
        .pushes()
        .map((push) => push.topic)
        .filter((topic) => topic !== undefined),
    );
    expect([...topics].toSorted()).toEqual(['/spotMarket/level2Depth5:BTC-USDT', '/spotMarket/level2Depth5:ETH-USDT']);
    spot.subscribe('/foo:BTC-USDT');
    expect(spot.last()).toMatchObject({ type: 'error', code: 404 });
    const futures = connect(protocol, 'futures');
    futures.subscribe('/contractMarket/level2:NOPEUSDTM');
    expect(futures.last()).toMatchObject({ type: 'error', code: 404 });
    futures.ask({ id: 'x', type: 'subscribe' });
    expect(futures.last()).toMatchObject({ code: 406 });
    futures.ask({ id: 'x', type: 'jump', topic: '/a' });
    expect(futures.last()).toMatchObject({ code: 415 });
  });

  it('holds the limits of 100 topics per message and 400 per connection', () => {
    const { protocol } = world();
    const client = connect(protocol, 'spot');
    const names = (from: number, count: number): string =>
      Array.from({ length: count }, (_, at) => `S${from + at}-USDT`).join(',');
    client.subscribe(`/market/ticker:${names(0, 101)}`);
    expect(client.last()).toMatchObject({ type: 'error', code: 509 });
    for (let at = 0; at < 4; at += 1) client.subscribe(`/market/ticker:${names(at * 100, 100)}`);
    expect(client.last()).toEqual({ id: 's', type: 'ack' });
    client.subscribe('/market/ticker:BTC-USDT');
    expect(client.last()).toMatchObject({ type: 'error', code: 509 });
  });

  it('writes marks, funding, trades, candles and quotes on their topics', () => {
    const { clock, protocol } = world();
    const futures = connect(protocol, 'futures');
    const spot = connect(protocol, 'spot');
    for (const topic of [
      '/contract/instrument',
      '/contractMarket/tickerV2',
      '/contractMarket/execution',
      '/contractMarket/snapshot',
    ]) {
      futures.subscribe(`${topic}:XBTUSDTM`);
    }
    futures.subscribe('/contractMarket/limitCandle:XBTUSDTM_1min');
    for (const topic of ['/market/ticker', '/market/match', '/market/snapshot']) spot.subscribe(`${topic}:BTC-USDT`);
    spot.subscribe('/market/candles:BTC-USDT_1min');
    clock.advance(20_000);
    const subjects = (client: Client): string[] =>
      [...new Set(client.pushes().flatMap((push) => push.subject ?? []))].toSorted();
    expect(subjects(futures)).toEqual([
      'candle.stick',
      'funding.rate',
      'mark.index.price',
      'match',
      'snapshot.24h',
      'tickerV2',
    ]);
    expect(subjects(spot)).toEqual(['trade.candles.update', 'trade.l3match', 'trade.snapshot', 'trade.ticker']);
    const match = futures.texts.find((text) => text.includes('"match"')) ?? '';
    expect(match).toMatch(/"ts":\d{19}[,}]/);
  });

  it('keeps the full spot book behind a key and prints small rates with an exponent', () => {
    const { protocol } = world();
    expect(JSON.parse(call(protocol, '/spot/api/v3/market/orderbook/level2?symbol=BTC-USDT').body)).toMatchObject({
      code: '400001',
    });
    const contracts = call(protocol, '/futures/api/v1/contracts/active').body;
    expect(contracts).toContain('"takerFeeRate":6.0E-4');
    const rows = dataOf({ body: contracts }) as { symbol: string; multiplier: number; lotSize: number }[];
    expect(rows.find((row) => row.symbol === 'XBTUSDTM')).toMatchObject({ multiplier: 0.001, lotSize: 1 });
  });

  it('answers every public REST path of both products', () => {
    const { protocol } = world();
    const spot = [
      'timestamp',
      'status',
      'market/allTickers',
      'market/orderbook/level1?symbol=BTC-USDT',
      'market/orderbook/level2_20?symbol=BTC-USDT',
    ]
      .concat([
        'market/orderbook/level2_100?symbol=BTC-USDT',
        'market/histories?symbol=BTC-USDT',
        'market/candles?symbol=BTC-USDT&type=1min',
      ])
      .map((path) => `/spot/api/v1/${path}`);
    const futures = [
      'timestamp',
      'status',
      'contracts/active',
      'contracts/XBTUSDTM',
      'ticker?symbol=XBTUSDTM',
      'allTickers',
      'level2/snapshot?symbol=XBTUSDTM',
    ]
      .concat([
        'level2/depth20?symbol=XBTUSDTM',
        'level2/depth100?symbol=XBTUSDTM',
        'trade/history?symbol=XBTUSDTM',
        'kline/query?symbol=XBTUSDTM&granularity=1',
      ])
      .concat([
        'mark-price/XBTUSDTM/current',
        'funding-rate/XBTUSDTM/current',
        'contract/funding-rates?symbol=XBTUSDTM',
      ])
      .map((path) => `/futures/api/v1/${path}`);
    for (const path of [...spot, '/spot/api/v2/symbols', ...futures]) {
      expect([path, JSON.parse(call(protocol, path).body)]).toMatchObject([path, { code: '200000' }]);
    }
    expect(JSON.parse(call(protocol, '/futures/api/v1/ticker?symbol=NOPE').body)).toMatchObject({ code: '100003' });
    expect(call(protocol, '/spot/api/v1/nothing').status).toBe(404);
  });
});
