export { ArbitrageCore, type ArbitrageCoreParts } from './arbitrage-core.ts';
export { ArbitrageFold } from './arbitrage-fold.ts';
