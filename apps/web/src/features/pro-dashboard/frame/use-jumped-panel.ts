import { useEffect, useState } from 'react';
import type { ProPanelId } from './panels.ts';

/** Scrolled further than this, the page is no longer where the jump led. */
const LEFT_PX = 40;

interface Jump {
  readonly id: ProPanelId;
  readonly y: number;
}

/**
 * Remembers the panel that was jumped to until the page is scrolled away from it. A panel near the end of the page can not come to the top of
 * the screen, so that what stands uppermost would name another.
 */
export function useJumpedPanel(): readonly [ProPanelId | null, (id: ProPanelId) => void] {
  const [jump, setJump] = useState<Jump | null>(null);
  useEffect(() => {
    if (jump === null) return;
    const onScroll = (): void => {
      if (Math.abs(window.scrollY - jump.y) > LEFT_PX) setJump(null);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, [jump]);
  return [jump?.id ?? null, (id) => setJump({ id, y: window.scrollY })];
}
