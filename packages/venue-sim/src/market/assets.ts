/** How much is traded: 1 the two majors, 2 large coins, 3 the rest. Drives depth, activity and spread. */
export type AssetTier = 1 | 2 | 3;

/** One fair price of the simulated market. */
export interface SimAsset {
  /** Key of the fair price. Differs from the ticker only where two coins share one. */
  readonly key: string;
  readonly ticker: string;
  readonly tier: AssetTier;
  /** Price in USDT at the start of the simulation. */
  readonly startPx: number;
  /** Yearly volatility as a fraction of the price in the normal regime. */
  readonly volatilityFrac: number;
  /** Share of the market-wide factor in the asset's moves, 0..1. */
  readonly marketShareFrac: number;
  /** Keys of the two assets whose ratio the price is; absent for a price of its own. */
  readonly cross?: { readonly base: string; readonly quote: string };
}

type Row = readonly [ticker: string, tier: AssetTier, startPx: number, volatilityFrac: number, marketShareFrac: number];

const ROWS: readonly Row[] = [
  ['BTC', 1, 64_000, 0.5, 0.95],
  ['ETH', 1, 3_120, 0.65, 0.85],
  ['SOL', 2, 151, 0.9, 0.75],
  ['XRP', 2, 0.6213, 0.8, 0.65],
  ['BNB', 2, 587, 0.6, 0.7],
  ['DOGE', 2, 0.1424, 1, 0.7],
  ['ADA', 2, 0.4517, 0.85, 0.75],
  ['LINK', 2, 14.32, 0.9, 0.7],
  ['AVAX', 2, 34.81, 0.95, 0.75],
  ['DOT', 2, 6.92, 0.85, 0.75],
  ['LTC', 3, 84.2, 0.7, 0.7],
  ['BCH', 3, 392, 0.8, 0.65],
  ['TRX', 3, 0.1213, 0.5, 0.5],
  ['TON', 3, 6.71, 0.9, 0.5],
  ['NEAR', 3, 6.12, 1.1, 0.7],
  ['APT', 3, 8.83, 1, 0.7],
  ['ARB', 3, 0.963, 1, 0.7],
  ['OP', 3, 2.31, 1.05, 0.7],
  ['SUI', 3, 1.102, 1.2, 0.6],
  ['INJ', 3, 24.6, 1.1, 0.65],
  ['FIL', 3, 5.74, 0.95, 0.7],
  ['ATOM', 3, 8.21, 0.85, 0.75],
  ['UNI', 3, 7.63, 0.95, 0.65],
  ['AAVE', 3, 92.4, 1, 0.65],
  ['ETC', 3, 26.3, 0.85, 0.7],
  ['XLM', 3, 0.1081, 0.75, 0.65],
  ['ICP', 3, 12.41, 1, 0.65],
  ['HBAR', 3, 0.0903, 1, 0.6],
  ['POL', 3, 0.6934, 0.95, 0.7],
  ['SEI', 3, 0.5112, 1.2, 0.6],
  ['TIA', 3, 9.41, 1.2, 0.6],
  ['RUNE', 3, 5.83, 1.2, 0.55],
  ['LDO', 3, 2.04, 1.1, 0.6],
  ['GALA', 3, 0.04412, 1.1, 0.65],
  ['SAND', 3, 0.4423, 0.95, 0.7],
  ['CRV', 3, 0.4231, 1.1, 0.55],
  ['DYDX', 3, 2.08, 1.1, 0.6],
  ['WIF', 3, 2.91, 1.6, 0.45],
  ['ORDI', 3, 41.2, 1.4, 0.5],
  ['JUP', 3, 1.043, 1.3, 0.5],
  ['PEPE', 3, 0.000_011_2, 1.5, 0.5],
  ['SHIB', 3, 0.000_024_3, 1.1, 0.6],
  ['BONK', 3, 0.000_026_1, 1.6, 0.45],
  ['FLOKI', 3, 0.000_182, 1.5, 0.45],
  ['KAS', 3, 0.1432, 1.1, 0.4],
  ['ALT', 3, 0.3411, 1.2, 0.5],
];

/** KuCoin's ALT is another coin: one ticker, two fair prices that must never be paired. */
const SAME_TICKER: SimAsset = {
  key: 'ALT.KUCOIN',
  ticker: 'ALT',
  tier: 3,
  startPx: 0.0873,
  volatilityFrac: 1.3,
  marketShareFrac: 0.3,
};

/** Every fair price of the simulated market, largest first. */
export const SIM_ASSETS: readonly SimAsset[] = [
  ...ROWS.map(([ticker, tier, startPx, volatilityFrac, marketShareFrac]): SimAsset => ({
    key: ticker,
    ticker,
    tier,
    startPx,
    volatilityFrac,
    marketShareFrac,
  })),
  SAME_TICKER,
];

const CROSS_PAIRS = [
  ['ETH', 'BTC'],
  ['SOL', 'BTC'],
  ['SOL', 'ETH'],
] as const;

/** Spot listed in another coin: its fair price is the ratio of two others, so that three books of a venue always agree. */
export const SIM_CROSSES: readonly SimAsset[] = CROSS_PAIRS.map(([base, quote]) => {
  const of = (key: string): SimAsset => SIM_ASSETS.find((asset) => asset.key === key) as SimAsset;
  const { startPx, volatilityFrac } = of(base);
  return {
    key: `${base}/${quote}`,
    ticker: base,
    tier: 2,
    startPx: startPx / of(quote).startPx,
    volatilityFrac: volatilityFrac / 2,
    marketShareFrac: 0,
    cross: { base, quote },
  };
});

/** Every fair price: own ones first, then the ratios. */
export const MARKET_ASSETS: readonly SimAsset[] = [...SIM_ASSETS, ...SIM_CROSSES];
