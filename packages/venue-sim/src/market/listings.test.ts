import { VENUES } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { textOf } from '../server/text.ts';
import { MARKET_ASSETS } from './assets.ts';
import { listingsOf } from './listings.ts';

const perpsOf = (venue: (typeof VENUES)[number]): Set<string> =>
  new Set(
    listingsOf(venue)
      .filter(({ kind }) => kind === 'perp')
      .map(({ wireSymbol }) => wireSymbol),
  );

describe('listings', () => {
  it('has at least 40 assets as spot and as perp on every venue', () => {
    for (const venue of VENUES) {
      const all = listingsOf(venue);
      expect(all.filter(({ kind }) => kind === 'spot').length).toBeGreaterThanOrEqual(40);
      expect(all.filter(({ kind }) => kind === 'perp').length).toBeGreaterThanOrEqual(40);
      expect(new Set(all.map(({ kind, wireSymbol }) => `${kind} ${wireSymbol}`)).size).toBe(all.length);
    }
  });

  it('uses the names and multipliers of each venue', () => {
    expect(perpsOf('BINANCE')).toContain('1000PEPEUSDT');
    expect(perpsOf('BYBIT')).toContain('SHIB1000USDT');
    expect(perpsOf('OKX')).toContain('PEPE-USDT-SWAP');
    expect(perpsOf('KUCOIN')).toContain('XBTUSDTM');
    const okxBtc = listingsOf('OKX').find(({ wireSymbol }) => wireSymbol === 'BTC-USDT-SWAP');
    expect(okxBtc).toMatchObject({ qtyScale: 0.01, qtyStep: 0.01, pxTick: 0.1 });
    const thousand = listingsOf('BINANCE').find(({ wireSymbol }) => wireSymbol === '1000PEPEUSDT');
    expect(thousand).toMatchObject({ qtyScale: 1_000, pxMultiplier: 1_000, asset: 'PEPE' });
  });

  it('lists one coin on two venues only and lets one ticker mean another coin on one venue', () => {
    expect(VENUES.filter((venue) => listingsOf(venue).some(({ asset }) => asset === 'KAS'))).toEqual([
      'BYBIT',
      'KUCOIN',
    ]);
    const alt = VENUES.map((venue) => listingsOf(venue).find(({ base }) => base === 'ALT')?.asset);
    expect(alt).toEqual(['ALT', 'ALT', 'ALT', 'ALT.KUCOIN']);
  });

  it('lists three coins in other coins on every venue, by its own names', () => {
    const crosses = VENUES.map((venue) => listingsOf(venue).filter(({ quote }) => quote !== 'USDT'));
    expect(crosses.map((all) => all.map(({ wireSymbol, kind }) => `${kind} ${wireSymbol}`).join())).toEqual([
      'spot ETHBTC,spot SOLBTC,spot SOLETH',
      'spot ETHBTC,spot SOLBTC,spot SOLETH',
      'spot ETH-BTC,spot SOL-BTC,spot SOL-ETH',
      'spot ETH-BTC,spot SOL-BTC,spot SOL-ETH',
    ]);
  });

  it('has steps that print and ticks between 0.01 and 12 bps of the price', () => {
    const pxOf = new Map(MARKET_ASSETS.map((asset) => [asset.key, asset.startPx]));
    for (const venue of VENUES) {
      for (const instrument of listingsOf(venue)) {
        const wirePx = (pxOf.get(instrument.asset) ?? 0) * instrument.pxMultiplier;
        const tickBps = (instrument.pxTick / wirePx) * 1e4;
        expect(tickBps, instrument.wireSymbol).toBeLessThan(12);
        expect(tickBps, instrument.wireSymbol).toBeGreaterThan(0.001);
        expect(textOf(instrument).px(12_345)).toMatch(/^\d+(\.\d+)?$/);
        expect(textOf(instrument).qty(12_345)).toMatch(/^\d+(\.\d+)?$/);
      }
    }
  });
});
