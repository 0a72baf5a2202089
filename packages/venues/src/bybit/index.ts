export { bybitDecoding, createBybit } from './venue.ts';
