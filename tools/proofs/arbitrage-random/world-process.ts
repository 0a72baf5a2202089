import { playWorld } from './play-world.ts';
import type { Tally } from './play-trade.ts';

/** A process that plays worlds one after the other, as its parent asks: time is virtual, so each takes one core. */
process.on('message', ({ seed, trades }: { readonly seed: number; readonly trades: number }) => {
  const tally: Tally = { strikes: new Map(), refusals: new Map(), flattened: 0 };
  playWorld(seed, trades, tally).then(
    (world) =>
      process.send?.({
        ...world,
        seed,
        ends: [...world.ends],
        strikes: [...tally.strikes],
        refusals: [...tally.refusals],
        flattened: tally.flattened,
      }),
    (e: unknown) => process.send?.({ seed, failed: e instanceof Error ? (e.stack ?? e.message) : String(e) }),
  );
});
process.on('disconnect', () => process.exit(0));
