import { ok, type Decimal, type Result, type Venue } from '@riptide/core/domain';
import type { VenueSim } from '../faults-public.ts';
import { stepsOf } from '../server/steps-of.ts';
import { ACCOUNT, accountOf, KEY } from './account-of.ts';
import { badField, type ControlRefusal } from './control-answer.ts';
import { amount, number, optional, type Field, type ValuesOf } from './fields.ts';
import type { FoundListing } from './find-listing.ts';

type AdlFields = {
  readonly key: Field<string | null>;
  readonly account: Field<number | null>;
  readonly qty: Field<Decimal | null>;
  readonly frac: Field<number | null>;
};

/** Fields of a deleveraging beside the listing. */
export const ADL_FIELDS: AdlFields = {
  key: KEY,
  account: ACCOUNT,
  qty: optional(amount('how much is taken, in the quantity unit of the venue; all of it when qty and frac are absent')),
  frac: optional(number({ min: 0.0001, max: 1 }, 'the share of the position that is taken, instead of qty')),
};

/** Takes a part of an account's position at the mark. Returns the lots taken, 0 when there is no position. */
export function deleverage(
  sim: VenueSim,
  listing: FoundListing,
  values: ValuesOf<typeof ADL_FIELDS>,
): Result<{ readonly lots: number; readonly accountId: number }, ControlRefusal> {
  const { ix, venue } = listing;
  const account = accountOf(sim, venue, values);
  if (!account.ok) return account;
  if (values.qty !== null && values.frac !== null) return badField('frac', values.frac, 'none beside qty');
  const held = heldLots(sim, venue, { accountId: account.value, ix });
  let wanted = values.frac === null ? held : Math.max(1, Math.round(held * values.frac));
  if (values.qty !== null) {
    const lots = stepsOf(values.qty, listing.instrument.qtyStep);
    if (lots === null || lots === 0)
      return badField('qty', values.qty.toString(), `a multiple of ${listing.instrument.qtyStep}`);
    wanted = lots;
  }
  const lots = held === 0 ? 0 : sim.control(venue).adl(account.value, ix, wanted);
  return ok({ lots, accountId: account.value });
}

function heldLots(sim: VenueSim, venue: Venue, of: { readonly accountId: number; readonly ix: number }): number {
  const positions = sim.accounts(venue).positions(of.accountId, { ix: of.ix });
  return positions.reduce((sum, { lots }) => sum + Math.abs(lots), 0);
}
