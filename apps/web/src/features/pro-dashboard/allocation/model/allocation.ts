import type { getAllocation, RouteOutput } from '@riptide/contracts/calls';

/** The division of the capital as the server tells it. */
export type Allocation = RouteOutput<typeof getAllocation>;
