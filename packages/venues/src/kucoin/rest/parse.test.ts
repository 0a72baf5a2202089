import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBullet, readContractTickers, readFundingSchedule, readRest } from './parse.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../fixtures/kucoin');
const fixture = (name: string): unknown => JSON.parse(readFileSync(resolve(FIXTURES, `rest_${name}.json`), 'utf8'));

function instrumentsOf(path: string, name: string) {
  const reading = readRest(path, fixture(name));
  if (reading?.kind !== 'instruments') throw new Error(`${path} gave ${reading?.kind}`);
  return reading;
}

describe('the price band of a contract', () => {
  it('is what its limits leave around the mark of the same row', () => {
    const body = fixture('get_contracts_active') as { data: object[] };
    const bandWith = (more: object) => {
      const data = [{ ...body.data[0], ...more }];
      const reading = readRest('/api/v1/contracts/active', { ...body, data });
      return reading?.kind === 'instruments' ? reading.instruments[0]?.priceBand : null;
    };
    const band = bandWith({ markPrice: 91_248.31, buyLimit: 95_810.7, sellLimit: 86_685.9 });
    expect(band).toMatchObject({ buyDownFrac: null, sellUpFrac: null });
    expect(band?.buyUpFrac).toBeCloseTo(0.05, 5);
    expect(band?.sellDownFrac).toBeCloseTo(0.05, 5);
    expect(bandWith({ markPrice: null, buyLimit: null, sellLimit: null })).toBeUndefined();
  });
});

describe('the highest leverage of a contract', () => {
  it('is what its row tells, and nothing where it tells none', () => {
    const body = fixture('get_contracts_active') as { data: object[] };
    const maxWith = (maxLeverage: unknown) => {
      const reading = readRest('/api/v1/contracts/active', { ...body, data: [{ ...body.data[0], maxLeverage }] });
      return reading?.kind === 'instruments' ? reading.instruments[0]?.leverageMax : null;
    };
    expect(maxWith(75)).toBe(75);
    expect(maxWith(null)).toBeUndefined();
    expect(maxWith(0)).toBeUndefined();
  });
});

describe('contracts', () => {
  const { instruments, skipped } = instrumentsOf('/api/v1/contracts/active', 'get_contracts_active');
  const byWire = new Map(instruments.map((instrument) => [instrument.wireSymbol, instrument]));

  it('name XBT as BTC, count lots by the multiplier and take the interval in force', () => {
    expect(byWire.get('XBTUSDTM')).toMatchObject({
      id: 'BTCUSDT.PERP.KUCOIN',
      baseAsset: 'BTC',
      qtyScale: 0.001,
      pxDivisor: 1,
      pxTick: '0.1',
      qtyStep: '1',
      isInverse: false,
      isTrading: true,
      fundingIntervalHours: 4,
      listedMs: 1_585_555_200_000,
    });
  });

  it('mark coin-margined ones as inverse: their multiplier -1 is one unit of quote a lot', () => {
    expect(byWire.get('XBTUSDM')).toMatchObject({
      id: 'BTCUSD.PERP.KUCOIN',
      isInverse: true,
      qtyScale: 1,
      settleAsset: 'BTC',
    });
  });

  it('fold a thousand in the name into the scales and read exponent ticks', () => {
    expect(byWire.get('1000BONKUSDTM')).toMatchObject({
      symbol: 'BONKUSDT',
      baseAsset: 'BONK',
      qtyScale: 10_000,
      pxDivisor: 1000,
      pxTick: '0.000001',
      isTrading: false,
    });
  });

  it('keep dated ones apart from perpetuals', () => {
    expect(byWire.get('XBTMZ26')).toMatchObject({
      kind: 'future',
      id: 'BTCUSD-20261225.FUTURE.KUCOIN',
      fundingIntervalHours: null,
    });
  });

  it('leave out and count rows without a usable tick', () => {
    expect(skipped).toBe(1);
    expect(byWire.has('BROKENUSDTM')).toBe(false);
  });

  it('give day tickers of perpetuals per base unit, with no quote volume where the venue counts coins', () => {
    const tickers = readContractTickers(fixture('get_contracts_active'));
    expect(tickers).toEqual([
      { wireSymbol: 'XBTUSDTM', lastPx: 91_250.5, changeFrac: 0.0041, volumeQuote: 1.29e9 },
      { wireSymbol: 'XBTUSDM', lastPx: 91_240.1, changeFrac: 0.004, volumeQuote: null },
      { wireSymbol: '1000BONKUSDTM', lastPx: 0.021455 / 1000, changeFrac: -0.02, volumeQuote: 12_000.5 },
    ]);
  });
});

describe('spot symbols', () => {
  const { instruments } = instrumentsOf('/api/v2/symbols', 'get_symbols');

  it('carry tick, lot, minimum and minimum funds', () => {
    expect(instruments[0]).toMatchObject({
      id: 'ETHUSDT.SPOT.KUCOIN',
      pxTick: '0.01',
      qtyStep: '0.0000001',
      qtyMin: '0.0001',
      notionalMin: '0.1',
    });
  });

  it('keep the wire symbol after a rename and take the assets from the fields', () => {
    expect(instruments[1]).toMatchObject({
      id: 'NEWUSDT.SPOT.KUCOIN',
      wireSymbol: 'OLD-USDT',
      isTrading: false,
      notionalMin: null,
    });
  });
});

describe('candles', () => {
  it('are open, CLOSE, high, low in seconds newest first on spot', () => {
    const reading = readRest('/api/v1/market/candles?symbol=ETH-USDT', fixture('get_candles_spot'));
    expect(reading?.kind === 'candles' && reading.candles[1]).toEqual({
      openMs: 1_795_768_200_000,
      open: 3120.1,
      high: 3122,
      low: 3119.5,
      close: 3121.4,
      volumeQty: 12.5,
    });
  });

  it('are open, high, low, close in ms oldest first on futures', () => {
    const reading = readRest('/api/v1/kline/query', fixture('get_klines_futures'));
    expect(reading?.kind === 'candles' && reading.candles[0]).toEqual({
      openMs: 1_795_768_140_000,
      open: 91_200.1,
      high: 91_260,
      low: 91_190.2,
      close: 91_240,
      volumeQty: 4210,
    });
  });
});

describe('readRest', () => {
  it('answers null for endpoints the product does not read and bodies of another shape', () => {
    expect(readRest('/api/v1/accounts', { code: '200000', data: [] })).toBeNull();
    expect(readRest('/api/v1/contracts/active', 'maintenance')).toBeNull();
    expect(
      readRest('/api/v1/level2/snapshot', { code: '200000', data: { sequence: 5, bids: [['1']], asks: [] } }),
    ).toBeNull();
  });

  it('names a refusal by the domain code of its product', () => {
    expect(readRest('/api/v1/market/orderbook/level2_20', { code: '900001', msg: 'symbol not exists' })).toEqual({
      kind: 'refusal',
      code: 'INSTRUMENT_UNKNOWN',
    });
  });

  it('finds the symbol in the name of a funding index', () => {
    const body = {
      code: '200000',
      data: {
        symbol: '.XBTUSDTMFPI8H',
        granularity: 28_800_000,
        value: -0.0001,
        predictedValue: 0.0002,
        fundingTime: 1_795_795_200_000,
      },
    };
    const reading = readRest('/api/v1/funding-rate/XBTUSDTM/current', body);
    expect(reading?.kind === 'marks' && reading.marks[0]).toMatchObject({
      wireSymbol: 'XBTUSDTM',
      fundingRateFrac: -0.0001,
    });
    expect(readFundingSchedule(body)).toEqual({
      fundingRateFrac: -0.0001,
      followingFundingRateFrac: 0.0002,
      nextFundingMs: 1_795_795_200_000,
      fundingIntervalHours: 8,
    });
  });
});

describe('readBullet', () => {
  it('reads token, address and heartbeat, and nothing from an answer without a server', () => {
    expect(readBullet(fixture('post_bullet_public'))).toEqual({
      token: '2neAiuYvAU61+TEST/token==',
      endpoint: 'wss://ws-api-futures.kucoin.com/',
      pingIntervalMs: 12_000,
    });
    expect(readBullet({ code: '200000', data: { token: 'x', instanceServers: [] } })).toBeNull();
  });
});
