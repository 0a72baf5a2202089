interface SymbolBar {
  readonly symbol: string;
  readonly pnl: number;
  /** Left edge and width in percent of the track; zero stands where all bars begin or end. */
  readonly leftPct: number;
  readonly widthPct: number;
}

interface BarScale {
  readonly zeroPct: number;
  readonly bars: readonly SymbolBar[];
}

/** A result that is not zero is always to be seen. */
const LEAST_PCT = 0.6;

/** Lays results out around one zero line, the highest first; the line stands at an edge when all have one sign. */
export function symbolBars(bySymbol: Readonly<Record<string, number>>): BarScale {
  const rows = Object.entries(bySymbol).toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const high = Math.max(0, ...rows.map(([, pnl]) => pnl));
  const low = Math.min(0, ...rows.map(([, pnl]) => pnl));
  const span = high - low;
  const zeroPct = span === 0 ? 0 : (-low / span) * 100;
  const bars = rows.map(([symbol, pnl]) => {
    const wide = span === 0 || pnl === 0 ? 0 : Math.max(LEAST_PCT, (Math.abs(pnl) / span) * 100);
    return {
      symbol,
      pnl,
      widthPct: wide,
      leftPct: pnl < 0 ? Math.max(0, zeroPct - wide) : Math.min(zeroPct, 100 - wide),
    };
  });
  return { zeroPct, bars };
}
