export { binanceDecoding } from './extra/decoding.ts';
export { createBinance } from './venue.ts';
