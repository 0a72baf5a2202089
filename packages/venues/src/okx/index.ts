export { createOkx, createOkxExecution, okxDecoding } from './venue.ts';
