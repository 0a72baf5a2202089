/** A source of numbers in [0, 1). Passed in wherever chance is needed, so that a seed replays everything. */
export type Random = () => number;

/**
 * Returns a seeded generator (mulberry32): 32 bits of state, period 2^32, equal on every machine.
 * Good for simulation and jitter; never for secrets.
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns one draw of the standard normal distribution (Box-Muller). */
export function normal(random: Random): number {
  const u = 1 - random();
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * random());
}
