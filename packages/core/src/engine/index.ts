export * from './hot-batch.ts';
