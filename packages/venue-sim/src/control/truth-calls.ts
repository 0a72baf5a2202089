import { ok, VENUES, type Venue } from '@riptide/core/domain';
import type { VenueSim } from '../faults-public.ts';
import { ACCOUNT, accountOf } from './account-of.ts';
import { badField, type ControlAnswer, type JsonObject } from './control-answer.ts';
import { controlCall, type ControlCall } from './control-call.ts';
import { defaulted, optional, text, wholeText } from './fields.ts';
import { VENUE_OR_ALL } from './find-listing.ts';
import { snakeKeys } from './snake-keys.ts';

const ROWS_DEFAULT = 10_000;
const QUERY_ACCOUNT = optional(wholeText({ min: 1, max: 1_000_000 }, ACCOUNT.about));

/** Builds the calls that answer what the venues themselves know. */
export function truthCalls(sim: VenueSim): readonly ControlCall[] {
  return [
    controlCall({
      method: 'GET',
      path: '/truth',
      about:
        'orders, fills, positions, balances and incomes as the venue has them, newest first; quantities and prices as the venue counts them, *_base in units of the coin, amounts as decimal text',
      fields: {
        venue: VENUE_OR_ALL,
        key: optional(text(128, 'only the account of this key; every account when absent')),
        account: QUERY_ACCOUNT,
        limit: defaulted(wholeText({ min: 1, max: 200_000 }, 'rows of each list, the newest'), ROWS_DEFAULT),
      },
      example: { venue: 'BINANCE' },
      act: (values) => truth(sim, values),
    }),
    controlCall({
      method: 'GET',
      path: '/truth/conservation',
      about: 'whether any money was made or lost at any venue, counted anew, to the last digit',
      fields: {},
      example: null,
      act() {
        const audits = VENUES.map((venue) => [venue, sim.control(venue).audit()] as const);
        const rows = audits.map(([venue, audit]) => [venue, snakeKeys(audit)] as const);
        return ok({
          is_conserved: audits.every(([, { isConserved }]) => isConserved),
          venues: Object.fromEntries(rows),
        });
      },
    }),
  ];
}

interface TruthValues {
  readonly venue: Venue | 'ALL';
  readonly key: string | null;
  readonly account: number | null;
  readonly limit: number;
}

function truth(sim: VenueSim, values: TruthValues): ControlAnswer {
  const { venue, key, account, limit } = values;
  if (venue === 'ALL') {
    if (key !== null) return badField('key', key, 'none with venue ALL');
    const rows = VENUES.map((each) => [each, { accounts: accountRows(sim, each, { account, limit }) }] as const);
    return ok({ venues: Object.fromEntries(rows) });
  }
  if (key === null && account === null) return ok({ venue, accounts: accountRows(sim, venue, { account, limit }) });
  const named = accountOf(sim, venue, { key, account });
  return named.ok ? ok({ venue, accounts: accountRows(sim, venue, { account: named.value, limit }) }) : named;
}

function accountRows(
  sim: VenueSim,
  venue: Venue,
  of: { readonly account: number | null; readonly limit: number },
): readonly JsonObject[] {
  const ids = sim.control(venue).accountIds();
  const wanted = of.account === null ? ids : ids.filter((id) => id === of.account);
  return wanted.map((id) => accountRow(sim, venue, { id, limit: of.limit }));
}

/** Conservation is of the whole venue and has a call of its own. */
function accountRow(sim: VenueSim, venue: Venue, of: { readonly id: number; readonly limit: number }): JsonObject {
  const control = sim.control(venue);
  const { accountId, venue: _venue, conservation: _conservation, ...lists } = control.truth(of.id, of.limit);
  const keys = control.keys().filter((key) => key.accountId === accountId);
  return {
    account: accountId,
    keys: keys.map(({ apiKey }) => apiKey),
    ...(snakeKeys(lists) as JsonObject),
  };
}
