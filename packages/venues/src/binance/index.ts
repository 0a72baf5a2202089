export { binanceDecoding } from './extra/decoding.ts';
export { createBinance, createBinanceExecution } from './venue.ts';
