import type { Opportunity } from '@riptide/contracts/calls';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { useArbitrageFeed } from '../../../shared/opportunities/arbitrage-feed.tsx';
import { NO_ROWS, orderKeyOf, takePicture, type RowOrder } from '../model/row-order.ts';

const REORDER_MS = 1000;

export interface OrderedRows {
  /** In their order on screen, gone ones among them. */
  readonly rows: readonly Opportunity[];
  /** Without the gone ones. */
  readonly live: readonly Opportunity[];
}

/**
 * Gives the rows as a picture taken once a second, so that the order is calm; the cells inside stay live.
 *
 * While `isFrozen` (pointer or focus inside the table) the order stays, so that no row jumps away under a hand; the figures go on.
 */
export function useOrderedRows({ sort, kind }: RowOrder, isFrozen: boolean): OrderedRows {
  const { clock } = useRuntime();
  const { table } = useArbitrageFeed();
  const context = (): Parameters<typeof takePicture>[2] => ({ sort, kind, nowMs: clock.ticksMs(), isFrozen });
  const [picture, setPicture] = useState(() => takePicture(NO_ROWS, table.values(), { ...context(), isFrozen: false }));
  const take = useEffectEvent(() => setPicture((before) => takePicture(before, table.values(), context())));
  useEffect(() => {
    let cancel = (): void => {};
    const again = (): void => {
      take();
      cancel = clock.after(REORDER_MS, again);
    };
    cancel = clock.after(REORDER_MS, again);
    return () => cancel();
  }, [clock]);
  // A chosen order shows at once instead of after a second, and so do the first rows.
  if (picture.orderKey !== orderKeyOf({ sort, kind })) setPicture(takePicture(picture, table.values(), context()));
  const isEmpty = picture.rows.length === 0;
  useEffect(() => (isEmpty ? table.subscribe(() => take()) : undefined), [isEmpty, table]);
  return { rows: picture.rows, live: picture.rows.filter((row) => !picture.goneAtMs.has(row.id)) };
}

/** Follows the table as a whole: paused or not, and what waits. */
export function useTablePause(): { readonly isPaused: boolean; readonly waiting: number; readonly toggle: () => void } {
  const { table } = useArbitrageFeed();
  const isPaused = useSyncExternalStore(table.subscribe, () => table.paused);
  const waiting = useSyncExternalStore(table.subscribe, () => table.waiting);
  return { isPaused, waiting, toggle: () => (table.paused ? table.resume() : table.pause()) };
}
