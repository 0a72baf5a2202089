import type { DomainError, Result } from '@riptide/core/domain';
import { RequestGovernor, type RequestGovernorOptions, type RequestPurpose } from './request-governor.ts';

/** A pool inside a wider one, for venues that count an endpoint and, besides, everything that comes from one address. */
export class NestedGovernor extends RequestGovernor {
  private readonly outer: RequestGovernor;

  constructor(options: RequestGovernorOptions, outer: RequestGovernor) {
    super(options);
    this.outer = outer;
  }

  /**
   * Grants `weight` when both pools do. A refusal of the outer pool costs the inner one what it had granted: it errs on the safe side.
   *
   * @errors VENUE_RATE_LIMITED with `retryAfterMs`, outcome `not-sent`.
   */
  override async take(weight: number, purpose: RequestPurpose): Promise<Result<null, DomainError>> {
    const inner = await super.take(weight, purpose);
    return inner.ok ? this.outer.take(1, purpose) : inner;
  }
}
