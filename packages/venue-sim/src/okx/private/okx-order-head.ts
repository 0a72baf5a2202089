import type { SimMarginMode, SimOrderSide } from '../../account/model.ts';
import type { OkxListing } from '../okx-listing.ts';
import type { OkxCaller, OkxPrivateContext } from './okx-context.ts';
import type { OkxFields } from './okx-fields.ts';
import { okxWordsOf } from './okx-refusals.ts';

const SIDES: Readonly<Record<string, SimOrderSide>> = { buy: 'BUY', sell: 'SELL' };
const SPOT_MODES: Readonly<Record<string, 'none'>> = { cash: 'none' };
const SWAP_MODES: Readonly<Record<string, SimMarginMode>> = { cross: 'cross', isolated: 'isolated' };
const POSITION_SIDES: Readonly<Record<string, 'BOTH' | 'LONG' | 'SHORT'>> = {
  net: 'BOTH',
  long: 'LONG',
  short: 'SHORT',
};

/** What every order and algo order says of where and for whom. */
export interface OkxOrderHead {
  readonly listing: OkxListing;
  readonly side: SimOrderSide;
  readonly marginMode: SimMarginMode | null;
  readonly positionSide: 'LONG' | 'SHORT' | null;
}

/** Reads instrument, side, margin mode and position side; null with a refusal kept in `read`. */
export function readHead(context: OkxPrivateContext, caller: OkxCaller, read: OkxFields): OkxOrderHead | null {
  const listing = read.listing(context.listings);
  if (listing === null) return null;
  const isSwap = listing.instType === 'SWAP';
  if (isSwap ? !caller.key.canTradeFutures : !caller.key.canTradeSpot) return read.refuse(okxWordsOf('no-permission'));
  const mode = read.choice<SimMarginMode | 'none'>('tdMode', isSwap ? SWAP_MODES : SPOT_MODES);
  const side = read.choice('side', SIDES);
  const isHedged = context.side.accounts.positionMode(caller.accountId) === 'hedge';
  const wanted = isSwap ? read.choice('posSide', POSITION_SIDES, isHedged ? null : 'BOTH') : 'BOTH';
  if (isSwap && wanted !== null && (wanted === 'BOTH') === isHedged) read.wrong('posSide');
  if (mode === null || side === null || wanted === null || read.refusal !== null) return null;
  return {
    listing,
    side,
    marginMode: mode === 'none' ? null : mode,
    positionSide: wanted === 'BOTH' ? null : wanted,
  };
}

/** Reads a client id: letters and digits only, at most 32. */
export function readClientId(read: OkxFields, name: string): string {
  const clientId = read.text(name) ?? '';
  if (!/^[A-Za-z0-9]{0,32}$/.test(clientId)) read.wrong(name);
  return clientId;
}
