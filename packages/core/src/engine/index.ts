export * from './hot-batch.ts';
export * from './hot-engine.ts';
export * from './select-universe.ts';
export * from './sniping-views.ts';
export * from './sniping/index.ts';
export * from './trading-views.ts';
export type { CoreFold } from './trading/core-fold.ts';
export type { CoreJournalFile } from './trading/journal-keeper.ts';
export { TradingCore, type TradingCoreDeps } from './trading/trading-core.ts';
