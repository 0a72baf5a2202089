import { decimal, err, ok, toDecimalString, type Result, type Venue } from '@riptide/core/domain';
import type { SimPocket } from '../account/model.ts';
import { VENUE_RULES } from '../account/venue-rules.ts';
import type { VenueSim } from '../faults-public.ts';
import { listingsOf } from '../market/listings.ts';
import { ACCOUNT, accountOf, KEY } from './account-of.ts';
import { badField, type ControlRefusal } from './control-answer.ts';
import { controlCall, type ControlCall } from './control-call.ts';
import { amount, choice, optional, textLike } from './fields.ts';
import { findListing, SYMBOL, VENUE, type FoundListing } from './find-listing.ts';
import { ADL_FIELDS, deleverage } from './force-close.ts';

export const POCKET = optional(
  choice(['spot', 'futures', 'unified'], 'which wallet; the only one at BYBIT and OKX, needed at BINANCE and KUCOIN'),
);
const ASSET = textLike(/^[A-Z0-9]{1,16}$/, 'USDT or a coin that is listed on spot', 'which coin');

/** Builds the calls that set money and close positions by force. */
export function accountCalls(sim: VenueSim): readonly ControlCall[] {
  return [balanceCall(sim), fundingCall(sim), liquidateCall(sim), adlCall(sim)];
}

function balanceCall(sim: VenueSim): ControlCall {
  return controlCall({
    method: 'POST',
    path: '/balance',
    about: 'sets a wallet amount; the account hears of the difference as a deposit',
    fields: {
      venue: VENUE,
      key: KEY,
      account: ACCOUNT,
      pocket: POCKET,
      asset: ASSET,
      amount: amount('the new amount'),
    },
    example: { venue: 'BINANCE', pocket: 'futures', asset: 'USDT', amount: '2500' },
    act({ venue, asset, amount: total, ...by }) {
      const account = accountOf(sim, venue, by);
      if (!account.ok) return account;
      const wallet = walletOf(venue, by.pocket, asset);
      if (!wallet.ok) return wallet;
      sim.control(venue).setBalance(account.value, wallet.value, asset, total);
      return ok({ venue, account: account.value, pocket: wallet.value, asset, amount: toDecimalString(total) });
    },
  });
}

/** Returns the wallet of a venue that a call means. */
export function walletOf(venue: Venue, pocket: SimPocket | null, asset: string): Result<SimPocket, ControlRefusal> {
  const { spot, perp } = VENUE_RULES[venue].pockets;
  const pockets = Array.from(new Set([spot, perp]));
  const meant = pocket ?? (pockets.length === 1 ? spot : null);
  if (meant === null || !pockets.includes(meant))
    return badField('pocket', pocket ?? undefined, `${pockets.join(' or ')} at ${venue}`);
  const isCoin = listingsOf(venue).some(({ kind, base }) => kind === 'spot' && base === asset);
  if (asset !== 'USDT' && !(isCoin && meant !== 'futures')) {
    return badField(
      'asset',
      asset,
      meant === 'futures' ? 'USDT in the futures wallet' : `USDT or a coin that ${venue} lists on spot`,
    );
  }
  return ok(meant);
}

function fundingCall(sim: VenueSim): ControlCall {
  return controlCall({
    method: 'POST',
    path: '/funding',
    about: 'settles funding of a perp now, at its mark and rate, beside the regular settlements',
    fields: { venue: VENUE, symbol: SYMBOL },
    example: { venue: 'BYBIT', symbol: 'BTCUSDT' },
    act({ venue, symbol }) {
      const listing = perpOf(venue, symbol);
      if (!listing.ok) return listing;
      sim.control(venue).settleFunding(listing.value.ix);
      return ok({ venue, wire_symbol: listing.value.instrument.wireSymbol });
    },
  });
}

function liquidateCall(sim: VenueSim): ControlCall {
  return controlCall({
    method: 'POST',
    path: '/liquidate',
    about:
      'liquidates the position of an account on a perp at once: its orders, then the book, then the mark; takes the fee',
    fields: { venue: VENUE, symbol: SYMBOL, key: KEY, account: ACCOUNT },
    example: { venue: 'BINANCE', symbol: 'BTCUSDT' },
    act({ venue, symbol, ...by }) {
      const listing = perpOf(venue, symbol);
      if (!listing.ok) return listing;
      const account = accountOf(sim, venue, by);
      if (!account.ok) return account;
      const positions = sim.control(venue).forceLiquidation(account.value, listing.value.ix);
      if (positions === 0) return noPosition(listing.value, account.value);
      return ok({ venue, account: account.value, wire_symbol: listing.value.instrument.wireSymbol, positions });
    },
  });
}

function adlCall(sim: VenueSim): ControlCall {
  return controlCall({
    method: 'POST',
    path: '/adl',
    about: 'deleverages the position of an account on a perp: closes a part of it at the mark',
    fields: { venue: VENUE, symbol: SYMBOL, ...ADL_FIELDS },
    example: { venue: 'OKX', symbol: 'BTCUSDT', frac: 0.5 },
    act({ venue, symbol, ...how }) {
      const listing = perpOf(venue, symbol);
      if (!listing.ok) return listing;
      const taken = deleverage(sim, listing.value, how);
      if (!taken.ok) return taken;
      const { lots, accountId } = taken.value;
      if (lots === 0) return noPosition(listing.value, accountId);
      const { wireSymbol, qtyStep } = listing.value.instrument;
      const qty = toDecimalString(decimal(qtyStep).times(lots));
      return ok({ venue, account: accountId, wire_symbol: wireSymbol, qty });
    },
  });
}

/** Finds the perp that a call names. */
function perpOf(venue: Venue, symbol: string): Result<FoundListing, ControlRefusal> {
  const listing = findListing(venue, symbol, 'perp');
  return listing === null ? badField('symbol', symbol, `a perp that ${venue} lists, e.g. BTCUSDT`) : ok(listing);
}

function noPosition(listing: FoundListing, accountId: number): { readonly ok: false; readonly error: ControlRefusal } {
  const { venue, instrument } = listing;
  return err({
    status: 409,
    code: 'no_position',
    error: `account ${accountId} holds no ${instrument.wireSymbol} at ${venue}`,
  });
}
