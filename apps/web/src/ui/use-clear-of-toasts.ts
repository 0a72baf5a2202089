import { useEffect } from 'react';
import { useSonner } from 'sonner';

/** Width of a toast with its margin, and the height that the stack of them may take. */
const TOASTS_WIDTH_PX = 372;
const TOASTS_HEIGHT_PX = 260;
const TOAST_HEIGHT_PX = 80;
/** From this width on toasts stand at the right; below it they are as wide as the page. */
const WIDE_FROM_PX = 601;
const GAP_PX = 8;
/** What is higher is a panel or a page, which nobody can step around. */
const MOST_HEIGHT_PX = 120;
/** Toasts are moved down by this much, beside what the banner takes. */
const PROPERTY = '--toast-clear';

/** Moves toasts below what has the focus, what was clicked last and what is marked `data-keep-clear`, so that none covers the button it is about. */
export function useClearOfToasts(topPx: number): void {
  const isShown = useSonner().toasts.length > 0;
  useEffect(() => {
    const follow = ({ target }: Event): void => {
      clicked = target instanceof Element ? target.closest('button, a, input, [role="switch"]') : null;
    };
    document.addEventListener('click', follow, true);
    return () => document.removeEventListener('click', follow, true);
  }, []);
  useEffect(() => {
    if (!isShown) return undefined;
    const { style } = document.documentElement;
    const move = (): void => {
      const banner = Number.parseFloat(style.getPropertyValue('--banner-height')) || 0;
      const kept = [document.activeElement, clicked, ...document.querySelectorAll('[data-keep-clear]')];
      style.setProperty(PROPERTY, `${roomForAll(kept, topPx + banner)}px`);
    };
    move();
    document.addEventListener('focusin', move);
    document.addEventListener('click', move, true);
    return () => {
      document.removeEventListener('focusin', move);
      document.removeEventListener('click', move, true);
      style.removeProperty(PROPERTY);
    };
  }, [isShown, topPx]);
}

let clicked: Element | null = null;

/** Gives how far toasts have to move down to leave all of some elements free; what would push them out of the page is not stepped around. */
export function roomForAll(elements: readonly (Element | null)[], startPx: number): number {
  const topOf = (element: Element | null): number => element?.getBoundingClientRect().top ?? 0;
  let atPx = startPx;
  for (const element of elements.toSorted((a, b) => topOf(a) - topOf(b))) {
    const nextPx = atPx + roomFor(element, atPx);
    if (nextPx + TOAST_HEIGHT_PX <= window.innerHeight) atPx = nextPx;
  }
  return atPx - startPx;
}

/** Gives how far toasts that start at a height have to move down to leave an element free; 0 where they do not meet. */
export function roomFor(element: Element | null, startPx: number): number {
  if (element === null || element === document.body || !element.isConnected) return 0;
  if (element.closest('[data-sonner-toaster]') !== null) return 0;
  const { top, bottom, right, height } = element.getBoundingClientRect();
  const { innerWidth } = window;
  const leftPx = innerWidth < WIDE_FROM_PX ? 0 : innerWidth - TOASTS_WIDTH_PX;
  const meets = right > leftPx && bottom > startPx && top < startPx + TOASTS_HEIGHT_PX;
  return meets && height > 0 && height <= MOST_HEIGHT_PX ? Math.ceil(bottom + GAP_PX - startPx) : 0;
}
