export { createOkx, okxDecoding } from './venue.ts';
