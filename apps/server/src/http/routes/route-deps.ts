import type { Clock } from '@riptide/core/kernel';
import type { GateKeeper } from '../../access/gate-keeper.ts';
import type { EngineLink } from '../../link/engine-link.ts';
import type { HealthFacts } from '../presenters/health.ts';

/** What the routes stand on. */
export interface RouteDeps {
  readonly link: EngineLink;
  readonly gate: GateKeeper;
  readonly clock: Clock;
  readonly facts: HealthFacts;
  /** Returns true while the server's own database answers. */
  isDatabaseOpen(): Promise<boolean>;
}
