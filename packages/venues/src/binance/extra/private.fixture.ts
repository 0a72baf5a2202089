import { readFileSync } from 'node:fs';
import { instrumentId, type Instrument, type PlaceOrder } from '@riptide/core/domain';
import { UnknownNames } from '../../kit/index.ts';
import { silentLog } from '@riptide/core/kernel';
import { InstrumentMap } from './instrument-map.ts';

/** Builds an instrument of this venue; `over` replaces what matters. */
export function buildBinanceInstrument(over: Partial<Instrument>): Instrument {
  const kind = over.kind ?? 'perp';
  const symbol = over.symbol ?? 'BTCUSDT';
  return {
    id: instrumentId(symbol, kind, 'BINANCE'),
    venue: 'BINANCE',
    kind,
    symbol,
    wireSymbol: symbol,
    baseAsset: symbol.replace(/USDT$/, ''),
    quoteAsset: 'USDT',
    settleAsset: 'USDT',
    isInverse: false,
    qtyScale: 1,
    pxDivisor: 1,
    pxTick: '0.1',
    qtyStep: '0.001',
    qtyMin: '0.001',
    qtyMax: null,
    notionalMin: '5',
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: kind === 'perp' ? 8 : null,
    ...over,
  };
}

export const BTC_PERP = buildBinanceInstrument({});
export const PEPE_PERP = buildBinanceInstrument({
  symbol: 'PEPEUSDT',
  wireSymbol: '1000PEPEUSDT',
  qtyScale: 1000,
  pxDivisor: 1000,
  pxTick: '0.0000001',
  qtyStep: '1',
});
export const SOL_SPOT = buildBinanceInstrument({ kind: 'spot', symbol: 'SOLUSDT', pxTick: '0.01' });

/** Builds a market buy; `over` replaces what matters. */
export function buildPlaceOrder(over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientOrderId: 'P1a0',
    instrument: BTC_PERP,
    side: 'BUY',
    type: 'market',
    tif: 'GTC',
    qtyBase: '0.01',
    px: null,
    triggerPx: null,
    triggerBy: 'mark',
    isReduceOnly: false,
    closesPosition: false,
    leverage: null,
    role: 'entry',
    ...over,
  };
}

/** Returns a map that lists the instruments above. */
export function buildInstrumentMap(): InstrumentMap {
  const map = new InstrumentMap(new UnknownNames(silentLog(), 'test'));
  map.set([BTC_PERP, PEPE_PERP, SOL_SPOT]);
  return map;
}

/** Reads a payload of the fixtures folder. */
export function readPrivateFixture(name: string): unknown {
  return JSON.parse(readPrivateText(name));
}

/** Reads the text of a payload. */
export function readPrivateText(name: string): string {
  return readFileSync(new URL(`../../../fixtures/binance/${name}.json`, import.meta.url), 'utf8');
}
