import { Link, useLocation } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { cyclePreference, usePreferences } from '../../lib/preferences.ts';
import { VERSION } from '../../lib/version.ts';
import { SecondDrawing } from '../../shared/second-drawing.tsx';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Dot } from '../../ui/dot.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { NAV_PAGES, isOnPage } from './nav-pages.ts';
import { ReasonList } from './reason-list.tsx';
import type { SystemWords } from './system-state.ts';
import { useNavCounts } from './use-nav-counts.ts';

/** The pages at the left: full from 1181 px, a rail of icons below or when collapsed, hidden on phones. */
export function Sidebar({ system }: { system: SystemWords }) {
  const isRail = usePreferences().sidebar === 'rail';
  const onlyFull = isRail ? 'hidden' : 'max-lg:hidden';
  return (
    <aside className="sticky top-(--strip-height) row-span-2 flex h-[calc(100vh-var(--strip-height)-28px)] min-h-[480px] flex-col border-r border-line1 bg-bg1 max-sm:hidden">
      <div
        className={cn(
          'flex h-[52px] flex-none items-center gap-2.5 border-b border-line1 px-4',
          isRail && 'justify-center',
        )}
      >
        <Logo />
        <span className={cn('text-[14px] font-[650] tracking-tight', onlyFull)}>Riptide</span>
        <small className={cn('ml-auto text-2xs font-medium text-fg3', onlyFull)}>{VERSION}</small>
      </div>
      <SecondDrawing>
        <NavList onlyFull={onlyFull} isRail={isRail} />
      </SecondDrawing>
      <div className="mt-auto border-t border-line1 p-3 text-[12px]">
        <div
          className={cn('flex items-center gap-2 font-[550]', isRail ? 'justify-center' : 'max-lg:justify-center')}
          title={`${system.word}: ${system.reasons.length === 0 ? system.detail : system.reasons.join('; ')}`}
          role="status"
        >
          <Dot tone={system.tone} />
          <span className={onlyFull}>{system.word}</span>
        </div>
        {system.reasons.length === 0 ? (
          <small className={cn('mt-0.5 block pl-4 text-2xs text-fg3', onlyFull)}>{system.detail}</small>
        ) : (
          <Tooltip text={<ReasonList reasons={system.reasons} />} side="top">
            <button
              type="button"
              className={cn(
                'relative mt-0.5 block w-full cursor-help truncate pl-4 text-left text-2xs text-fg2 after:absolute after:inset-x-0 after:-inset-y-1',
                onlyFull,
              )}
            >
              {system.detail}
            </button>
          </Tooltip>
        )}
        <Button
          look="ghost"
          size="xs"
          wide
          className="mt-2 max-lg:hidden"
          aria-label={isRail ? 'Expand sidebar' : 'Collapse sidebar'}
          title="Collapse or expand ([)"
          onClick={() => cyclePreference('sidebar')}
        >
          <PanelLeft size={14} aria-hidden />
          <span className={onlyFull}>Collapse</span>
        </Button>
      </div>
    </aside>
  );
}

interface NavListProps {
  readonly onlyFull: string;
  readonly isRail: boolean;
  readonly onNavigate?: () => void;
}

/** The nine links; arrow keys move between them. */
export function NavList({ onlyFull, isRail, onNavigate }: NavListProps) {
  const { pathname } = useLocation();
  const counts = useNavCounts();
  return (
    <nav aria-label="Main" className="flex flex-col gap-px overflow-auto p-2" onKeyDown={moveWithArrows}>
      {NAV_PAGES.map((page) => {
        const isHere = isOnPage(page, pathname);
        const count = counts[page.path];
        return (
          <Link
            key={page.path}
            to={page.path}
            title={`${page.label}: ${page.description}`}
            aria-current={isHere ? 'page' : undefined}
            onClick={() => onNavigate?.()}
            className={cn(
              'relative flex items-center gap-[11px] rounded-ctl px-2.5 py-1.5 text-fg2 hover:bg-bg2',
              isHere &&
                'bg-bg3 before:absolute before:inset-y-2 before:-left-2 before:w-[3px] before:rounded-r-[3px] before:bg-accent',
              onlyFull !== '' && (isRail ? 'justify-center py-[11px]' : 'max-lg:justify-center max-lg:py-[11px]'),
            )}
          >
            <page.icon
              size={17}
              strokeWidth={1.75}
              className={cn('flex-none', isHere ? 'text-accent' : 'text-fg3')}
              aria-hidden
            />
            <span className={cn('flex min-w-0 flex-1 flex-col', onlyFull)}>
              <span className="text-base leading-[1.3] font-[550] text-fg1">{page.label}</span>
              <span className="truncate text-2xs leading-[1.3] text-fg3">{page.description}</span>
            </span>
            {count === undefined ? null : (
              <span
                title={`${count.count} ${count.words}`}
                className={cn(
                  'tabular absolute top-1/2 right-2 -translate-y-1/2 rounded-full border border-line2 bg-bg2 px-[7px] text-2xs font-semibold text-fg2',
                  onlyFull !== '' &&
                    (isRail
                      ? 'top-0 right-0 translate-y-0 px-1 text-[10.5px] leading-[14px]'
                      : 'max-lg:top-0 max-lg:right-0 max-lg:translate-y-0 max-lg:px-1 max-lg:text-[10.5px] max-lg:leading-[14px]'),
                )}
              >
                {count.count}
                <span className="sr-only"> {count.words}</span>
              </span>
            )}
            {onlyFull === '' ? null : <span className={cn('sr-only', !isRail && 'lg:hidden')}>{page.label}</span>}
          </Link>
        );
      })}
    </nav>
  );
}

function moveWithArrows(event: React.KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  links[(at + step + links.length) % links.length]?.focus();
  event.preventDefault();
}
