import { accountKey, VENUES, type AccountKey, type ExecutionMode, type Venue } from '@riptide/core/domain';
import type { AccountView, TradingStateView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';

/** Returns the account a venue's orders go to; null while the engine has told of none. */
export function activeAccount(link: EngineLink, venue: Venue): AccountView | null {
  return link.values('account').get(accountKey(venue, modeOfVenue(link, venue))) ?? null;
}

/** Returns the real account of a venue; null without keys. */
export function realAccount(link: EngineLink, venue: Venue): AccountView | null {
  return link.values('account').get(accountKey(venue, 'live')) ?? null;
}

/** Returns where a venue's orders go. */
export function modeOfVenue(link: EngineLink, venue: Venue): ExecutionMode {
  return tradingState(link)?.liveVenues.includes(venue) === true ? 'live' : 'paper';
}

/** Real money first. */
const MODES: readonly ExecutionMode[] = ['live', 'paper'];

/** Returns what stands at each venue: on the account its orders go to, and on its other one where there is anything. */
export function overAccounts<T extends object>(
  link: EngineLink,
  look: (account: AccountKey) => T,
  isAny: (found: T) => boolean,
): ({ readonly venue: Venue; readonly mode: ExecutionMode } & T)[] {
  return VENUES.flatMap((venue) => {
    const active = modeOfVenue(link, venue);
    return MODES.map((mode) => ({ venue, mode, ...look(accountKey(venue, mode)) })).filter(
      (row) => row.mode === active || isAny(row),
    );
  });
}

/** Counts what is of one account. */
export function countOn(rows: Iterable<{ readonly account: string }>, account: AccountKey): number {
  let count = 0;
  for (const row of rows) if (row.account === account) count += 1;
  return count;
}

/** Returns `live` when all venues are, `paper` when none is. */
export function overallMode(link: EngineLink): ExecutionMode | 'mixed' {
  const live = VENUES.filter((venue) => modeOfVenue(link, venue) === 'live').length;
  if (live === 0) return 'paper';
  return live === VENUES.length ? 'live' : 'mixed';
}

/** Returns the mode whose results are shown when nobody asks for one: real money where there is any. */
export function leadingMode(link: EngineLink): ExecutionMode {
  return overallMode(link) === 'paper' ? 'paper' : 'live';
}

/** Returns the state of the trading core; null before the engine told of it. */
export function tradingState(link: EngineLink): TradingStateView | null {
  return link.values('trading').get('state') ?? null;
}

/** Returns the venue and the mode in the key of an account. */
export function partsOfAccount(account: string): { readonly venue: Venue; readonly mode: ExecutionMode } {
  const [venue, mode] = account.split(':');
  return { venue: venue as Venue, mode: mode as ExecutionMode };
}
