export * from './book-ladder.ts';
export * from './book.ts';
export * from './liquidation-ring.ts';
export * from './market-figures.ts';
export * from './market-store.ts';
export * from './minute-candles.ts';
export * from './quote-check.ts';
export * from './wire-scale.ts';
