export type { KucoinConfig } from './config.ts';
export type { KucoinProduct } from './enums.ts';
export { createKucoin, kucoinDecoding } from './venue.ts';
