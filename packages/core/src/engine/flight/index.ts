export * from './depth-ring.ts';
export * from './moment-view.ts';
export { rebuildMoment, type MomentOptions } from './rebuild-moment.ts';
