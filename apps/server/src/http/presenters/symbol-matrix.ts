import type { z } from 'zod';
import type { SymbolAtVenue } from '@riptide/contracts';
import { decimal, quantize, type Decimal, type Market, type Venue } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import type { LinkInstrument } from '../../link/link-contract.ts';
import type { ListedVenue, SymbolListing } from '../../link/symbol-calls.ts';
import { midOf } from './live-prices.ts';
import { exact, exactOrNull } from './money.ts';
import { price } from './numbers.ts';
import { dataSilenceMs } from './venue-status.ts';

type AtVenue = z.input<typeof SymbolAtVenue>;
type Listing = NonNullable<AtVenue['markets']['perp']>;

/** What must be enough to trade a symbol at a venue. */
const TRADE_USDT = decimal(100);
const SYMBOL = /^[A-Z0-9]{2,30}$/;

/** As for new risk: older than this, books are none of now. */
const SILENCE_MS_MAX = 2_000;

/** The followed instruments by venue, market and symbol: their prices are newer than any summary. */
export type LiveBooks = ReadonlyMap<string, LinkInstrument>;

/** Returns the followed instruments; the books of a venue that is silent count as not live, however its sockets stand. */
export function liveBooks(link: EngineLink, nowMs: number): LiveBooks {
  const books = new Map<string, LinkInstrument>();
  const silent = new Set<Venue>();
  for (const venue of link.values('venue').values())
    if ((dataSilenceMs(venue, nowMs) ?? 0) > SILENCE_MS_MAX) silent.add(venue.venue);
  for (const each of link.values('instrument').values()) {
    const isBookLive = each.isBookLive && !silent.has(each.venue);
    books.set(`${each.venue}|${each.market}|${each.symbol}`, { ...each, isBookLive });
  }
  return books;
}

/** Returns why a typed text can't be a symbol; null when it can. */
export function symbolFault(symbol: string): string | null {
  return SYMBOL.test(symbol) ? null : 'is no symbol: 2 to 30 letters and digits, e.g. BTCUSDT';
}

/** A venue's name for many units of a coin at once: `1000PEPEUSDT`, `SHIB1000USDT`, `1MBABYDOGEUSDT`. */
const MULTIPLE = /^(?:10{3,6}|1M)(?<before>[A-Z]\w*)$|^(?<base>[A-Z]+)10{3,6}(?<quote>USD[TC])$/;

/** Returns why a venue that told its list has no such symbol; a name of a multiple leads to the coin it stands under. */
function unlisted(symbol: string, venue: Venue): string {
  const { before, base = '', quote = '' } = MULTIPLE.exec(symbol)?.groups ?? {};
  const bare = before ?? `${base}${quote}`;
  return bare === ''
    ? `is not listed at ${venue}`
    : `is not listed at ${venue} by this name: multiples stand under ${bare}`;
}

export interface CellFacts {
  readonly symbol: string;
  readonly venue: ListedVenue;
  readonly listings: readonly SymbolListing[];
  readonly books: LiveBooks;
  readonly withPrices: boolean;
}

/** Returns what a venue lists of a symbol: its perp, else its spot, both under `markets`. */
export function presentSymbolAtVenue({ symbol, venue, listings, books, withPrices }: CellFacts): AtVenue {
  const markets = {
    perp: bestOf(listings, 'perp', { books, withPrices }),
    spot: bestOf(listings, 'spot', { books, withPrices }),
  };
  const lead = leadOf(markets);
  if (lead === null) {
    const reason = symbolFault(symbol) ?? (venue.isLoaded ? unlisted(symbol, venue.venue) : venue.reason);
    return { ...UNSUPPORTED, reason, markets };
  }
  const { type, listing } = lead;
  return {
    supported: isSupported(listing),
    symbol: listing.symbol,
    type,
    linear: listing.linear,
    inverse: listing.inverse,
    price: listing.price,
    min_qty: listing.min_qty,
    min_cost: listing.min_cost,
    qty_for_100usdt: listing.qty_for_100usdt,
    can_trade_100usdt: listing.can_trade_100usdt,
    reason: listing.reason ?? (withPrices && listing.price === null ? venue.reason : null),
    markets,
  };
}

const UNSUPPORTED = {
  supported: false,
  symbol: null,
  type: null,
  linear: null,
  inverse: null,
  price: null,
  min_qty: null,
  min_cost: null,
  qty_for_100usdt: null,
  can_trade_100usdt: null,
} as const;

/** Returns true where 100 USDT can be traded now. */
export function isTradeable(cell: AtVenue): boolean {
  return [cell.markets.perp, cell.markets.spot].some(
    (listing) => listing !== null && isSupported(listing) && listing.can_trade_100usdt === true,
  );
}

/** Returns true where a followed book of the symbol is live. */
export function hasLiveBook({ markets }: AtVenue): boolean {
  return markets.perp?.live_book === true || markets.spot?.live_book === true;
}

function isSupported({ linear, trading }: Listing): boolean {
  return linear && trading;
}

/** The first that can be traded, perp before spot; else the first that is listed at all. */
function leadOf({ perp, spot }: AtVenue['markets']): { readonly type: Market; readonly listing: Listing } | null {
  const listed = [
    ['perp', perp],
    ['spot', spot],
  ] as const;
  for (const isWanted of [isSupported, () => true]) {
    for (const [type, listing] of listed) if (listing !== null && isWanted(listing)) return { type, listing };
  }
  return null;
}

interface PriceSources {
  readonly books: LiveBooks;
  readonly withPrices: boolean;
}

/** A venue may list a symbol twice in a market, e.g. by two multipliers: the one that trades, with the smaller step. */
function bestOf(listings: readonly SymbolListing[], market: Market, sources: PriceSources): Listing | null {
  const ranked = listings
    .filter((each) => each.market === market)
    .sort(
      (a, b) =>
        Number(a.isInverse) - Number(b.isInverse) ||
        Number(b.isTrading) - Number(a.isTrading) ||
        decimal(a.qtyStepBase).cmp(decimal(b.qtyStepBase)),
    );
  const [best] = ranked;
  return best === undefined ? null : presentListing(best, symbolBook(best, market, sources.books), sources.withPrices);
}

function symbolBook(listing: SymbolListing, market: Market, books: LiveBooks): LinkInstrument | null {
  return books.get(`${listing.venue}|${market}|${listing.symbol}`) ?? null;
}

function presentListing(listing: SymbolListing, book: LinkInstrument | null, withPrices: boolean): Listing {
  const px = withPrices ? pxOf(listing, book) : null;
  const min = decimal(listing.qtyMinBase);
  const minCost = listing.notionalMin === null ? null : decimal(listing.notionalMin);
  const qty =
    px === null || listing.isInverse ? null : quantize(TRADE_USDT.div(px), decimal(listing.qtyStepBase), 'down');
  const fault = qty === null || px === null ? null : sizeFault({ qty, px, min, minCost });
  return {
    symbol: listing.wireSymbol,
    linear: !listing.isInverse,
    inverse: listing.isInverse,
    trading: listing.isTrading,
    price: px === null ? null : price(Number(px.toString())),
    min_qty: exact(listing.qtyMinBase),
    qty_step: exact(listing.qtyStepBase),
    min_cost: exactOrNull(listing.notionalMin),
    qty_for_100usdt: qty === null ? null : Number(qty.toString()),
    can_trade_100usdt: qty === null ? null : fault === null && listing.isTrading,
    live_book: book?.isBookLive === true,
    reason: reasonOf(listing, fault),
  };
}

function reasonOf({ isInverse, isTrading, wireSymbol }: SymbolListing, fault: string | null): string | null {
  if (isInverse) return `${wireSymbol} is inverse: it pays in the coin and is not traded here`;
  if (!isTrading) return `trading in ${wireSymbol} is halted`;
  return fault;
}

/** The book's mid where it is live, else the venue's own summary. */
function pxOf({ px }: SymbolListing, book: LinkInstrument | null): Decimal | null {
  const mid = book?.isBookLive === true ? midOf(book) : null;
  if (mid !== null && mid > 0) return decimal(price(mid));
  return px === null ? null : decimal(px);
}

interface Sized {
  readonly qty: Decimal;
  readonly px: Decimal;
  readonly min: Decimal;
  readonly minCost: Decimal | null;
}

/** Says why 100 USDT are too few; null when they are enough. */
function sizeFault({ qty, px, min, minCost }: Sized): string | null {
  if (qty.lte(0) || qty.lt(min)) return `100 USDT buy less than the smallest quantity ${min.toString()}`;
  if (minCost !== null && qty.times(px).lt(minCost)) {
    return `100 USDT cut to the step are less than the smallest value ${minCost.toString()}`;
  }
  return null;
}

/** Returns the venues of a list that are given, in the order of the request. */
export function namesOf(venues: readonly ListedVenue[]): Venue[] {
  return venues.map(({ venue }) => venue);
}
