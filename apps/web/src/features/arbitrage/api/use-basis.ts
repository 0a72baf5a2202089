import { getSpotFutures, type BasisRow } from '@riptide/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRuntime } from '../../../lib/runtime.tsx';

/** The basis has no topic of its own; it is asked for as often as the opportunities would be. */
export const BASIS_INTERVAL_MS = 5000;

const FIRST_SYMBOL = 'BTCUSDT';

/** Puts the reference symbol first and keeps the server's order of the rest. */
export function withReferenceFirst(rows: readonly BasisRow[]): readonly BasisRow[] {
  return [...rows.filter((row) => row.symbol === FIRST_SYMBOL), ...rows.filter((row) => row.symbol !== FIRST_SYMBOL)];
}

/** Gives spot against perp of every symbol, BTCUSDT first. */
export function useBasis() {
  const { call, serverClock } = useRuntime();
  return useQuery({
    queryKey: ['arbitrage', 'basis'],
    queryFn: async ({ signal }) => {
      const answer = await call(getSpotFutures, {}, signal);
      serverClock.observe(answer.timestamp);
      return { rows: withReferenceFirst(answer.basis), atSeconds: answer.timestamp };
    },
    refetchInterval: BASIS_INTERVAL_MS,
  });
}
