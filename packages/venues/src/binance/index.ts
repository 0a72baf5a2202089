export { binanceDecoding } from './extra/decoding.ts';
export { binanceRequests } from './extra/requests.ts';
export { createBinance, createBinanceExecution } from './venue.ts';
