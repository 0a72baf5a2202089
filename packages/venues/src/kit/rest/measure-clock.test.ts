import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { measureClock } from './measure-clock.ts';

const SKEW_MS = 700;
const FAULT = err(domainError('VENUE_TIMEOUT', 'no answer'));

/** Answers after the given waits, stamped `stampedAfterMs` into each; null is a failure. */
function venue(clock: VirtualClock, trips: readonly (readonly [stampedAfterMs: number, waitMs: number] | null)[]) {
  let at = 0;
  return (): Promise<Result<{ venueMs: number }, DomainError>> => {
    const trip = trips[at]!;
    at += 1;
    if (trip === null) return Promise.resolve(FAULT);
    const venueMs = clock.nowMs() + trip[0] + SKEW_MS;
    clock.advance(trip[1]);
    return Promise.resolve(ok({ venueMs }));
  };
}

describe('measureClock', () => {
  it('trusts the shortest round trip', async () => {
    const clock = new VirtualClock(1_700_000_000_000);
    const measured = await measureClock(
      clock,
      venue(clock, [
        [90, 100],
        [10, 20],
        [0, 400],
      ]),
    );
    expect(measured).toEqual(ok({ offsetMs: SKEW_MS, roundTripMs: 20 }));
  });

  it('keeps what it has when a later sample fails, and says why when there is none', async () => {
    const clock = new VirtualClock(1_700_000_000_000);
    expect(await measureClock(clock, venue(clock, [[20, 40], null]))).toEqual(
      ok({ offsetMs: SKEW_MS, roundTripMs: 40 }),
    );
    expect(await measureClock(clock, venue(clock, [null]))).toEqual(FAULT);
  });
});
