import type { SimInstrument, SimVenueMarket } from '../market/model.ts';
import { stepText, trimZeros, unitsText } from '../server/text.ts';

/** The two instrument types the simulator lists. */
type OkxInstType = 'SPOT' | 'SWAP';

/** One listing in OKX's words. */
export interface OkxListing {
  readonly ix: number;
  readonly instrument: SimInstrument;
  readonly instType: OkxInstType;
  readonly instId: string;
  /** `BTC-USDT` for BTC-USDT-SWAP and for BTC-USDT. */
  readonly family: string;
  readonly instIdCode: number;
  px(ticks: number): string;
  qty(lots: number): string;
}

/** All listings, found by name or by type. */
export interface OkxListings {
  readonly all: readonly OkxListing[];
  byId(instId: string): OkxListing | null;
  ofType(instType: string): readonly OkxListing[];
}

const FIRST_INST_ID_CODE = 20_000;
const SPOT_FEE_GROUP = '1';
const SWAP_FEE_GROUP = '4';

/** Builds the listings of a simulated market. */
export function okxListings(instruments: readonly SimInstrument[]): OkxListings {
  const all = instruments.map((instrument, ix): OkxListing => {
    const px = stepText(instrument.pxTick, instrument.pxDecimals);
    const qty = stepText(instrument.qtyStep, instrument.qtyDecimals);
    const isSwap = instrument.kind === 'perp';
    return {
      ix,
      instrument,
      instType: isSwap ? 'SWAP' : 'SPOT',
      instId: instrument.wireSymbol,
      family: isSwap ? instrument.wireSymbol.replace(/-SWAP$/, '') : instrument.wireSymbol,
      instIdCode: FIRST_INST_ID_CODE + ix,
      px: (ticks) => trimZeros(px(ticks)),
      qty: (lots) => trimZeros(qty(lots)),
    };
  });
  const byId = new Map(all.map((listing) => [listing.instId, listing]));
  return {
    all,
    byId: (instId) => byId.get(instId) ?? null,
    ofType: (instType) => all.filter((listing) => listing.instType === instType),
  };
}

/** Returns one row of `public/instruments` (v5; strings but for the code, the flag and the list). */
export function instrumentRow(market: SimVenueMarket, listing: OkxListing): Record<string, unknown> {
  const { instrument } = listing;
  const isSwap = listing.instType === 'SWAP';
  return {
    alias: '',
    auctionEndTime: '',
    baseCcy: isSwap ? '' : instrument.base,
    category: '1',
    contTdSwTime: '',
    ctMult: isSwap ? '1' : '',
    ctType: isSwap ? 'linear' : '',
    ctVal: isSwap ? plainText(instrument.qtyScale) : '',
    ctValCcy: isSwap ? instrument.base : '',
    expTime: '',
    futureSettlement: false,
    groupId: isSwap ? SWAP_FEE_GROUP : SPOT_FEE_GROUP,
    instFamily: isSwap ? listing.family : '',
    instId: listing.instId,
    instIdCode: listing.instIdCode,
    instType: listing.instType,
    lever: String(instrument.leverageMax),
    listTime: String(instrument.listedMs),
    lotSz: listing.qty(1),
    maxLmtAmt: '20000000',
    maxLmtSz: isSwap ? '100000000' : '9999999999',
    maxMktAmt: isSwap ? '' : '1000000',
    maxMktSz: isSwap ? '20000' : '1000000',
    minSz: listing.qty(instrument.qtyMinLots),
    optType: '',
    quoteCcy: isSwap ? '' : instrument.quote,
    ruleType: 'normal',
    settleCcy: isSwap ? instrument.quote : '',
    state: market.isHalted(listing.ix) ? 'suspend' : 'live',
    stk: '',
    tickSz: listing.px(1),
    tradeQuoteCcyList: isSwap ? [] : [instrument.quote],
    uly: isSwap ? listing.family : '',
  };
}

/** Prints a positive number without exponent and without idle zeros. */
function plainText(value: number): string {
  for (let decimals = 0; decimals <= 12; decimals += 1) {
    const units = Math.round(value * 10 ** decimals);
    if (Math.abs(units / 10 ** decimals - value) <= value * 1e-12) return unitsText(units, decimals);
  }
  throw new Error(`Invariant: ${value} has no plain decimal text`);
}
