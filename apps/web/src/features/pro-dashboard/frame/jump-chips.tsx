import { useState, type KeyboardEvent } from 'react';
import { cn } from '../../../ui/cn.ts';
import { panelDomId, type PRO_PANELS, type ProPanelId } from './panels.ts';

interface JumpChipsProps {
  readonly panels: readonly (typeof PRO_PANELS)[number][];
  readonly current: ProPanelId;
  readonly onJump: (id: ProPanelId) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The row of chips that jumps to panels: one stop of the tab key, arrows move within it. */
export function JumpChips({ panels, current, onJump }: JumpChipsProps) {
  const [held, setHeld] = useState<ProPanelId | null>(null);
  const stop = held ?? current;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = panels.findIndex(({ id }) => id === stop);
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? panels.length - 1 : at + (STEPS[event.key] ?? 0);
    const next = panels[Math.min(Math.max(to, 0), panels.length - 1)];
    if (next === undefined || (to === at && event.key !== 'Home' && event.key !== 'End')) return;
    event.preventDefault();
    setHeld(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-chip="${next.id}"]`)?.focus();
  };
  return (
    <nav
      aria-label="Panels"
      onKeyDown={onKeyDown}
      onBlur={() => setHeld(null)}
      className="sticky top-[calc(52px+var(--strip-height)+var(--banner-height,0px))] z-10 -mx-1 mb-1 flex flex-wrap gap-1 bg-bg0 px-1 py-2 max-sm:top-[calc(48px+var(--strip-height)+var(--banner-height,0px))] max-sm:flex-nowrap max-sm:overflow-x-auto"
    >
      {panels.map(({ id, chip }) => (
        <a
          key={id}
          href={`#${panelDomId(id)}`}
          data-chip={id}
          tabIndex={id === stop ? 0 : -1}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault();
            onJump(id);
          }}
          className={cn(
            'rounded-tag border px-2 py-[3px] text-[11.5px] font-[550] whitespace-nowrap max-sm:px-3 max-sm:py-3',
            id === current ? 'border-accent bg-bg3 text-fg1' : 'border-line1 bg-bg1 text-fg2 hover:text-fg1',
          )}
        >
          {chip}
        </a>
      ))}
    </nav>
  );
}
