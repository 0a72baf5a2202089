import type { Instrument, InstrumentId, Venue } from '@riptide/core/domain';
import { selectCrosses, selectUniverse } from '@riptide/core/engine';
import type { LoadedVenue } from './venue-loader.ts';

/** What a hot thread is started over. */
interface Universe {
  readonly instruments: readonly Instrument[];
  /** Last prices by index, from which the precision of books is told; NaN where unknown. */
  readonly pxMax: readonly number[];
  /** Books that only close round trips: prices in coins, which no screen shows among those in dollars. */
  readonly crosses: ReadonlySet<InstrumentId>;
}

/** Chooses what is followed of all that the venues list. */
export function universeOf(
  loaded: ReadonlyMap<Venue, LoadedVenue>,
  choice: { readonly isEverything: boolean; readonly watched: readonly string[] },
): Universe {
  const everything = [...loaded.values()].flatMap(({ instruments }) => instruments);
  const followed = selectUniverse(everything, choice);
  const crosses = selectCrosses(everything, followed);
  const instruments = [...followed, ...crosses];
  const pxMax = instruments.map(
    ({ venue, kind, wireSymbol }) => loaded.get(venue)?.lastPx.get(`${kind}:${wireSymbol}`) ?? Number.NaN,
  );
  return { instruments, pxMax, crosses: new Set(crosses.map(({ id }) => id)) };
}
