import type { KeyboardEvent } from 'react';

interface RowKeys {
  readonly count: number;
  /** The row the key was pressed in; -1 outside of them. */
  readonly at: number;
  readonly moveTo: (index: number) => void;
  readonly open: (index: number) => void;
  /** What opens a row besides Enter. */
  readonly opensToo?: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** Moves through the rows of a table by arrows, Home and End, and opens one by Enter; controls inside keep their keys. */
export function handleRowKey(event: KeyboardEvent<HTMLElement>, keys: RowKeys): void {
  const { count, at, moveTo, open, opensToo } = keys;
  if ((event.target as HTMLElement).closest('button,a,input')) return;
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(at + 1, count - 1),
    ArrowUp: Math.max(at - 1, 0),
    Home: 0,
    End: count - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) {
    event.preventDefault();
    moveTo(to);
  } else if ((event.key === 'Enter' || opensToo?.(event) === true) && at >= 0) {
    event.preventDefault();
    open(at);
  }
}

/** A row scrolled into sight is drawn only after the scroll, so the focus waits for it at most two frames. */
export function focusRow(frame: HTMLElement | null, selector: string, framesLeft = 2): void {
  const row = frame?.querySelector<HTMLElement>(selector);
  if (row) row.focus();
  else if (framesLeft > 0) requestAnimationFrame(() => focusRow(frame, selector, framesLeft - 1));
}
