import { seededRandom, VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import type { SimMarketListener } from '../market/model.ts';
import { createSimMarket, type SimMarket } from '../market/sim-market.ts';
import type { ServerSocket, WireResponse } from '../server/venue-server.ts';
import { createOkxProtocol, type OkxOptions, type OkxProtocol } from './okx-protocol.ts';

const START_MS = 1_795_000_000_000;

class Client implements ServerSocket {
  readonly id = 1;
  readonly query = new URLSearchParams();
  readonly subscriptions = new Set<string>();
  readonly bufferedBytes = 0;
  readonly texts: string[] = [];
  closed: number | null = null;
  readonly path: string;
  private readonly protocol: OkxProtocol;

  constructor(protocol: OkxProtocol, path = '/ws/v5/public') {
    this.path = path;
    this.protocol = protocol;
    protocol.onSocketOpen(this);
  }

  send(text: string): void {
    this.texts.push(text);
  }

  ping(): void {
    throw new Error('OKX does not ping');
  }

  close(code: number): void {
    this.closed = code;
    this.protocol.onSocketClose(this);
  }

  ask(message: unknown): void {
    this.protocol.onSocketText(this, typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(...args: readonly Record<string, string>[]): void {
    this.ask({ op: 'subscribe', args });
  }

  frames(channel: string): Push[] {
    return this.texts
      .filter((text) => text.startsWith('{"arg"'))
      .map((text) => JSON.parse(text) as Push)
      .filter((push) => push.arg.channel === channel);
  }
}

interface Push {
  readonly arg: { readonly channel: string; readonly instId?: string };
  readonly action?: string;
  readonly data: readonly Record<string, unknown>[];
}

type Row = readonly [string, string, string, string];

interface World {
  readonly clock: VirtualClock;
  readonly market: SimMarket;
  readonly protocol: OkxProtocol;
}

function world(options: Partial<OkxOptions> = {}): World {
  const clock = new VirtualClock(START_MS);
  const market = createSimMarket({ seed: 7, clock });
  const protocol = createOkxProtocol(market.venue('OKX'), { clock, random: seededRandom(7), options });
  protocol.start();
  market.start();
  return { clock, market, protocol };
}

function get(protocol: OkxProtocol, path: string): { code: string; data: Record<string, unknown>[] } {
  const url = new URL(path, 'http://sim');
  const request = { method: 'GET', path: url.pathname, query: url.searchParams, headers: {}, body: '', remote: 'test' };
  return JSON.parse((protocol.handleRequest(request) as WireResponse).body) as {
    code: string;
    data: Record<string, unknown>[];
  };
}

/** Rebuilds one book by the rules of the channel alone. */
function rebuild(pushes: readonly Push[]): { bids: Map<string, string>; asks: Map<string, string> } {
  const book = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  let last = Number.NaN;
  for (const { action, data } of pushes) {
    const frame = data[0] as { bids: Row[]; asks: Row[]; seqId: number; prevSeqId: number; checksum: number };
    expect(frame.checksum).toBe(0);
    expect(frame.prevSeqId).toBe(action === 'snapshot' ? -1 : last);
    last = frame.seqId;
    for (const side of ['bids', 'asks'] as const) {
      if (action === 'snapshot') book[side].clear();
      for (const [px, sz] of frame[side])
        if (sz === '0') book[side].delete(px);
        else book[side].set(px, sz);
    }
  }
  return book;
}

function levelsOf(market: SimMarket, instId: string, side: 'bid' | 'ask'): [number, number][] {
  const venue = market.venue('OKX');
  const ix = venue.instruments.findIndex((instrument) => instrument.wireSymbol === instId);
  const instrument = venue.instruments[ix];
  if (instrument === undefined) throw new Error(`no ${instId}`);
  const scale = (value: number): number => Number(value.toPrecision(12));
  return venue
    .book(ix)
    .levels(side, 400)
    .map((level) => [scale(level.ticks * instrument.pxTick), scale(level.lots * instrument.qtyStep)]);
}

function sorted(side: Map<string, string>, direction: 1 | -1): [number, number][] {
  return [...side]
    .map(([px, sz]): [number, number] => [Number(px), Number(sz)])
    .toSorted((a, b) => direction * (a[0] - b[0]));
}

describe('OKX wire server', () => {
  it.each(['BTC-USDT', 'BTC-USDT-SWAP', 'PEPE-USDT-SWAP', 'WIF-USDT'])(
    'sends a book of %s that rebuilds to the market’s own',
    (instId) => {
      const { clock, market, protocol } = world();
      const early = new Client(protocol);
      early.subscribe({ channel: 'books', instId });
      clock.advance(3_030);
      const late = new Client(protocol);
      late.subscribe({ channel: 'books', instId });
      clock.advance(3_000);
      market.stop();
      clock.advance(200);
      for (const client of [early, late]) {
        const pushes = client.frames('books');
        expect(pushes.length).toBeGreaterThan(2);
        const book = rebuild(pushes);
        expect(sorted(book.bids, -1)).toEqual(levelsOf(market, instId, 'bid'));
        expect(sorted(book.asks, 1)).toEqual(levelsOf(market, instId, 'ask'));
      }
    },
  );

  it('lets a client without a snapshot join by REST', () => {
    const { clock, market, protocol } = world({ sendsSnapshot: false });
    const client = new Client(protocol);
    client.subscribe({ channel: 'books', instId: 'ETH-USDT-SWAP' });
    clock.advance(1_000);
    const rest = get(protocol, '/api/v5/market/books?instId=ETH-USDT-SWAP&sz=400').data[0] as {
      bids: Row[];
      asks: Row[];
      seqId: number;
    };
    clock.advance(1_000);
    market.stop();
    clock.advance(200);
    const updates = client
      .frames('books')
      .map((push) => push.data[0] as { seqId: number; prevSeqId: number; bids: Row[]; asks: Row[] });
    expect(client.frames('books').some((push) => push.action === 'snapshot')).toBe(false);
    const joining = updates.filter((update) => update.seqId > rest.seqId);
    expect(joining[0]?.prevSeqId).toBeLessThanOrEqual(rest.seqId);
    const bids = new Map(rest.bids.map(([px, sz]) => [px, sz]));
    for (const update of joining)
      for (const [px, sz] of update.bids)
        if (sz === '0') bids.delete(px);
        else bids.set(px, sz);
    expect(sorted(bids, -1)).toEqual(levelsOf(market, 'ETH-USDT-SWAP', 'bid'));
  });

  it('keeps an unchanged book alive with equal numbers and survives a reset of the numbering', () => {
    const { clock, market, protocol } = world({ idleMs: 1e9 });
    market.stop();
    const client = new Client(protocol);
    client.subscribe({ channel: 'books', instId: 'BTC-USDT' });
    clock.advance(61_000);
    const alive = client.frames('books').at(-1)?.data[0] as { seqId: number; prevSeqId: number; bids: unknown[] };
    expect(alive.bids).toEqual([]);
    expect(alive.prevSeqId).toBe(alive.seqId);
    expect(protocol.resetSequence('BTC-USDT')).toBe(true);
    clock.advance(200);
    const reset = client.frames('books').at(-1)?.data[0] as { seqId: number; prevSeqId: number };
    expect(reset.prevSeqId).toBe(alive.seqId);
    expect(reset.seqId).toBeLessThan(reset.prevSeqId);
  });

  it('answers a text ping, echoes ids and names what is wrong', () => {
    const { protocol } = world();
    const client = new Client(protocol);
    client.ask('ping');
    client.ask({ id: 's1', op: 'subscribe', args: [{ channel: 'tickers', instId: 'BTC-USDT' }] });
    client.ask({ id: 's2', op: 'subscribe', args: [{ channel: 'boks', instId: 'BTC-USDT' }] });
    client.ask({ op: 'subscribe', args: [{ channel: 'candle1m', instId: 'BTC-USDT' }] });
    client.ask({ op: 'subscribe', args: [{ channel: 'books-l2-tbt', instId: 'BTC-USDT' }] });
    client.ask('{"op":');
    const replies = client.texts.filter((text) => !text.startsWith('{"arg"'));
    expect(replies[0]).toBe('pong');
    expect(JSON.parse(replies[1] ?? '')).toMatchObject({
      id: 's1',
      event: 'subscribe',
      arg: { channel: 'tickers', instId: 'BTC-USDT' },
    });
    expect(replies.slice(2).map((text) => (JSON.parse(text) as { code: string }).code)).toEqual([
      '60018',
      '60018',
      '64003',
      '60012',
    ]);
  });

  it('closes a connection on which nothing moves for 30 s, not one that pings', () => {
    const { clock, protocol } = world();
    const silent = new Client(protocol);
    const alive = new Client(protocol);
    for (let round = 0; round < 4; round += 1) {
      clock.advance(10_000);
      alive.ask('ping');
    }
    expect(silent.closed).toBe(4004);
    expect(alive.closed).toBeNull();
  });

  it('refuses the 481st operation of an hour and the fourth connection of a second', () => {
    const { protocol } = world();
    const client = new Client(protocol);
    for (let at = 0; at < 481; at += 1)
      client.ask({ op: 'unsubscribe', args: [{ channel: 'trades', instId: 'BTC-USDT' }] });
    expect(client.texts.at(-1)).toContain('60014');
    const refusals = [1, 2, 3, 4].map(
      () => protocol.refuseSocket('/ws/v5/public', new URLSearchParams())?.status ?? null,
    );
    expect(refusals).toEqual([null, null, null, 429]);
  });

  it('tells liquidations of the whole type: a long is closed by a sell, sizes are contracts', () => {
    const { clock, market, protocol } = world();
    const told: { instId: string; side: string; lots: number }[] = [];
    const venue = market.venue('OKX');
    const listener: SimMarketListener = {
      onBook: () => undefined,
      onTrade: () => undefined,
      onLiquidation: (ix, liquidation) => {
        const instId = venue.instruments[ix]?.wireSymbol ?? '';
        told.push({ instId, side: liquidation.liquidatedSide === 'LONG' ? 'sell' : 'buy', lots: liquidation.lots });
      },
    };
    venue.subscribe(listener);
    const client = new Client(protocol);
    client.subscribe({ channel: 'liquidation-orders', instType: 'SWAP' });
    clock.advance(180_000);
    clock.advance(2_000);
    const rows = client.frames('liquidation-orders').flatMap((push) => push.data) as {
      instId: string;
      details: { side: string; sz: string }[];
    }[];
    const seen = rows.flatMap((row) => row.details.map((detail) => `${row.instId} ${detail.side}`)).toSorted();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(told.map((one) => `${one.instId} ${one.side}`).toSorted());
  }, 30_000);

  it('answers every public REST path with code 0 and refuses unknown instruments', () => {
    const { clock, protocol } = world();
    clock.advance(5_000);
    const paths = [
      'public/time',
      'public/instruments?instType=SPOT',
      'public/instruments?instType=SWAP',
      'market/books?instId=BTC-USDT&sz=5',
      'market/tickers?instType=SWAP',
      'market/ticker?instId=BTC-USDT',
      'market/trades?instId=BTC-USDT-SWAP',
      'market/candles?instId=BTC-USDT&bar=1m&limit=100',
      'market/history-candles?instId=BTC-USDT&bar=1H',
      'public/mark-price?instType=SWAP',
      'public/funding-rate?instId=BTC-USDT-SWAP',
      'public/funding-rate?instId=ANY',
      'public/funding-rate-history?instId=BTC-USDT-SWAP',
      'public/open-interest?instType=SWAP',
    ];
    for (const path of paths) {
      const answer = get(protocol, `/api/v5/${path}`);
      expect([path, answer.code, answer.data.length > 0]).toEqual([path, '0', true]);
    }
    expect(get(protocol, '/api/v5/market/books?instId=NOPE-USDT').code).toBe('51001');
  });
});
