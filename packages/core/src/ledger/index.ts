export * from './account-ledger.ts';
export * from './account-worth.ts';
export type { AssetSums } from './asset-sums.ts';
export type { CashBook, CashRow, TransferOptions } from './cash-book.ts';
export * from './closed-trade.ts';
export * from './ledger.ts';
export * from './performance.ts';
export * from './trade-results.ts';
