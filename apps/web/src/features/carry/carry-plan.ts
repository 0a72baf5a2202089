import type { RouteOutput, planCarry } from '@riptide/contracts/calls';

/** What the server planned for a symbol. */
export type CarryPlan = RouteOutput<typeof planCarry>;

/** Of each leg, one of both at most; where neither is filled in the server takes its default. */
export interface CarrySize {
  readonly qty: number | null;
  readonly notionalUsd: number | null;
}
