import type { KucoinProduct } from './enums.ts';

/** What a wire symbol names, in canonical words. */
export interface KucoinSymbol {
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Base units per named unit: 1000 for `1000BONKUSDTM`. */
  readonly factor: number;
}

/** The venue's own name for an asset and ours. */
const ALIASES: readonly (readonly [wire: string, canonical: string])[] = [['XBT', 'BTC']];
/** Assets whose name starts with digits that are no multiplier. */
const PLAIN_NAMES: ReadonlySet<string> = new Set(['10SET']);
const MULTIPLIER = /^(10{1,6})([A-Z][A-Z0-9]+)$/;
const MILLION = /^1M([A-Z]{3}[A-Z0-9]*)$/;
const FUTURES_NAME = /^([A-Z0-9]+?)(USDT|USDC|USD)M$/;
const SPOT_NAME = /^([A-Z0-9]+)-([A-Z0-9]+)$/;
const SPOT_FACTOR_MIN = 1_000;
const MILLION_FACTOR = 1_000_000;

/** Returns the canonical name of a wire asset: XBT is BTC. */
export function canonicalAsset(wireAsset: string): string {
  return ALIASES.find(([wire]) => wire === wireAsset)?.[1] ?? wireAsset;
}

/** Splits a wire base into asset and multiplier: 1000BONK is BONK times 1000, XBT is BTC, 1INCH stays 1INCH. */
export function fromWireBase(
  wireBase: string,
  product: KucoinProduct,
): { readonly asset: string; readonly factor: number } {
  const match = PLAIN_NAMES.has(wireBase) ? null : MULTIPLIER.exec(wireBase);
  const factor = match === null ? 1 : Number(match[1]);
  if (match !== null && (product === 'futures' || factor >= SPOT_FACTOR_MIN))
    return { asset: canonicalAsset(match[2]!), factor };
  const million = MILLION.exec(wireBase);
  if (million !== null) return { asset: canonicalAsset(million[1]!), factor: MILLION_FACTOR };
  return { asset: canonicalAsset(wireBase), factor: 1 };
}

/** Returns what a spot or perpetual wire symbol names; null for dated contracts and anything else. */
export function fromWireSymbol(wireSymbol: string, product: KucoinProduct): KucoinSymbol | null {
  const match = (product === 'spot' ? SPOT_NAME : FUTURES_NAME).exec(wireSymbol);
  if (match === null) return null;
  const { asset, factor } = fromWireBase(match[1]!, product);
  return { baseAsset: asset, quoteAsset: canonicalAsset(match[2]!), factor };
}

/** Returns the wire symbol of a spot pair or a perpetual: BTC and USDT give `BTC-USDT` and `XBTUSDTM`. */
export function toWireSymbol(symbol: KucoinSymbol, product: KucoinProduct): string {
  const { baseAsset, quoteAsset, factor } = symbol;
  const prefix = factor === 1 ? '' : factor === MILLION_FACTOR ? '1M' : String(factor);
  if (product === 'spot') return `${prefix}${baseAsset}-${quoteAsset}`;
  const wireBase = ALIASES.find(([, canonical]) => canonical === baseAsset)?.[0] ?? baseAsset;
  return `${prefix}${wireBase}${quoteAsset}M`;
}
