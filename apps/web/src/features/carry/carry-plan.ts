import type { RouteOutput, planCarry } from '@riptide/contracts/calls';

/** What the server planned for a symbol. */
export type CarryPlan = RouteOutput<typeof planCarry>;
