import { PLATFORM_CALLS } from './platform-calls.ts';
import { PRO_CALLS } from './pro-calls.ts';
import { SETTLED_CALLS } from './settled-calls.ts';
import type { SpecifiedCall } from './specified-call.ts';

/** Every call of the specification; one that stands in two places is listed for both. */
export const SPECIFIED_CALLS: readonly SpecifiedCall[] = [...PLATFORM_CALLS, ...PRO_CALLS, ...SETTLED_CALLS];
