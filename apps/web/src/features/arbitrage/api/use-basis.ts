import { getSpotFutures, type BasisRow } from '@riptide/contracts/calls';
import { useQuery } from '@tanstack/react-query';
import { useRuntime } from '../../../lib/runtime.tsx';

/** The basis has no topic of its own; it is asked for about as often as its books may be old. */
export const BASIS_INTERVAL_MS = 2000;

const FIRST_SYMBOL = 'BTCUSDT';

/** A basis this wide is more often two coins of one ticker than a premium. */
const MAPPING_DOUBT_BPS = 300;

/** Tells whether a basis is so wide that the two symbols may be two coins. */
export function isBasisDoubtful(row: BasisRow): boolean {
  return row.doubtful === true || Math.abs(row.basis_bps) > MAPPING_DOUBT_BPS;
}

/** Orders the rows: the reference symbol first, doubtful ones last, the server's order (widest first) in between. */
export function orderBasis(rows: readonly BasisRow[]): readonly BasisRow[] {
  const rank = (row: BasisRow): number => (isBasisDoubtful(row) ? 2 : row.symbol === FIRST_SYMBOL ? 0 : 1);
  return [...rows].sort((one, other) => rank(one) - rank(other));
}

/** Keeps the first row of each symbol. */
export function firstOfEachSymbol(rows: readonly BasisRow[]): readonly BasisRow[] {
  const seen = new Set<string>();
  return rows.filter((row) => !seen.has(row.symbol) && seen.add(row.symbol));
}

/** Gives spot against perp of every symbol, BTCUSDT first. */
export function useBasis() {
  const { call, serverClock } = useRuntime();
  return useQuery({
    queryKey: ['arbitrage', 'basis'],
    queryFn: async ({ signal }) => {
      const answer = await call(getSpotFutures, {}, signal);
      serverClock.observe(answer.timestamp);
      return { rows: orderBasis(answer.basis), atSeconds: answer.timestamp };
    },
    refetchInterval: BASIS_INTERVAL_MS,
  });
}
