import { ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';

const NS_PER_MS = 1e6;
const SAMPLES = 3;

/** Venue clock minus ours, corrected by half the round trip, and that round trip. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly roundTripMs: number;
}

/**
 * Returns the best of three samples: the shortest round trip bounds the error of the offset most tightly.
 *
 * @errors those of `readTime` when not one sample came.
 */
export async function measureClock(
  clock: Clock,
  readTime: () => Promise<Result<{ readonly venueMs: number }, DomainError>>,
): Promise<Result<ClockOffset, DomainError>> {
  let best: ClockOffset | null = null;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const sentNs = clock.nowNs();
    const answer = await readTime();
    const recvMs = clock.nowMs();
    if (!answer.ok) return best === null ? answer : ok(best);
    const roundTripMs = (clock.nowNs() - sentNs) / NS_PER_MS;
    if (best !== null && roundTripMs >= best.roundTripMs) continue;
    best = { offsetMs: answer.value.venueMs - (recvMs - roundTripMs / 2), roundTripMs };
  }
  if (best === null) throw new Error('Invariant: no clock sample and no error');
  return ok(best);
}
