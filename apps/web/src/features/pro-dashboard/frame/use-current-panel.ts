import { useEffect, useState } from 'react';
import { PRO_PANELS, panelDomId, panelNamed, type ProPanelId } from './panels.ts';

/** Follows which panel stands uppermost on the screen. */
export function useCurrentPanel(isWatching: boolean): ProPanelId {
  const [current, setCurrent] = useState<ProPanelId>('summary');
  useEffect(() => {
    if (!isWatching || typeof IntersectionObserver === 'undefined') return;
    const seen = new Set<ProPanelId>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const id = panelNamed((target as HTMLElement).dataset['panel']);
          if (id === null) continue;
          if (isIntersecting) seen.add(id);
          else seen.delete(id);
        }
        const top = PRO_PANELS.find(({ id }) => seen.has(id));
        if (top !== undefined) setCurrent(top.id);
      },
      { rootMargin: '-120px 0px -55% 0px' },
    );
    for (const { id } of PRO_PANELS) {
      const panel = document.getElementById(panelDomId(id));
      if (panel !== null) observer.observe(panel);
    }
    return () => observer.disconnect();
  }, [isWatching]);
  return current;
}
