import type { ReactNode } from 'react';

/** What has to be seen on every page stays here below the header; when it comes or grows, the page below stands where a hand found it. */
export function TopSlot({ children }: { children: ReactNode }) {
  return (
    <div
      ref={keepStill}
      className="sticky top-[calc(52px+var(--strip-height))] z-[19] max-sm:top-[calc(48px+var(--strip-height))]"
    >
      {children}
    </div>
  );
}

/** Toasts, the least height of the page and what sticks below go by it. */
const HEIGHT = '--banner-height';

/** What tells that somebody is about to press something. */
const HAND = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const;

/**
 * Scrolls the page by what the slot grew, in the frame in which it grew: nobody's button moves under the hand. A page that is scrolled
 * already is kept in place by the browser itself. Before there is a hand nothing is to be kept, and the slot would hide the title of a
 * page that was just opened.
 *
 * The first height comes from the observer, which tells it before the first paint: asked for here, the page would be laid out twice. An empty
 * slot writes nothing, for a property of the root makes the styles of the whole page anew.
 */
function keepStill(slot: HTMLElement | null): (() => void) | undefined {
  if (slot === null) return undefined;
  const { style } = document.documentElement;
  let heightPx = 0;
  let isInHand = false;
  const touch = (): void => {
    isInHand = true;
  };
  for (const type of HAND) document.addEventListener(type, touch, { passive: true, capture: true });
  const observer = new ResizeObserver(() => {
    const grewPx = slot.offsetHeight - heightPx;
    if (grewPx === 0) return;
    heightPx += grewPx;
    style.setProperty(HEIGHT, `${heightPx}px`);
    if (isInHand && grewPx > 0 && window.scrollY === 0) window.scrollBy({ top: grewPx, behavior: 'instant' });
  });
  observer.observe(slot);
  return () => {
    observer.disconnect();
    for (const type of HAND) document.removeEventListener(type, touch, { capture: true });
    style.removeProperty(HEIGHT);
  };
}
