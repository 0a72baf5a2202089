export { binanceDecoding } from './decoding.ts';
