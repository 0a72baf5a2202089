export * from './hot-batch.ts';
export * from './hot-engine.ts';
export * from './select-universe.ts';
export * from './trading-views.ts';
export { TradingCore, type CoreJournalFile, type TradingCoreDeps } from './trading/trading-core.ts';
