import { getPortfolioPositions } from '@riptide/contracts/calls';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../lib/runtime.tsx';
import { useArbitrageFeed } from '../../shared/opportunities/arbitrage-feed.tsx';
import { useCall } from '../../shared/use-call.ts';

const POSITIONS_INTERVAL_MS = 5000;
const COUNT_EVERY_MS = 1000;

/** A count beside a page of the sidebar: what it counts in words; null while not known. */
export interface NavCount {
  readonly count: number;
  readonly words: string;
}

/** Gives the counts beside the pages: open positions, and opportunities that are ready, counted once a second. */
export function useNavCounts(): Readonly<Record<string, NavCount | undefined>> {
  const positions = useCall(getPortfolioPositions, { intervalMs: POSITIONS_INTERVAL_MS, isPushed: true }).data;
  const ready = useReadyCount();
  return {
    '/app/trading': positions && countOf(positions.positions.length, 'open positions'),
    '/app/arbitrage': countOf(ready, 'ready opportunities'),
  };
}

function countOf(count: number, words: string): NavCount | undefined {
  return count === 0 ? undefined : { count, words };
}

function useReadyCount(): number {
  const { clock } = useRuntime();
  const { table } = useArbitrageFeed();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let cancel = (): void => {};
    const measure = (): void => {
      setCount(table.values().filter((row) => row.policy === 'executable').length);
      cancel = clock.after(COUNT_EVERY_MS, measure);
    };
    measure();
    return () => cancel();
  }, [clock, table]);
  return count;
}
