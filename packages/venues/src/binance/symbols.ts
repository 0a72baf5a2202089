/** A wire symbol taken apart. */
export interface BinanceSymbol {
  /** Canonical, e.g. `PEPEUSDT` for `1000PEPEUSDT`; delivery contracts keep their date: `BTCUSDT_261225`. */
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  /** Base units per unit of the name: 1000 for `1000PEPE`. */
  readonly multiplier: number;
  /** How the wire writes the multiplier: `1000`, `1M`, or nothing. */
  readonly prefix: string;
  /** `_261225` for delivery contracts, else empty. */
  readonly suffix: string;
}

/** The digits must be one of the listed powers, so that 1INCH stays itself. */
const MULTIPLIER = /^(1000000|100000|10000|1000|1M)(?=[A-Z])/;

/** Returns the multiplier a name starts with and how it is written; 1 and '' when there is none. */
export function nameMultiplier(name: string): { readonly multiplier: number; readonly prefix: string } {
  const prefix = MULTIPLIER.exec(name)?.[1] ?? '';
  return { prefix, multiplier: prefix === '' ? 1 : prefix === '1M' ? 1_000_000 : Number(prefix) };
}

/** Takes a wire symbol apart, given the assets the venue lists with it (a name alone does not say where the base ends). */
export function fromWireSymbol(wireSymbol: string, wireBase: string, quoteAsset: string): BinanceSymbol {
  const { multiplier, prefix } = nameMultiplier(wireBase);
  const baseAsset = wireBase.slice(prefix.length);
  const suffix = /_\d{6}$/.exec(wireSymbol)?.[0] ?? '';
  return { symbol: baseAsset + quoteAsset + suffix, baseAsset, quoteAsset, multiplier, prefix, suffix };
}

/** Puts a wire symbol together again; the inverse of `fromWireSymbol`. */
export function toWireSymbol(parts: Omit<BinanceSymbol, 'symbol' | 'multiplier'>): string {
  return parts.prefix + parts.baseAsset + parts.quoteAsset + parts.suffix;
}

/** Returns how stream names write a symbol: `btcusdt` for `BTCUSDT`. */
export function toStreamSymbol(wireSymbol: string): string {
  return wireSymbol.toLowerCase();
}

/** Returns a symbol as the byte string it is on the wire, for byte tables: some symbols are not ASCII. */
export function symbolBytes(symbol: string): string {
  return Buffer.from(symbol, 'utf8').toString('latin1');
}
