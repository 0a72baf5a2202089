import type { MarketSource } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';

/** When an answer is made, and over which kind of market: what decides how old data are and what silence means. */
export interface Moment {
  readonly nowMs: number;
  readonly isReplay: boolean;
}

/** Returns the moment as of now. */
export function momentOf(deps: { readonly clock: Clock; readonly facts: { readonly market: MarketSource } }): Moment {
  return { nowMs: deps.clock.nowMs(), isReplay: deps.facts.market === 'replay' };
}
