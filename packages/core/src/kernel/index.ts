export * from './clock.ts';
export * from './log.ts';
export * from './random.ts';
export * from './sample-window.ts';
export * from './stage-meter.ts';
export * from './virtual-clock.ts';
