import { readFileSync } from 'node:fs';
import type { Instrument, PlaceOrder } from '@riptide/core/domain';
import { readBybitRest } from '../rest/parse.ts';
import { InstrumentBook } from './instrument-book.ts';

export interface Listed {
  readonly book: InstrumentBook;
  readonly instruments: readonly Instrument[];
  find(id: string): Instrument;
}

/** Builds the instruments of the listing fixtures, and ETH besides. */
export function buildListed(): Listed {
  const instruments = ['linear', 'spot'].flatMap((category) => {
    const text = readFileSync(
      new URL(`../../../fixtures/bybit/rest_get_instruments_${category}.json`, import.meta.url),
      'utf8',
    );
    const reading = readBybitRest('/v5/market/instruments-info', JSON.parse(text));
    return reading?.kind === 'instruments' ? reading.instruments : [];
  });
  const [btc] = instruments;
  if (btc === undefined) throw new Error('no instruments in the fixtures');
  const all: readonly Instrument[] = [
    ...instruments,
    { ...btc, id: 'ETHUSDT.PERP.BYBIT', symbol: 'ETHUSDT', wireSymbol: 'ETHUSDT', baseAsset: 'ETH' },
  ];
  const book = new InstrumentBook();
  book.set(all);
  const find = (id: string): Instrument => {
    const found = all.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no ${id} in the fixtures`);
    return found;
  };
  return { book, instruments: all, find };
}

/** Builds a market buy; `over` replaces what matters. */
export function buildPlaceOrder(instrument: Instrument, over: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    clientOrderId: 'PA1',
    instrument,
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
