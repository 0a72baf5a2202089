import type { Instrument } from '../domain/index.ts';
import { PREFERRED_ASSETS } from './select-universe.ts';

const START_ASSET = 'USDT';
/** Crosses of one venue at most: the best known coins first. */
const CROSSES_MAX = 12;

/**
 * Chooses the spot books that close a round trip through three books of one venue: a coin in another coin, both of which the
 * universe follows there as spot in USDT.
 */
export function selectCrosses(
  instruments: readonly Instrument[],
  universe: readonly Instrument[],
): readonly Instrument[] {
  const followed = new Set(
    universe
      .filter(({ kind, quoteAsset }) => kind === 'spot' && quoteAsset === START_ASSET)
      .map(({ venue, baseAsset }) => `${venue} ${baseAsset}`),
  );
  const taken = new Set(universe.map(({ id }) => id));
  const byVenue = new Map<string, Instrument[]>();
  for (const instrument of instruments) {
    const { id, venue, kind, baseAsset, quoteAsset, isTrading, isInverse } = instrument;
    if (kind !== 'spot' || !isTrading || isInverse || taken.has(id)) continue;
    if (!followed.has(`${venue} ${baseAsset}`) || !followed.has(`${venue} ${quoteAsset}`)) continue;
    const known = byVenue.get(venue);
    if (known === undefined) byVenue.set(venue, [instrument]);
    else known.push(instrument);
  }
  return [...byVenue.values()].flatMap((crosses) =>
    crosses.sort((a, b) => rankOf(a) - rankOf(b) || (a.symbol < b.symbol ? -1 : 1)).slice(0, CROSSES_MAX),
  );
}

function rankOf({ baseAsset, quoteAsset }: Instrument): number {
  const placeOf = (asset: string): number => {
    const place = PREFERRED_ASSETS.indexOf(asset);
    return place === -1 ? PREFERRED_ASSETS.length : place;
  };
  return placeOf(baseAsset) + placeOf(quoteAsset);
}
