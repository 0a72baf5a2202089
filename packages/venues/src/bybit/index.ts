export { bybitDecoding, createBybit, createBybitExecution } from './venue.ts';
