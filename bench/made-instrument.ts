import { instrumentId, type Instrument, type Venue } from '@riptide/core/domain';

/** Returns a listing of a coin that no venue has, with the same steps everywhere, so that nothing but the number of listings differs. */
export function madeInstrument(baseAsset: string, kind: Instrument['kind'], venue: Venue): Instrument {
  const symbol = `${baseAsset}USDT`;
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
    pxTick: '0.001',
    qtyStep: '0.001',
    qtyMin: '0.001',
    qtyMax: null,
    notionalMin: '5',
    isTrading: true,
    listedMs: null,
    fundingIntervalHours: kind === 'perp' ? 8 : null,
  };
}
