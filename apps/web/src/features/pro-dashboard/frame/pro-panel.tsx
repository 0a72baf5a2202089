import { ChevronDown, Maximize2, Minimize2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { setCollapsed, useCollapsed } from './collapsed.ts';
import { useFocusedPanel } from './focused-panel.ts';
import { SPANS, panelDomId, titleOf, type ProPanelId } from './panels.ts';

interface ProPanelProps {
  readonly id: ProPanelId;
  /** Beside the title: counts, tags. */
  readonly note?: ReactNode;
  /** How old the data are; hidden while the panel is collapsed. */
  readonly age?: ReactNode;
  /** At the right end: filters, buttons; hidden while the panel is collapsed. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A panel of the pro dashboard: it can be collapsed, which is remembered, and fill the page alone. */
export function ProPanel({ id, note, age, actions, children }: ProPanelProps) {
  const isCollapsed = useCollapsed().has(id);
  const { focused, setFocused } = useFocusedPanel();
  const isFocused = focused === id;
  const isShown = isFocused || !isCollapsed;
  const title = titleOf(id);
  return (
    <div
      id={panelDomId(id)}
      data-panel={id}
      className={cn('grid min-w-0 scroll-mt-[calc(60px+var(--frame-top))]', isFocused ? 'col-span-12' : SPANS[id])}
    >
      <Panel
        title={title}
        note={note}
        age={isShown ? age : null}
        actions={
          <>
            {isShown ? actions : null}
            <span className="flex flex-none gap-1 max-sm:-mr-2 max-sm:gap-0">
              <Button
                look="ghost"
                size="iconXs"
                aria-label={isFocused ? `Leave focus of ${title}` : `Focus ${title}`}
                title={isFocused ? 'Back to all panels (F or Esc)' : 'Show alone (F)'}
                aria-pressed={isFocused}
                onClick={() => setFocused(isFocused ? null : id)}
              >
                {isFocused ? <Minimize2 size={13} aria-hidden /> : <Maximize2 size={13} aria-hidden />}
              </Button>
              {isFocused ? null : (
                <Button
                  look="ghost"
                  size="iconXs"
                  aria-label={isCollapsed ? `Expand ${title}` : `Collapse ${title}`}
                  title={isCollapsed ? 'Expand' : 'Collapse'}
                  aria-expanded={!isCollapsed}
                  onClick={() => setCollapsed(id, !isCollapsed)}
                >
                  <ChevronDown size={14} aria-hidden className={cn(isCollapsed && '-rotate-90')} />
                </Button>
              )}
            </span>
          </>
        }
      >
        {isShown ? children : null}
      </Panel>
    </div>
  );
}
