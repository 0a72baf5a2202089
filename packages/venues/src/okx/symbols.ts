import type { InstrumentKind } from '@riptide/core/domain';

/** What an OKX name says by itself, in canonical terms. */
export interface OkxSymbol {
  readonly kind: InstrumentKind;
  /** `BTCUSDT`; dated instruments keep their date: `BTCUSDT-220624`. */
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Base units of the canonical asset per unit of the name: 1, or 1000 for 1000PEPE. */
  readonly multiplier: number;
}

/**
 * Tickers that mean another coin at OKX than elsewhere, by the name the rest of the market uses.
 * Source: the common currencies table of the ccxt library (docs/venues/okx.md#symbols).
 */
const ALIASES: Readonly<Record<string, string>> = { AE: 'AET' };
const BACK: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ALIASES).map(([wire, asset]) => [asset, wire]),
);

/** Returns the canonical name of a currency code, as balances and fees carry it. */
export function assetOf(ccy: string): string {
  return ALIASES[ccy] ?? ccy;
}

const MULTIPLIER = /^(10{3,6})([A-Z].*)$/;

/** Reads an OKX name (`BTC-USDT`, `BTC-USDT-SWAP`, `BTC-USD_UM-SWAP`, `BTC-USDT-220624`, `BTC-USD-220624-50000-C`). */
export function fromWireSymbol(instId: string): OkxSymbol | null {
  const parts = instId.split('-');
  const [base, quote, third] = parts;
  if (!base || !quote) return null;
  const kind = kindOfParts(parts.length, third);
  if (kind === null) return null;
  const match = MULTIPLIER.exec(base);
  const multiplier = match === null ? 1 : Number(match[1]);
  const bare = match === null ? base : (match[2] as string);
  const baseAsset = ALIASES[bare] ?? bare;
  const rest = kind === 'future' || kind === 'option' ? `-${parts.slice(2).join('-')}` : '';
  return { kind, symbol: `${baseAsset}${quote}${rest}`, baseAsset, quoteAsset: quote, multiplier };
}

/** Builds the OKX name of what `fromWireSymbol` read. */
export function toWireSymbol(of: OkxSymbol): string {
  const bare = BACK[of.baseAsset] ?? of.baseAsset;
  const pair = `${of.multiplier === 1 ? '' : of.multiplier}${bare}-${of.quoteAsset}`;
  if (of.kind === 'spot') return pair;
  if (of.kind === 'perp') return `${pair}-SWAP`;
  return `${pair}${of.symbol.slice(of.baseAsset.length + of.quoteAsset.length)}`;
}

/** Returns the index an instrument follows: `BTC-USDT` for BTC-USDT-SWAP, `BTC-USD` for BTC-USD_UM-SWAP. */
export function indexOf(instId: string): string {
  const [base = '', quote = ''] = instId.split('-');
  return `${base}-${quote.replace(/_.*$/, '')}`;
}

function kindOfParts(count: number, third: string | undefined): InstrumentKind | null {
  if (count === 2) return 'spot';
  if (count === 3) return third === 'SWAP' ? 'perp' : 'future';
  return count === 5 ? 'option' : null;
}
