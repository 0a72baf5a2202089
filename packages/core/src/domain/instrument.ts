import type { DecimalString, EpochMs } from './units.ts';
import type { PriceBand } from './venue-terms.ts';
import type { Market, Venue } from './venue.ts';

/** What a venue lists. The product trades `spot` and `perp`; the others are only read (recordings hold them). */
export const INSTRUMENT_KINDS = ['spot', 'perp', 'future', 'option'] as const;
export type InstrumentKind = (typeof INSTRUMENT_KINDS)[number];

/** `BTCUSDT.PERP.BYBIT`: canonical symbol, kind, venue. */
export type InstrumentId = `${string}.${Uppercase<InstrumentKind>}.${Venue}`;

/** A tradable thing as its venue defines it. Immutable. */
export interface Instrument {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly kind: InstrumentKind;
  /** Canonical symbol, e.g. `BTCUSDT`; multiplier names map to the bare asset (`1000PEPEUSDT` -> `PEPEUSDT`). */
  readonly symbol: string;
  /** The venue's own name, e.g. `XBTUSDTM`, `BTC-USDT-SWAP`, `1000PEPEUSDT`. */
  readonly wireSymbol: string;
  /** Canonical assets: XBT is BTC, 1000PEPE is PEPE. */
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly settleAsset: string;
  /** True when PnL is paid in the base asset. Never scanned. */
  readonly isInverse: boolean;
  /**
   * Base units per unit of wire quantity: contract size times name multiplier.
   * 1 for sizes in base; 0.01 for an OKX swap with ctVal 0.01; 1000 for 1000PEPE.
   */
  readonly qtyScale: number;
  /** Wire price divided by this is the price of one base unit: 1, or 1000 for 1000PEPE. */
  readonly pxDivisor: number;
  /** Smallest price step, in wire price units. */
  readonly pxTick: DecimalString;
  /** Smallest quantity step, in wire quantity units (contracts where the venue counts contracts). */
  readonly qtyStep: DecimalString;
  readonly qtyMin: DecimalString;
  /** null when the venue states none. */
  readonly qtyMax: DecimalString | null;
  /** In quote; null when the venue states none. */
  readonly notionalMin: DecimalString | null;
  readonly isTrading: boolean;
  readonly listedMs: EpochMs | null;
  /** null for anything but perps, and while unknown. */
  readonly fundingIntervalHours: number | null;
  /** Absent where the venue's list tells none. */
  readonly priceBand?: PriceBand;
  /** Highest leverage the venue allows on a perp, at its smallest size; absent where its list tells none. */
  readonly leverageMax?: number;
}

/** Builds the id of an instrument. */
export function instrumentId(symbol: string, kind: InstrumentKind, venue: Venue): InstrumentId {
  return `${symbol}.${kind.toUpperCase() as Uppercase<InstrumentKind>}.${venue}`;
}

/** Returns the market an instrument belongs to, or null for kinds the product only reads. */
export function marketOf(kind: InstrumentKind): Market | null {
  return kind === 'spot' || kind === 'perp' ? kind : null;
}
