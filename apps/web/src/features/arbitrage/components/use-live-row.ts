import type { Opportunity } from '@riptide/contracts/calls';
import { useSyncExternalStore } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useArbitrageFeed } from '../../../shared/opportunities/arbitrage-feed.tsx';
import { isRowOld, rowInEffect } from '../../../shared/opportunities/row-age.ts';

export interface LiveRow {
  /** As it may be acted on now; its last figures once it is gone. */
  readonly row: Opportunity;
  readonly isGone: boolean;
  /** Its quotes are over the limit. */
  readonly isOld: boolean;
}

/** Gives the row as it is now, follows its changes and its growing age; undefined where neither row nor picture is known. */
export function useLiveRow(id: string, picture: Opportunity | undefined): LiveRow | undefined {
  const { clock, serverClock, ticker } = useRuntime();
  const { table } = useArbitrageFeed();
  const live = useSyncExternalStore(
    (listener) => table.subscribeRow(id, listener),
    () => table.get(id),
  );
  const row = live ?? picture;
  const isOld = useSyncExternalStore(
    ticker.subscribe,
    () => row !== undefined && isRowOld(row, serverClock.toServerMs(clock.nowMs())),
  );
  return row && { row: rowInEffect(row, isOld), isGone: live === undefined, isOld };
}
