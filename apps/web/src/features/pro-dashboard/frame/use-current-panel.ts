import { useEffect, useState, type RefObject } from 'react';
import { PRO_PANELS, panelNamed, type ProPanelId } from './panels.ts';

/** Below the chips, above the lower half of the screen. */
const ROOT_MARGIN = '-120px 0px -55% 0px';

/**
 * Follows which panel of a grid stands uppermost on the screen. A panel that is loaded takes the place of an element that held it, so what
 * comes into the grid is followed and what leaves it is forgotten.
 */
export function useCurrentPanel(grid: RefObject<HTMLElement | null>, isWatching: boolean): ProPanelId {
  const [current, setCurrent] = useState<ProPanelId>('summary');
  useEffect(() => {
    const panels = grid.current;
    if (panels === null || !isWatching || typeof IntersectionObserver === 'undefined') return;
    const seen = new Set<Element>();
    const seenPanels = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting && target.isConnected) seen.add(target);
          else seen.delete(target);
        }
        const ids = new Set([...seen].map(panelOf));
        const top = PRO_PANELS.find(({ id }) => ids.has(id));
        if (top !== undefined) setCurrent(top.id);
      },
      { rootMargin: ROOT_MARGIN },
    );
    const changes = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const gone of removedNodes) {
          if (!(gone instanceof Element)) continue;
          seenPanels.unobserve(gone);
          seen.delete(gone);
        }
        for (const come of addedNodes) if (come instanceof Element && come.isConnected) seenPanels.observe(come);
      }
    });
    for (const panel of panels.children) seenPanels.observe(panel);
    changes.observe(panels, { childList: true });
    return () => {
      changes.disconnect();
      seenPanels.disconnect();
    };
  }, [grid, isWatching]);
  return current;
}

function panelOf(element: Element): ProPanelId | null {
  return panelNamed((element as HTMLElement).dataset['panel']);
}
