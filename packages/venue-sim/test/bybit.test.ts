import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BybitProtocol } from '../src/bybit/bybit-protocol.ts';
import { connect, getJson, TinyBook, type Frame, type TinyClient } from './tiny-client.ts';
import { bybitBench, type VenueBench } from './venue-bench.ts';

interface BookFrame {
  readonly topic: string;
  readonly type: 'snapshot' | 'delta';
  readonly data: {
    readonly s: string;
    readonly b: string[][];
    readonly a: string[][];
    readonly u: number;
    readonly seq: number;
  };
  readonly cts: number;
}

interface Rest<T> {
  readonly retCode: number;
  readonly result: T;
}

let open: { bench: VenueBench<BybitProtocol> | null; clients: TinyClient[] } = { bench: null, clients: [] };

async function start(options: Parameters<typeof bybitBench>[0] = {}): Promise<VenueBench<BybitProtocol>> {
  open.bench = await bybitBench(options);
  return open.bench;
}

async function client(url: string): Promise<TinyClient> {
  const made = await connect(url);
  open.clients.push(made);
  return made;
}

afterEach(async () => {
  for (const each of open.clients) each.close();
  open.bench?.market.stop();
  await open.bench?.server.stop();
  open = { bench: null, clients: [] };
});

async function settled(bench: VenueBench<BybitProtocol>, clients: readonly TinyClient[]): Promise<void> {
  await vi.waitFor(() => {
    const arrived = clients.reduce((sum, { texts }) => sum + texts.length, 0);
    expect(arrived).toBe(bench.server.counters.framesOut);
  }, 5_000);
}

const onTopic = (frames: readonly Frame[], topic: string): Frame[] =>
  frames.filter((frame) => frame['topic'] === topic);

/** Replays a topic and returns the book; checks that `u` and `seq` behave. */
function rebuild(frames: readonly BookFrame[]): TinyBook {
  const book = new TinyBook();
  let last = 0;
  let seq = 0;
  frames.forEach((frame, at) => {
    if (at === 0) expect(frame.type).toBe('snapshot');
    if (frame.type === 'snapshot') book.clear();
    else expect(frame.data.u).toBe(last + 1);
    expect(frame.data.seq).toBeGreaterThanOrEqual(seq);
    book.apply(frame.data.b, frame.data.a);
    last = frame.data.u;
    seq = frame.data.seq;
  });
  return book;
}

describe('Bybit wire server', () => {
  it.each([
    ['linear', ['BTCUSDT', 'SHIB1000USDT'], [1, 50, 200, 1_000]],
    ['spot', ['BTCUSDT', 'PEPEUSDT'], [1, 50, 200]],
  ] as const)(
    '%s: books from snapshot and deltas equal the market at every depth',
    async (category, symbols, depths) => {
      const bench = await start();
      const wire = await client(`${bench.url}/v5/public/${category}`);
      const topics = symbols.flatMap((symbol) => depths.map((depth) => `orderbook.${depth}.${symbol}`));
      wire.send({ op: 'subscribe', args: topics });
      await wire.next((frame) => frame['op'] === 'subscribe');
      await bench.run(8_000);
      const late = await client(`${bench.url}/v5/public/${category}`);
      late.send({ op: 'subscribe', args: topics });
      await late.next((frame) => frame['op'] === 'subscribe');
      await bench.run(8_000);
      bench.market.stop();
      await bench.run(1_000);
      await settled(bench, [wire, late]);
      for (const symbol of symbols) {
        const end = await getJson<Rest<{ b: string[][]; a: string[][] }>>(
          `${bench.url}/v5/market/orderbook?category=${category}&symbol=${symbol}&limit=1000`,
        );
        for (const depth of depths) {
          for (const reader of [wire, late]) {
            const book = rebuild(onTopic(reader.frames, `orderbook.${depth}.${symbol}`) as unknown as BookFrame[]);
            expect(book.sorted('bids')).toEqual(end.body.result.b.slice(0, depth));
            expect(book.sorted('asks')).toEqual(end.body.result.a.slice(0, depth));
          }
        }
      }
    },
  );

  it('repeats a quiet level 1 after three seconds with the same u, and starts anew with u 1 after a restart', async () => {
    const bench = await start();
    const wire = await client(`${bench.url}/v5/public/linear`);
    wire.send({ op: 'subscribe', args: ['orderbook.1.BTCUSDT', 'orderbook.50.BTCUSDT'] });
    await wire.next((frame) => frame['op'] === 'subscribe');
    bench.market.stop();
    await bench.run(7_000);
    await settled(bench, [wire]);
    const top = onTopic(wire.frames, 'orderbook.1.BTCUSDT') as unknown as BookFrame[];
    expect(top).toHaveLength(3);
    expect(new Set(top.map(({ data }) => data.u)).size).toBe(1);
    expect(top.every(({ type }) => type === 'snapshot')).toBe(true);
    expect(bench.protocol.restartBooks('linear', 'BTCUSDT')).toBe(true);
    bench.market.start();
    await bench.run(2_000);
    await settled(bench, [wire]);
    const book = onTopic(wire.frames, 'orderbook.50.BTCUSDT') as unknown as BookFrame[];
    const restarted = book.slice(1).filter(({ type }) => type === 'snapshot');
    expect(restarted.map(({ data }) => data.u)).toEqual([1]);
    rebuild(book);
  });

  it('acks, pongs and refuses in the exact form of each category', async () => {
    const bench = await start();
    const linear = await client(`${bench.url}/v5/public/linear`);
    const spot = await client(`${bench.url}/v5/public/spot`);
    linear.sendText('[null');
    linear.sendText('null');
    expect(await linear.next((frame) => frame['success'] === false)).toMatchObject({ op: '' });
    linear.send({ op: 'ping' });
    spot.send({ op: 'ping', req_id: '9' });
    expect(await linear.next((frame) => frame['op'] === 'ping')).toMatchObject({
      success: true,
      ret_msg: 'pong',
      req_id: '',
    });
    expect(await spot.next((frame) => frame['op'] === 'ping')).toMatchObject({ ret_msg: 'pong', req_id: '9' });
    linear.send({ op: 'subscribe', req_id: '1', args: ['tickers.BTCUSDT'] });
    spot.send({ op: 'subscribe', args: ['tickers.BTCUSDT'] });
    expect(await linear.next((frame) => frame['op'] === 'subscribe')).toMatchObject({ ret_msg: '', req_id: '1' });
    const ack = await spot.next((frame) => frame['op'] === 'subscribe');
    expect(ack).toMatchObject({ success: true, ret_msg: 'subscribe' });
    expect('req_id' in ack).toBe(false);
    linear.send({ op: 'subscribe', args: ['tickers.ETHUSDT', 'orderbook.7.BTCUSDT'] });
    expect(await linear.next((frame) => frame['success'] === false && frame['op'] === 'subscribe')).toMatchObject({
      ret_msg: 'Invalid topic: orderbook.7.BTCUSDT',
    });
    spot.send({ op: 'subscribe', args: Array.from({ length: 11 }, () => 'tickers.BTCUSDT') });
    expect(await spot.next((frame) => frame['success'] === false)).toMatchObject({ ret_msg: 'args size >10' });
    await bench.run(3_000);
    await settled(bench, [linear, spot]);
    expect(onTopic(linear.frames, 'tickers.ETHUSDT')).toEqual([]);
  });

  it('sends a full linear ticker first and then only what changed', async () => {
    const bench = await start();
    const wire = await client(`${bench.url}/v5/public/linear`);
    wire.send({ op: 'subscribe', args: ['tickers.ETHUSDT'] });
    await wire.next((frame) => frame['op'] === 'subscribe');
    await bench.run(5_000);
    await settled(bench, [wire]);
    const [first, ...deltas] = onTopic(wire.frames, 'tickers.ETHUSDT') as unknown as {
      type: string;
      data: Record<string, string>;
    }[];
    expect(first?.type).toBe('snapshot');
    for (const name of ['markPrice', 'indexPrice', 'fundingRate', 'nextFundingTime', 'bid1Price', 'openInterest']) {
      expect(first?.data[name], name).toMatch(/^-?[\d.]+$/);
    }
    expect(deltas.length).toBeGreaterThan(10);
    const state = { ...first?.data };
    for (const { type, data } of deltas) {
      expect(type).toBe('delta');
      const changed = Object.entries(data).filter(([name]) => name !== 'symbol');
      expect(changed.every(([name, value]) => state[name] !== value)).toBe(true);
      Object.assign(state, data);
    }
  });

  it('reports every liquidation with the side of the position and the bankruptcy price', async () => {
    const bench = await start();
    const told: string[] = [];
    bench.view.subscribe({
      onBook: () => undefined,
      onTrade: () => undefined,
      onLiquidation: (ix, { liquidatedSide, atMs }) =>
        told.push(`${bench.view.instruments[ix]?.wireSymbol} ${liquidatedSide === 'LONG' ? 'Buy' : 'Sell'} ${atMs}`),
    });
    const wire = await client(`${bench.url}/v5/public/linear`);
    const args = bench.view.instruments
      .filter(({ kind }) => kind === 'perp')
      .map(({ wireSymbol }) => `allLiquidation.${wireSymbol}`);
    wire.send({ op: 'subscribe', args });
    await wire.next((frame) => frame['op'] === 'subscribe');
    await bench.run(90_000);
    bench.market.stop();
    await bench.run(1_000);
    await settled(bench, [wire]);
    const rows = wire.frames.flatMap((frame) => (frame['data'] ?? []) as { T: number; s: string; S: string }[]);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.map(({ T, s, S }) => `${s} ${S} ${T}`).sort()).toEqual(told.sort());
  });

  it('pages linear instruments, sends klines newest first and errors with HTTP 200', async () => {
    const bench = await start();
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await getJson<Rest<{ list: { symbol: string }[]; nextPageCursor: string }>>(
        `${bench.url}/v5/market/instruments-info?category=linear&limit=20&cursor=${encodeURIComponent(cursor)}`,
      );
      seen.push(...page.body.result.list.map(({ symbol }) => symbol));
      cursor = page.body.result.nextPageCursor;
    } while (cursor !== '');
    expect(seen).toEqual(
      bench.view.instruments.filter(({ kind }) => kind === 'perp').map(({ wireSymbol }) => wireSymbol),
    );
    const klines = await getJson<Rest<{ list: string[][] }>>(
      `${bench.url}/v5/market/kline?category=spot&symbol=BTCUSDT&interval=1&limit=1000`,
    );
    const times = klines.body.result.list.map(([openMs]) => Number(openMs));
    expect(times).toHaveLength(1_000);
    expect(times).toEqual([...times].sort((one, two) => two - one));
    const unknown = await getJson<Rest<unknown>>(`${bench.url}/v5/market/orderbook?category=linear&symbol=NOSUCH`);
    expect([unknown.status, unknown.body.retCode]).toEqual([200, 10001]);
  });

  it('answers 403 above its request limit and closes an idle connection', async () => {
    const bench = await start({ requestsPer5s: 3, idleMs: 4_000 });
    const wire = await client(`${bench.url}/v5/public/linear`);
    for (let n = 0; n < 3; n += 1) await getJson(`${bench.url}/v5/market/time`);
    expect((await fetch(`${bench.url}/v5/market/time`)).status).toBe(403);
    bench.clock.advance(6_000);
    await vi.waitFor(() => expect(wire.closed.length).toBe(1), 2_000);
    expect((await fetch(`${bench.url}/v5/market/time`)).status).toBe(200);
  });
});
