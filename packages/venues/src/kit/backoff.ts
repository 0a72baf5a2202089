import type { Random } from '@riptide/core/kernel';

export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Returns how long to wait before try number `attempt` (0 is the first retry): doubling up to the maximum, with half of it random.
 * The jitter keeps many sockets from coming back in step after an outage.
 */
export function backoffMs(attempt: number, random: Random, options: BackoffOptions): number {
  const ceiling = Math.min(options.maxMs, options.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
