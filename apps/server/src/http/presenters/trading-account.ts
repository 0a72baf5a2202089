import type { z } from 'zod';
import type { getTradingAccount } from '@riptide/contracts';
import { VENUES, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import { activeAccount, modeOfVenue, overallMode } from './accounts.ts';
import { cents, sumOf, toNumber } from './money.ts';
import { toEpochSecondsOrNull } from './numbers.ts';

type Answer = Omit<z.input<typeof getTradingAccount.response>, 'ok'>;

/** Returns the accounts orders go to, of one venue or of all; sums are exact and never of two modes. */
export function presentTradingAccount(link: EngineLink, only: Venue | null): Answer {
  const venues = (only === null ? VENUES : [only]).map((venue): Answer['venues'][number] => {
    const account = activeAccount(link, venue);
    return {
      venue,
      mode: modeOfVenue(link, venue),
      equity: toNumber(cents(account?.equityUsd ?? null)),
      available: toNumber(cents(account?.freeUsd ?? null)),
      unrealized_pnl: toNumber(cents(account?.unrealisedUsd ?? null)),
      margin_used: toNumber(cents(account?.marginUsd ?? null)),
      connected: account?.stream.isLive ?? false,
      reconciled_at: toEpochSecondsOrNull(account?.reconciledMs ?? null),
    };
  });
  const mode = only === null ? overallMode(link) : modeOfVenue(link, only);
  const total = (field: 'equity' | 'available' | 'unrealized_pnl' | 'margin_used'): number | null =>
    mode === 'mixed'
      ? null
      : toNumber(sumOf(venues.map((venue) => cents(venue[field] === null ? null : String(venue[field])))));
  return {
    mode,
    account: {
      equity: total('equity'),
      available: total('available'),
      unrealized_pnl: total('unrealized_pnl'),
      margin_used: total('margin_used'),
    },
    venues,
  };
}
