export { okxRequests } from './extra/requests.ts';
export { createOkx, createOkxExecution, okxDecoding } from './venue.ts';
