import { domainError, err, ok } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { VenueTime } from './venue-time.ts';

describe('VenueTime', () => {
  it('takes its own measure after a refusal until somebody measures anew', async () => {
    let toldMs = 10;
    const time = new VenueTime(
      () => toldMs,
      () => Promise.resolve(ok({ offsetMs: 120_000, roundTripMs: 1 })),
    );
    expect(time.offsetMs()).toBe(10);
    expect(await time.resync()).toBe(true);
    expect(time.offsetMs()).toBe(120_000);
    toldMs = 119_990;
    expect(time.offsetMs()).toBe(119_990);
  });

  it('keeps what it knows when the venue does not answer', async () => {
    const time = new VenueTime(
      () => 10,
      () => Promise.resolve(err(domainError('VENUE_TIMEOUT', 'no answer'))),
    );
    expect(await time.resync()).toBe(false);
    expect(time.offsetMs()).toBe(10);
  });
});
