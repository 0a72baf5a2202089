import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlRig, type ControlRig } from './control-rig.ts';
import { getJson } from './tiny-client.ts';

let rig: ControlRig;

beforeAll(async () => {
  rig = await controlRig(43);
});
afterAll(() => rig.stop());

async function pxAt(base: 'BINANCE' | 'BYBIT', symbol: string): Promise<number> {
  const path =
    base === 'BINANCE'
      ? `/usdm/fapi/v1/ticker/bookTicker?symbol=${symbol}`
      : `/v5/market/tickers?category=linear&symbol=${symbol}`;
  const { body } = await getJson<Record<string, unknown>>(`${rig.sim.baseUrls[base]}${path}`);
  const text = /"(?:bidPrice|bid1Price)":"([\d.]+)"/.exec(JSON.stringify(body))?.[1];
  return Number(text);
}

const CASCADE = {
  asset: 'DOGE',
  side: 'LONG',
  usd: 5_000,
  push_frac: 0.08,
  duration_ms: 2_000,
  revert_frac: 0.08,
  revert_ms: 2_000,
};

describe('control of the market', () => {
  it('moves a coin for good at every venue', async () => {
    rig.clock.advance(500);
    const before = [await pxAt('BINANCE', 'LTCUSDT'), await pxAt('BYBIT', 'LTCUSDT')];
    expect((await rig.post('/price-shock', { asset: 'LTC', move_frac: -0.1 })).body).toEqual({
      ok: true,
      asset: 'LTC',
      move_frac: -0.1,
    });
    rig.clock.advance(3_000);
    const after = [await pxAt('BINANCE', 'LTCUSDT'), await pxAt('BYBIT', 'LTCUSDT')];
    after.forEach((px, at) => {
      expect(px / (before[at] ?? 0)).toBeGreaterThan(0.88);
      expect(px / (before[at] ?? 0)).toBeLessThan(0.92);
    });
  });

  it('changes what a coin costs to borrow at one venue, and ends the loan', async () => {
    const rateOf = async (): Promise<unknown> => {
      const { body } = await getJson<{ result: { vipCoinList: { list: { currency: string }[] }[] } }>(
        `${rig.sim.baseUrls.BYBIT}/v5/spot-margin-trade/data?vipLevel=No%20VIP&currency=BTC`,
      );
      return body.result.vipCoinList[0]?.list[0];
    };
    const answer = await rig.post('/borrow-rate', { venue: 'BYBIT', asset: 'BTC', per_hour_frac: 0.00004 });
    expect(answer.body).toEqual({ ok: true, venue: 'BYBIT', asset: 'BTC', per_hour_frac: 0.00004 });
    expect(await rateOf()).toMatchObject({ borrowable: true, hourlyBorrowRate: '0.000040000000' });
    await rig.post('/borrow-rate', { venue: 'BYBIT', asset: 'BTC' });
    expect(await rateOf()).toMatchObject({ borrowable: false, hourlyBorrowRate: '' });
  });

  it('survives the largest shock either way', async () => {
    for (const move_frac of [1, -0.5, -0.5, 1]) {
      expect((await rig.post('/price-shock', { asset: 'SUI', move_frac })).status).toBe(200);
      rig.clock.advance(3_000);
      expect(await pxAt('BINANCE', 'SUIUSDT')).toBeGreaterThan(0);
    }
  });

  it('pushes a coin by a cascade and gives back what was asked for', async () => {
    const before = await pxAt('BINANCE', 'DOGEUSDT');
    expect((await rig.post('/cascade', CASCADE)).body).toEqual({
      ok: true,
      asset: 'DOGE',
      side: 'LONG',
      ends_ms: rig.clock.nowMs() + 2_000,
    });
    rig.clock.advance(2_300);
    expect((await pxAt('BINANCE', 'DOGEUSDT')) / before).toBeLessThan(0.95);
    rig.clock.advance(4_000);
    const after = (await pxAt('BINANCE', 'DOGEUSDT')) / before;
    expect(after).toBeGreaterThan(0.97);
    expect(after).toBeLessThan(1.03);
  });

  it('runs a bounded number of cascades at once', async () => {
    const long = { ...CASCADE, asset: 'KAS', push_frac: 0.0001, revert_frac: 0, duration_ms: 600_000 };
    const answers = [];
    for (let at = 0; at < 51; at += 1) answers.push((await rig.post('/cascade', long)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(50);
    expect((await rig.post('/cascade', long)).body).toMatchObject({ ok: false, code: 'too_many_cascades' });
  });

  it('says that the seed of the market is that of the start', async () => {
    expect((await rig.post('/seed', { seed: 9 })).body).toMatchObject({ ok: true, fault_seed: 9, market_seed: 43 });
  });

  it.each([
    ['/seed', 'seed', {}],
    ['/seed', 'seed', { seed: -1 }],
    ['/seed', 'seed', { seed: '7' }],
    ['/price-shock', 'asset', { asset: 'NOPE', move_frac: 0.1 }],
    ['/price-shock', 'move_frac', { asset: 'BTC', move_frac: -0.51 }],
    ['/price-shock', 'move_frac', { asset: 'BTC', move_frac: 1.01 }],
    ['/price-shock', 'move_frac', { asset: 'BTC', move_frac: null }],
    ['/cascade', 'side', { ...CASCADE, side: 'BUY' }],
    ['/cascade', 'usd', { ...CASCADE, usd: 1 }],
    ['/cascade', 'push_frac', { ...CASCADE, push_frac: 0.6 }],
    ['/cascade', 'duration_ms', { ...CASCADE, duration_ms: 600_001 }],
    ['/cascade', 'revert_frac', { ...CASCADE, revert_frac: -0.1 }],
    ['/cascade', 'revert_ms', { ...CASCADE, revert_ms: 0.5 }],
    ['/cascade', 'speed', { ...CASCADE, speed: 2 }],
  ])('%s names %s as what is wrong with %j', async (path, field, body) => {
    const answered = await rig.post(path, body);
    expect({ status: answered.status, ...answered.body }).toMatchObject({
      status: 400,
      ok: false,
      code: 'bad_field',
      field,
    });
  });
});
