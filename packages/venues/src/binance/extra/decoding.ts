import type { VenueDecoding } from '../../kit/index.ts';
import { BINANCE_PRODUCTS, type BinanceProduct } from '../config.ts';
import { readRest } from '../rest/parse.ts';
import { BinanceDecoder } from '../ws/parse.ts';
import { BinanceSequence } from './feed-sequence.ts';

/** Binance's reading of bytes, without sockets. */
export const binanceDecoding: VenueDecoding<BinanceProduct> = {
  products: BINANCE_PRODUCTS,
  createDecoder: (options) => new BinanceDecoder(options),
  createSequence: (product, slots) => new BinanceSequence(product, slots),
  readRest,
};
