import { hashOf } from '../market/seeds.ts';
import type { SimInstrument, SimLevel, SimVenueMarket } from '../market/model.ts';
import { fixedText, textOf, trimZeros } from '../server/text.ts';

/** The two categories simulated; each has a socket path of its own. */
export type BybitCategory = 'spot' | 'linear';

/** One listing as the wire code uses it. */
export interface BybitListing {
  /** Index in the market. */
  readonly ix: number;
  readonly category: BybitCategory;
  readonly symbol: string;
  readonly instrument: SimInstrument;
  readonly symbolId: number;
  /** First cross sequence number and first update id of the books. */
  readonly seqBase: number;
  readonly updateBase: number;
  /** Envelopes come with `type` before or after `ts`; each listing keeps to one. */
  readonly typeFirst: boolean;
  px(ticks: number): string;
  qty(lots: number): string;
  /** A computed price or quantity with the listing's digits. */
  pxOf(px: number): string;
  qtyOf(qty: number): string;
}

/** The listings of one category. */
export interface BybitListings {
  readonly category: BybitCategory;
  readonly all: readonly BybitListing[];
  readonly bySymbol: ReadonlyMap<string, BybitListing>;
}

/** Builds the listings of a category. Spot prints no trailing zeros, linear always the digits of its steps. */
export function bybitListings(category: BybitCategory, market: SimVenueMarket, seed: number): BybitListings {
  const wanted = category === 'spot' ? 'spot' : 'perp';
  const trim = category === 'spot' ? trimZeros : (text: string): string => text;
  const all: BybitListing[] = [];
  market.instruments.forEach((instrument, ix) => {
    if (instrument.kind !== wanted) return;
    const hash = hashOf(seed, `${category} ${instrument.wireSymbol}`);
    const text = textOf(instrument);
    all.push({
      ix,
      category,
      symbol: instrument.wireSymbol,
      instrument,
      symbolId: all.length + 5,
      seqBase: 7_961_000_000 + (hash % 900_000_000),
      updateBase: 18_000_000 + (hash % 5_000_000),
      typeFirst: (hash & 1) === 0,
      px: (ticks) => trim(text.px(ticks)),
      qty: (lots) => trim(text.qty(lots)),
      pxOf: (px) => trim(fixedText(px, instrument.pxDecimals)),
      qtyOf: (qty) => trim(fixedText(qty, instrument.qtyDecimals)),
    });
  });
  return { category, all, bySymbol: new Map(all.map((listing) => [listing.symbol, listing])) };
}

/** Returns the cross sequence of a book version; comparable between depths of one symbol. */
export function seqOf(listing: BybitListing, version: number): number {
  return listing.seqBase + version * 3;
}

/** Levels as `[["px","qty"],…]`; lots 0 prints as `0`. */
export function levelsJson(listing: BybitListing, levels: readonly SimLevel[]): string {
  const rows = levels.map(({ ticks, lots }) => `["${listing.px(ticks)}","${lots === 0 ? '0' : listing.qty(lots)}"]`);
  return `[${rows.join(',')}]`;
}

/** An envelope of the public stream. `extra` stands after `data`, e.g. `,"cts":…`. */
export function envelope(
  listing: BybitListing,
  frame: {
    readonly topic: string;
    readonly type: 'snapshot' | 'delta';
    readonly tsMs: number;
    readonly data: string;
    readonly extra?: string;
  },
): string {
  const type = `"type":"${frame.type}"`;
  const ts = `"ts":${frame.tsMs}`;
  const order = listing.typeFirst ? `${type},${ts}` : `${ts},${type}`;
  return `{"topic":"${frame.topic}",${order},"data":${frame.data}${frame.extra ?? ''}}`;
}
