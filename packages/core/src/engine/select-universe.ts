import type { Instrument } from '../domain/index.ts';

/** Symbols taken first when there are more than the bound allows. */
// prettier-ignore
export const PREFERRED_ASSETS: readonly string[] = [
  'BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'TRX', 'AVAX', 'LINK',
  'TON', 'SUI', 'DOT', 'LTC', 'BCH', 'NEAR', 'UNI', 'APT', 'ETC', 'XLM',
  'ATOM', 'FIL', 'ARB', 'OP', 'INJ', 'HBAR', 'ICP', 'AAVE', 'PEPE', 'SHIB',
  'WIF', 'BONK', 'FLOKI', 'SEI', 'TIA', 'LDO', 'CRV', 'ALGO', 'SAND', 'MANA',
  'GALA', 'ORDI', 'JUP', 'WLD', 'ENA', 'FET', 'RENDER', 'STX', 'IMX', 'ONDO',
];

export interface UniverseOptions {
  /** Symbols at most. */
  readonly symbolsMax: number;
  /** Takes everything there is, whatever its kind or quote: for recordings. */
  readonly isEverything: boolean;
  /** Symbols that are followed besides, even where one venue alone lists them. */
  readonly watched: readonly string[];
}

export const DEFAULT_UNIVERSE_OPTIONS: UniverseOptions = { symbolsMax: 60, isEverything: false, watched: [] };

/**
 * Chooses the instruments to follow: spot and linear perpetuals quoted in USDT whose symbol is listed at least twice.
 *
 * Well-known symbols come first, then those with the most listings, then the alphabet; watched ones are taken besides. When a venue lists one symbol
 * twice in a market (two multiplier names of one coin) the one with the smaller multiplier is taken.
 */
export function selectUniverse(
  instruments: readonly Instrument[],
  options: Partial<UniverseOptions> = {},
): readonly Instrument[] {
  const { symbolsMax, isEverything, watched } = { ...DEFAULT_UNIVERSE_OPTIONS, ...options };
  if (isEverything) return instruments;
  const bySymbol = new Map<string, Map<string, Instrument>>();
  for (const instrument of instruments) {
    if (!isEligible(instrument)) continue;
    const listings = bySymbol.get(instrument.symbol) ?? new Map<string, Instrument>();
    bySymbol.set(instrument.symbol, listings);
    const known = listings.get(instrument.id);
    if (known === undefined || instrument.pxDivisor < known.pxDivisor) listings.set(instrument.id, instrument);
  }
  const all = [...bySymbol.values()].map((listings) => [...listings.values()]);
  const groups = all.filter((group) => group.length >= 2);
  groups.sort((a, b) => rankOf(a) - rankOf(b) || b.length - a.length || (symbolOf(a) < symbolOf(b) ? -1 : 1));
  const chosen = groups.slice(0, symbolsMax);
  const wanted = new Set(watched);
  const besides = all.filter((group) => wanted.has(symbolOf(group)) && !chosen.includes(group));
  return [...chosen, ...besides].flat();
}

/** Returns true for what can be followed: spot and linear perpetuals that trade, quoted and settled in USDT. */
export function isEligible(instrument: Instrument): boolean {
  const { kind, quoteAsset, settleAsset, isInverse, isTrading } = instrument;
  if (!isTrading || isInverse || quoteAsset !== 'USDT') return false;
  return kind === 'spot' || (kind === 'perp' && settleAsset === 'USDT');
}

function rankOf(group: readonly Instrument[]): number {
  const rank = PREFERRED_ASSETS.indexOf(group[0]?.baseAsset ?? '');
  return rank === -1 ? PREFERRED_ASSETS.length : rank;
}

function symbolOf(group: readonly Instrument[]): string {
  return group[0]?.symbol ?? '';
}
