import type { z } from 'zod';
import type { getSymbols, upsertSymbols } from '@riptide/contracts';
import type { Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { SymbolCalls, WatchedSymbols } from '../../link/symbol-calls.ts';

type Done = SymbolCalls['watch-symbols']['answer'];

/** Returns what became of symbols that were to be watched. */
export function presentUpsert(done: Done): Omit<z.input<typeof upsertSymbols.response>, 'ok'> {
  const named = (outcome: Done['outcomes'][number]['outcome']) =>
    done.outcomes.filter((each) => each.outcome === outcome);
  const fresh = named('new').map(({ symbol }) => symbol);
  const refused = named('refused').map(({ symbol, reason }) => ({ symbol, reason: reason ?? 'refused' }));
  const waiting = done.outcomes.filter(({ live }) => live === 'next-start').map(({ symbol }) => symbol);
  return {
    new: fresh,
    known: named('known').map(({ symbol }) => symbol),
    refused,
    live_now: done.outcomes.filter(({ live }) => live === 'now').map(({ symbol }) => symbol),
    from_next_start: waiting,
    restarted: done.isRestarted,
    not_restarted_reason: done.notRestarted,
    watched: [...done.watched],
    watched_max: done.watchedMax,
    message: messageOf(fresh.length, refused.length, { isRestarted: done.isRestarted, waiting: waiting.length }),
  };
}

function messageOf(
  fresh: number,
  refused: number,
  { isRestarted, waiting }: { readonly isRestarted: boolean; readonly waiting: number },
): string {
  const parts = [fresh === 0 ? 'No new symbol' : `${fresh} ${fresh === 1 ? 'symbol is' : 'symbols are'} watched`];
  if (refused > 0) parts.push(`${refused} refused`);
  if (isRestarted) parts.push('the engine started anew with them');
  else if (waiting > 0) parts.push(`${waiting} from the next engine start`);
  return parts.join(', ');
}

/** Returns the symbols the engine follows and those it will, with where they are listed among the followed. */
export function presentSymbols(
  link: EngineLink,
  { watched, followed, watchedMax }: WatchedSymbols,
): Omit<z.input<typeof getSymbols.response>, 'ok'> {
  const venuesOf = new Map<string, { perp: Venue[]; spot: Venue[]; live: number }>();
  for (const { symbol, venue, market, isBookLive } of link.values('instrument').values()) {
    const row = venuesOf.get(symbol) ?? { perp: [], spot: [], live: 0 };
    venuesOf.set(symbol, row);
    row[market].push(venue);
    if (isBookLive) row.live += 1;
  }
  const symbols = [...new Set([...followed, ...watched])].sort().map((symbol) => {
    const row = venuesOf.get(symbol);
    return {
      symbol,
      watched: watched.includes(symbol),
      followed: followed.includes(symbol),
      perp_venues: row?.perp ?? [],
      spot_venues: row?.spot ?? [],
      books_live: row?.live ?? 0,
    };
  });
  return { symbols, count: symbols.length, watched: [...watched], watched_max: watchedMax };
}
