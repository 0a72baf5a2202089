import { Link, useLocation } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { cn } from '../../ui/cn.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { NAV_PAGES, isOnPage } from './nav-pages.ts';
import { NavList } from './sidebar.tsx';

const SHOWN = ['/app/dashboard', '/app/trading', '/app/arbitrage', '/app/portfolio'];
const CELL = 'grid place-content-center justify-items-center gap-[3px] text-[10.5px] font-[550]';

/** Where the bar stands, drawn or not yet. */
export const BAR_PLACE =
  'fixed inset-x-0 bottom-0 z-30 grid h-[60px] grid-cols-5 border-t border-line1 bg-bg1 sm:hidden';

/** The bar of five at the bottom of a phone; `More` opens the drawer with all pages. */
export function BottomBar() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <nav aria-label="Primary" className={BAR_PLACE}>
        {NAV_PAGES.filter((page) => SHOWN.includes(page.path)).map((page) => (
          <Link
            key={page.path}
            to={page.path}
            aria-current={isOnPage(page, pathname) ? 'page' : undefined}
            className={cn(CELL, isOnPage(page, pathname) ? 'text-accent' : 'text-fg2')}
          >
            <page.icon size={19} strokeWidth={1.75} aria-hidden />
            {page.label}
          </Link>
        ))}
        <button type="button" onClick={() => setOpen(true)} className={cn(CELL, 'text-fg2')}>
          <Menu size={19} strokeWidth={1.75} aria-hidden />
          More
        </button>
      </nav>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Pages" side="left">
        <NavList onlyFull="" isRail={false} onNavigate={() => setOpen(false)} />
      </Sheet>
    </>
  );
}
