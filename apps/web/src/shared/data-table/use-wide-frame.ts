import { useEffect, type RefObject } from 'react';

/** Marks the frame of a table (`data-wide`) while the table is wider than it, so that the first and last columns are pinned only where there is something to scroll. */
export function useWideFrame(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = frame.current;
    if (!box) return undefined;
    const observer = new ResizeObserver(() => box.toggleAttribute('data-wide', box.scrollWidth > box.clientWidth));
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, [frame]);
}
