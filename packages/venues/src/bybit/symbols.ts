import type { InstrumentKind } from '@riptide/core/domain';

/** A base coin as Bybit writes it, in canonical terms. */
export interface BybitAsset {
  /** PEPE for 1000PEPE, SHIB for SHIB1000. */
  readonly asset: string;
  /** Units of the canonical asset per unit of the name: 1, or 1000 for 1000PEPE. */
  readonly multiplier: number;
  /** True for SHIB1000: the multiplier stands behind. */
  readonly isSuffix: boolean;
}

const PREFIX = /^(10{3,6})([A-Z].*)$/;
const SUFFIX = /^([A-Z]+)(1000)$/;

/**
 * Reads a base coin. Only whole thousands are multipliers: 1INCH is a name.
 * @source docs/venues/bybit.md#symbols
 */
export function fromWireAsset(baseCoin: string): BybitAsset {
  const prefix = PREFIX.exec(baseCoin);
  if (prefix !== null) return { asset: prefix[2] as string, multiplier: Number(prefix[1]), isSuffix: false };
  const suffix = SUFFIX.exec(baseCoin);
  if (suffix !== null) return { asset: suffix[1] as string, multiplier: Number(suffix[2]), isSuffix: true };
  return { asset: baseCoin, multiplier: 1, isSuffix: false };
}

/** Writes a base coin as Bybit does. */
export function toWireAsset({ asset, multiplier, isSuffix }: BybitAsset): string {
  if (multiplier === 1) return asset;
  return isSuffix ? `${asset}${multiplier}` : `${multiplier}${asset}`;
}

/** What a canonical symbol needs of a row. */
export interface BybitListing {
  readonly wireSymbol: string;
  readonly baseCoin: string;
  readonly quoteCoin: string;
  readonly kind: InstrumentKind;
}

/** Returns the canonical symbol: `PEPEUSDT` for 1000PEPEUSDT, `BTCUSDC` for BTCPERP, `BTCUSDT-25DEC26` for dated ones. */
export function fromWireSymbol({ wireSymbol, baseCoin, quoteCoin, kind }: BybitListing): string {
  const pair = `${fromWireAsset(baseCoin).asset}${quoteCoin}`;
  const dash = wireSymbol.indexOf('-');
  if (kind === 'spot' || kind === 'perp') return pair;
  return dash < 0 ? `${pair}-${wireSymbol}` : `${pair}${wireSymbol.slice(dash)}`;
}

/** Returns the name of a spot pair or USDT perpetual. The same string stands on both; the product tells them apart. */
export function toWireSymbol(asset: BybitAsset, quoteCoin: string): string {
  return `${toWireAsset(asset)}${quoteCoin}`;
}
