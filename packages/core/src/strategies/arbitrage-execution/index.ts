export * from './arbitrage-settings.ts';
export * from './choose-sequencing.ts';
export * from './exit-rules.ts';
export * from './leg-resolution.ts';
export * from './repair-costs.ts';
export * from './unwind-ladder.ts';
