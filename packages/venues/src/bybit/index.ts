export { bybitRequests } from './extra/requests.ts';
export { bybitDecoding, createBybit, createBybitExecution } from './venue.ts';
