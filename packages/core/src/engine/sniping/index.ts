export { SnipingCore, type SnipingCoreParts } from './sniping-core.ts';
export { SnipingFold } from './sniping-fold.ts';
export type { CreateChooser } from './sniping-state.ts';
export { TRAILING_LIMITS } from './parse-trailing.ts';
export { OVERRIDE_PHRASE } from './verdict-rule.ts';
