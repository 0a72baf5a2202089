import type { getSymbols, RouteOutput } from '@riptide/contracts/calls';
import { isSymbolName } from './symbol-list.ts';

type Followed = RouteOutput<typeof getSymbols>;

export interface UpsertDiff {
  /** Not asked for by a person before. */
  readonly added: readonly string[];
  /** Asked for already: nothing changes for them. */
  readonly known: readonly string[];
  /** Of the added, those the engine follows by its own choice. */
  readonly followed: readonly string[];
  /** Named, but no symbol. */
  readonly refused: readonly string[];
  /** Asked for already and not named here: they stay. */
  readonly staying: readonly string[];
  readonly watchedAfter: number;
  readonly watchedMax: number;
  readonly isTooMany: boolean;
}

/** Tells what a bulk upsert of these symbols would change, before it is sent. */
export function diffUpsert(symbols: readonly string[], now: Followed): UpsertDiff {
  const watched = new Set(now.watched);
  const runs = new Set(now.symbols.filter(({ followed }) => followed).map(({ symbol }) => symbol));
  const named = symbols.filter(isSymbolName);
  const added = named.filter((symbol) => !watched.has(symbol));
  const watchedAfter = watched.size + added.length;
  return {
    added,
    known: named.filter((symbol) => watched.has(symbol)),
    followed: added.filter((symbol) => runs.has(symbol)),
    refused: symbols.filter((symbol) => !isSymbolName(symbol)),
    staying: now.watched.filter((symbol) => !named.includes(symbol)),
    watchedAfter,
    watchedMax: now.watched_max,
    isTooMany: watchedAfter > now.watched_max,
  };
}
