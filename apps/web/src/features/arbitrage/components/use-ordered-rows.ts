import type { Opportunity } from '@riptide/contracts';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useArbitrageFeed } from '../arbitrage-feed.tsx';

const REORDER_MS = 1000;

/**
 * Gives the rows as a picture taken once a second, so that the order is calm; the cells inside stay live.
 *
 * While `isFrozen` (pointer or focus inside the table) the picture stays, so that no row jumps away under a hand.
 */
export function useOrderedRows(isFrozen: boolean): readonly Opportunity[] {
  const { clock } = useRuntime();
  const { table } = useArbitrageFeed();
  const [rows, setRows] = useState<readonly Opportunity[]>(() => table.values());
  const take = useEffectEvent(() => {
    if (!isFrozen) setRows(table.values());
  });
  useEffect(() => {
    let cancel = (): void => {};
    const again = (): void => {
      take();
      cancel = clock.after(REORDER_MS, again);
    };
    cancel = clock.after(REORDER_MS, again);
    return () => cancel();
  }, [clock]);
  useEffect(() => {
    // The first rows are shown at once instead of after a second.
    const isEmpty = rows.length === 0;
    return isEmpty ? table.subscribe(() => take()) : undefined;
  }, [rows.length, table]);
  return rows;
}

/** Follows the table as a whole: paused or not, and what waits. */
export function useTablePause(): { readonly isPaused: boolean; readonly waiting: number; readonly toggle: () => void } {
  const { table } = useArbitrageFeed();
  const isPaused = useSyncExternalStore(table.subscribe, () => table.paused);
  const waiting = useSyncExternalStore(table.subscribe, () => table.waiting);
  return { isPaused, waiting, toggle: () => (table.paused ? table.resume() : table.pause()) };
}
