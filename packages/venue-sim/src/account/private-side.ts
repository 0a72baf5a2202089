import type { Clock } from '@riptide/core/kernel';
import type { PrivateFaultDesk, SimAccounts } from './model.ts';

/** What a venue's wire server is given for its private half. */
export interface PrivateSide {
  readonly clock: Clock;
  readonly accounts: SimAccounts;
  readonly faults: PrivateFaultDesk;
}
