export type { KucoinConfig } from './config.ts';
export type { KucoinProduct } from './enums.ts';
export { kucoinRequests } from './extra/requests.ts';
export { createKucoin, createKucoinExecution, kucoinDecoding } from './venue.ts';
