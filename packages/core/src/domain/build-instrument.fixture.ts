import { instrumentId, type Instrument } from './instrument.ts';

/** Builds a plain instrument for tests and benchmarks; `over` replaces what matters. */
export function buildInstrument(over: Partial<Instrument> = {}): Instrument {
  const venue = over.venue ?? 'BINANCE';
  const kind = over.kind ?? 'perp';
  const baseAsset = over.baseAsset ?? 'BTC';
  const symbol = over.symbol ?? `${baseAsset}USDT`;
  return {
    id: instrumentId(symbol, kind, venue),
    venue,
    kind,
    symbol,
    wireSymbol: symbol,
    baseAsset,
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
