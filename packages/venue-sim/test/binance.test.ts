import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect, getJson, TinyBook, type Frame, type TinyClient } from './tiny-client.ts';
import { binanceBench, START_MS, type VenueBench } from './venue-bench.ts';
import type { VenueProtocol } from '../src/server/venue-server.ts';

interface Depth {
  readonly lastUpdateId: number;
  readonly bids: string[][];
  readonly asks: string[][];
}

interface DepthEvent {
  readonly s: string;
  readonly U: number;
  readonly u: number;
  readonly pu?: number;
  readonly b: string[][];
  readonly a: string[][];
}

let open: { bench: VenueBench<VenueProtocol> | null; clients: TinyClient[] } = { bench: null, clients: [] };

async function start(options: Parameters<typeof binanceBench>[0] = {}): Promise<VenueBench<VenueProtocol>> {
  open.bench = await binanceBench(options);
  return open.bench;
}

async function client(url: string, options: { autoPong?: boolean } = {}): Promise<TinyClient> {
  const made = await connect(url, options);
  open.clients.push(made);
  return made;
}

afterEach(async () => {
  for (const each of open.clients) each.close();
  open.bench?.market.stop();
  await open.bench?.server.stop();
  open = { bench: null, clients: [] };
});

const dataOf = (frames: readonly Frame[], stream: string): Frame[] =>
  frames.filter((frame) => frame['stream'] === stream).map((frame) => frame['data'] as Frame);

/** Waits until every frame the server has written has arrived. */
async function settled(bench: VenueBench<VenueProtocol>, clients: readonly TinyClient[]): Promise<void> {
  await vi.waitFor(() => {
    const arrived = clients.reduce((sum, { texts }) => sum + texts.length, 0);
    expect(arrived).toBe(bench.server.counters.framesOut);
  }, 5_000);
}

describe('Binance wire server', () => {
  it.each([
    ['usdm', '/usdm/public', '/usdm/fapi/v1', 1_000, ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', '1000PEPEUSDT']],
    ['spot', '/spot', '/spot/api/v3', 5_000, ['BTCUSDT', 'ETHUSDT', 'PEPEUSDT']],
  ] as const)(
    '%s: a book from snapshot and diffs equals the market, and every best price fits it',
    async (kind, path, api, limit, symbols) => {
      const bench = await start();
      const names = symbols.flatMap((symbol) => [
        `${symbol.toLowerCase()}@depth@100ms`,
        `${symbol.toLowerCase()}@bookTicker`,
      ]);
      const wire = await client(`${bench.url}${path}/stream?streams=${names.join('/')}`);
      await bench.run(1_500);
      const snapshots = new Map<string, Depth>();
      for (const symbol of symbols) {
        snapshots.set(symbol, (await getJson<Depth>(`${bench.url}${api}/depth?symbol=${symbol}&limit=${limit}`)).body);
        await bench.run(350);
      }
      await bench.run(8_000);
      bench.market.stop();
      await bench.run(1_000);
      await settled(bench, [wire]);
      let compared = 0;
      for (const symbol of symbols) {
        const snapshot = snapshots.get(symbol) as Depth;
        const book = new TinyBook();
        book.apply(snapshot.bids, snapshot.asks);
        let last: number | null = null;
        const bestAt = new Map<number, string>();
        for (const event of dataOf(wire.frames, `${symbol.toLowerCase()}@depth@100ms`) as unknown as DepthEvent[]) {
          expect(event.U).toBeLessThanOrEqual(event.u);
          if (last !== null && kind === 'usdm') expect(event.pu).toBe(last);
          if (last !== null && kind === 'spot') expect(event.U).toBe(last + 1);
          last = event.u;
          if (event.u < snapshot.lastUpdateId) continue;
          book.apply(event.b, event.a);
          bestAt.set(event.u, JSON.stringify([book.sorted('bids')[0], book.sorted('asks')[0]]));
        }
        const first = (dataOf(wire.frames, `${symbol.toLowerCase()}@depth@100ms`) as unknown as DepthEvent[]).find(
          ({ u }) => u >= snapshot.lastUpdateId,
        );
        expect(first?.U).toBeLessThanOrEqual(snapshot.lastUpdateId + (kind === 'spot' ? 1 : 41));
        for (const top of dataOf(wire.frames, `${symbol.toLowerCase()}@bookTicker`)) {
          const expected = bestAt.get(top['u'] as number);
          if (expected === undefined) continue;
          compared += 1;
          expect(
            JSON.stringify([
              [top['b'], top['B']],
              [top['a'], top['A']],
            ]),
          ).toBe(expected);
        }
        const end = (await getJson<Depth>(`${bench.url}${api}/depth?symbol=${symbol}&limit=${limit}`)).body;
        expect(last).toBe(end.lastUpdateId);
        expect(book.sorted('bids')).toEqual(end.bids);
        expect(book.sorted('asks')).toEqual(end.asks);
      }
      expect(compared).toBeGreaterThan(20);
    },
  );

  it('acks, lists and silently accepts unknown names, and says errors in the shape of each product', async () => {
    const bench = await start();
    const spot = await client(`${bench.url}/spot/ws`);
    spot.send({ method: 'SUBSCRIBE', params: ['btcusdt@trade', 'nosuchusdt@trade'], id: 1 });
    expect(await spot.next((frame) => frame['id'] === 1)).toEqual({ result: null, id: 1 });
    spot.send({ method: 'LIST_SUBSCRIPTIONS', id: 'two' });
    expect(await spot.next((frame) => frame['id'] === 'two')).toEqual({
      result: ['btcusdt@trade', 'nosuchusdt@trade'],
      id: 'two',
    });
    spot.send({ method: 'NONSENSE', id: 3 });
    expect(await spot.next((frame) => frame['id'] === 3)).toMatchObject({ code: 2, id: 3 });
    spot.sendText('null');
    spot.sendText('{"method":');
    expect(await spot.next((frame) => frame['code'] === 3)).toMatchObject({ code: 3 });
    const futures = await client(`${bench.url}/usdm/public/ws`);
    futures.send({ method: 'NONSENSE', id: 4 });
    expect(await futures.next((frame) => frame['id'] === 4)).toMatchObject({ error: { code: 2 }, id: 4 });
    await bench.run(3_000);
    const trade = await spot.next((frame) => frame['e'] === 'trade');
    expect(trade).toMatchObject({ s: 'BTCUSDT', M: true });
    spot.send({ method: 'UNSUBSCRIBE', params: ['btcusdt@trade'], id: 5 });
    await spot.next((frame) => frame['id'] === 5);
    await settled(bench, [spot, futures]);
    const before = spot.texts.length;
    await bench.run(2_000);
    await settled(bench, [spot, futures]);
    expect(spot.texts.length).toBe(before);
  });

  it('delivers futures streams only on their own address, and public ones on the old address', async () => {
    const bench = await start();
    const wanted = 'streams=btcusdt@bookTicker/btcusdt@aggTrade/!markPrice@arr@1s';
    const onPublic = await client(`${bench.url}/usdm/public/stream?${wanted}`);
    const onMarket = await client(`${bench.url}/usdm/market/stream?${wanted}`);
    const onOld = await client(`${bench.url}/usdm/stream?${wanted}`);
    await bench.run(3_000);
    await settled(bench, [onPublic, onMarket, onOld]);
    const streamsOf = (one: TinyClient): Set<unknown> => new Set(one.frames.map((frame) => frame['stream']));
    expect(streamsOf(onPublic)).toEqual(new Set(['btcusdt@bookTicker']));
    expect(streamsOf(onOld)).toEqual(new Set(['btcusdt@bookTicker']));
    expect(streamsOf(onMarket)).toEqual(new Set(['btcusdt@aggTrade', '!markPrice@arr@1s']));
    const marks = dataOf(onMarket.frames, '!markPrice@arr@1s')[0] as unknown as Frame[];
    expect(marks.filter(({ st }) => st === 2).map(({ s }) => s)).toEqual(['BTCUSD_PERP']);
  });

  it('publishes at most one forced order per symbol and second, with the side of the order', async () => {
    const bench = await start();
    const sides = new Map<string, Set<string>>();
    bench.view.subscribe({
      onBook: () => undefined,
      onTrade: () => undefined,
      onLiquidation: (ix, { liquidatedSide, atMs }) => {
        const symbol = bench.view.instruments[ix]?.wireSymbol ?? '';
        const key = `${symbol} ${atMs}`;
        sides.set(key, (sides.get(key) ?? new Set()).add(liquidatedSide === 'LONG' ? 'SELL' : 'BUY'));
      },
    });
    const wire = await client(`${bench.url}/usdm/market/ws/!forceOrder@arr`);
    await bench.run(120_000);
    await settled(bench, [wire]);
    expect(wire.frames.length).toBeGreaterThan(5);
    const lastMs = new Map<string, number>();
    for (const frame of wire.frames) {
      const order = frame['o'] as { s: string; S: string; T: number; ap: string; p: string };
      const sentMs = frame['E'] as number;
      expect(sides.get(`${order.s} ${order.T}`)?.has(order.S)).toBe(true);
      if (order.S === 'SELL') expect(Number(order.p)).toBeLessThan(Number(order.ap));
      else expect(Number(order.p)).toBeGreaterThan(Number(order.ap));
      expect(sentMs - (lastMs.get(order.s) ?? 0)).toBeGreaterThanOrEqual(1_000);
      lastMs.set(order.s, sentMs);
    }
  });

  it('pings, cuts a client without pong, one that talks too much and one that is too old', async () => {
    const bench = await start({ spot: { pingEveryMs: 1_000, pongWithinMs: 2_000, lifetimeMs: 20_000 } });
    const deaf = await client(`${bench.url}/spot/ws`, { autoPong: false });
    const alive = await client(`${bench.url}/spot/ws`);
    for (let second = 1; second <= 5; second += 1) {
      await bench.run(1_000);
      await vi.waitFor(() => expect(alive.pings).toBeGreaterThanOrEqual(second), 2_000);
      await bench.run(50);
    }
    await vi.waitFor(() => expect(deaf.closed[0]?.code).toBe(1008), 2_000);
    expect(alive.closed).toEqual([]);
    expect(alive.pings).toBeGreaterThan(0);
    const loud = await client(`${bench.url}/spot/ws`);
    for (let id = 1; id <= 6; id += 1) loud.send({ method: 'LIST_SUBSCRIPTIONS', id });
    await vi.waitFor(() => expect(loud.closed[0]?.code).toBe(1008), 2_000);
    bench.market.stop();
    bench.clock.advance(15_500);
    await vi.waitFor(() => expect(alive.closed.length).toBe(1), 2_000);
  });

  it('refuses paths and streams it does not have', async () => {
    const bench = await start();
    await expect(client(`${bench.url}/spot/public/ws`)).rejects.toThrow('404');
    await expect(client(`${bench.url}/nowhere`)).rejects.toThrow('404');
  });

  it('counts weight, answers 429 and then 418 with Retry-After', async () => {
    const bench = await start({ spot: { weightPerMinute: 10, refusalsBeforeBan: 2 } });
    const time = `${bench.url}/spot/api/v3/depth?symbol=BTCUSDT`;
    expect((await getJson(time)).headers.get('x-mbx-used-weight-1m')).toBe('5');
    await getJson(time);
    const limited = await getJson<{ code: number }>(time);
    expect([limited.status, limited.body.code]).toEqual([429, -1003]);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    await getJson(time);
    const banned = await getJson<{ msg: string }>(time);
    expect(banned.status).toBe(418);
    expect(banned.body.msg).toContain('IP banned until');
    bench.market.stop();
    bench.clock.advance(180_000);
    expect((await getJson(time)).status).toBe(200);
  });

  it('says errors as the venue does', async () => {
    const bench = await start();
    const answer = async (path: string): Promise<unknown> => {
      const { status, body } = await getJson<{ code: number }>(`${bench.url}${path}`);
      return [status, body.code];
    };
    expect(await answer('/spot/api/v3/depth?symbol=NOSUCH')).toEqual([400, -1121]);
    expect(await answer('/spot/api/v3/depth')).toEqual([400, -1102]);
    expect(await answer('/usdm/fapi/v1/klines?symbol=BTCUSDT&interval=7m')).toEqual([400, -1120]);
    expect(await answer('/usdm/fapi/v1/depth?symbol=BTCUSDT&limit=7')).toEqual([400, -4021]);
    expect((await fetch(`${bench.url}/spot/api/v3/nosuch`)).status).toBe(404);
  });

  it('gives klines ascending with the open candle last, and closes a candle once on the stream', async () => {
    const bench = await start();
    const wire = await client(`${bench.url}/usdm/market/ws/btcusdt@kline_1m`);
    await bench.run(130_000);
    await settled(bench, [wire]);
    const closed = wire.frames.map((frame) => frame['k'] as { t: number; x: boolean; c: string }).filter(({ x }) => x);
    expect(closed.map(({ t }) => t)).toEqual([...new Set(closed.map(({ t }) => t))]);
    expect(closed.length).toBeGreaterThanOrEqual(2);
    const rows = (
      await getJson<[number, string, string, string, string][]>(
        `${bench.url}/usdm/fapi/v1/klines?symbol=BTCUSDT&interval=1m&limit=1500`,
      )
    ).body;
    expect(rows).toHaveLength(1_500);
    expect(rows.at(-1)?.[0]).toBe(Math.floor(bench.clock.nowMs() / 60_000) * 60_000);
    for (const { t, c } of closed) if (t > START_MS) expect(rows.find(([openMs]) => openMs === t)?.[4]).toBe(c);
  });
});
