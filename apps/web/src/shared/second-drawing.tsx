import { useDeferredValue, type ReactNode } from 'react';

interface SecondDrawingProps {
  /** Of the first drawing, in the size of what comes; nothing where nothing stands beside or below it. */
  readonly meanwhile?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Leaves its content out of the first drawing of a page: that is painted with what stands for it, and the content is drawn right after, in
 * slices that let clicks through. For what is far down, so that what is looked at first waits for less.
 */
export function SecondDrawing({ meanwhile = null, children }: SecondDrawingProps) {
  return useDeferredValue(true, false) ? children : meanwhile;
}
