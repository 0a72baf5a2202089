import type { Opportunity } from '@riptide/contracts';
import { useSyncExternalStore } from 'react';
import { useArbitrageFeed } from '../arbitrage-feed.tsx';

/** Gives the row as it is now and follows only its changes; undefined once it is gone. */
export function useLiveRow(id: string): Opportunity | undefined {
  const { table } = useArbitrageFeed();
  return useSyncExternalStore(
    (listener) => table.subscribeRow(id, listener),
    () => table.get(id),
  );
}
