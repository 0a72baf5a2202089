export * from './arbitrage/base-tier-fees.ts';
export * from './arbitrage/common-step.ts';
export * from './arbitrage/judge-opportunity.ts';
export * from './arbitrage/pair-table.ts';
export * from './arbitrage/price-opportunity.ts';
export * from './arbitrage/scanner-market.ts';
export * from './arbitrage/scanner-options.ts';
export * from './arbitrage/scanner.ts';
