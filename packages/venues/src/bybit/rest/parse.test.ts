import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nextCursorOf, readBybitRest } from './parse.ts';

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../fixtures/bybit/${name}`, import.meta.url), 'utf8'));
}

function instruments(name: string) {
  const reading = readBybitRest('/v5/market/instruments-info?category=linear', fixture(name));
  if (reading?.kind !== 'instruments') throw new Error('no instruments read');
  return reading;
}

describe('readBybitRest', () => {
  it('reads perpetuals with their steps, their funding interval in hours and the multiplier of their name', () => {
    const [btc, pepe, apple] = instruments('rest_get_instruments_linear.json').instruments;
    expect(btc).toMatchObject({
      id: 'BTCUSDT.PERP.BYBIT',
      pxTick: '0.10',
      qtyStep: '0.001',
      notionalMin: '5',
      fundingIntervalHours: 8,
      qtyScale: 1,
    });
    expect(pepe).toMatchObject({
      id: 'PEPEUSDT.PERP.BYBIT',
      wireSymbol: '1000PEPEUSDT',
      qtyScale: 1000,
      pxDivisor: 1000,
      fundingIntervalHours: 4,
    });
    expect(apple, 'a stock is no coin').toMatchObject({ isTrading: false });
  });

  it('takes the outer ratio of price limits as the band, and none where it is not told', () => {
    const body = fixture('rest_get_instruments_linear.json') as { result: { list: object[] } };
    const bandWith = (riskParameters: object | undefined) => {
      const list = [{ ...body.result.list[0], riskParameters }];
      const reading = readBybitRest('/v5/market/instruments-info?category=linear', { ...body, result: { list } });
      return reading?.kind === 'instruments' ? reading.instruments[0]?.priceBand : null;
    };
    expect(bandWith({ priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' })).toEqual({
      buyUpFrac: 0.02,
      buyDownFrac: null,
      sellUpFrac: null,
      sellDownFrac: 0.02,
    });
    expect(bandWith({ priceLimitRatioX: '', priceLimitRatioY: '' })).toBeUndefined();
    expect(bandWith(undefined)).toBeUndefined();
  });

  it('takes the highest leverage where it is told', () => {
    const body = fixture('rest_get_instruments_linear.json') as { result: { list: object[] } };
    const maxWith = (leverageFilter: object | undefined) => {
      const list = [{ ...body.result.list[0], leverageFilter }];
      const reading = readBybitRest('/v5/market/instruments-info?category=linear', { ...body, result: { list } });
      return reading?.kind === 'instruments' ? reading.instruments[0]?.leverageMax : null;
    };
    expect(maxWith({ maxLeverage: '12.50' })).toBe(12.5);
    expect(maxWith({ maxLeverage: '' })).toBeUndefined();
    expect(maxWith(undefined)).toBeUndefined();
  });

  it('takes the base precision of spot as its step', () => {
    const [btc] = instruments('rest_get_instruments_spot.json').instruments;
    expect(btc).toMatchObject({
      id: 'BTCUSDT.SPOT.BYBIT',
      qtyStep: '0.000001',
      qtyMin: '0.000001',
      qtyMax: '83',
      notionalMin: '5',
      fundingIntervalHours: null,
    });
  });

  it('reads a refusal by its code, and nothing from endpoints it does not know', () => {
    expect(readBybitRest('/v5/market/tickers', { retCode: 10_006, retMsg: 'x', result: {} })).toEqual({
      kind: 'refusal',
      code: '10006',
    });
    expect(readBybitRest('/v5/market/insurance', { retCode: 0, result: {} })).toBeNull();
    expect(readBybitRest('/v5/market/orderbook', { retCode: 0, result: { b: [['x', '1']], a: [] } })).toBeNull();
  });

  it('finds the next page only where there is one', () => {
    expect(nextCursorOf({ result: { nextPageCursor: 'abc' } })).toBe('abc');
    expect(nextCursorOf({ result: { nextPageCursor: '' } })).toBeNull();
    expect(nextCursorOf(fixture('rest_get_instruments_spot.json'))).toBeNull();
  });
});
