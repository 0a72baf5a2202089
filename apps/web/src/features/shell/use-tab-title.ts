import { getAdvancedStatus } from '@riptide/contracts/calls';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UNKNOWN, formatPnl } from '../../lib/format.ts';
import { VERSION } from '../../lib/version.ts';
import { useCall } from '../../shared/use-call.ts';
import type { DotTone } from '../../ui/dot.tsx';
import { NAV_PAGES, isOnPage } from './nav-pages.ts';

const PNL_INTERVAL_MS = 15_000;

/** Words the tab: mode, the day's result where it is known, the page, and the product with its version. */
export function tabTitle(mode: 'PAPER' | 'LIVE' | null, dayPnl: number | null | undefined, page: string): string {
  const pnl = formatPnl(dayPnl);
  return [mode ?? '', pnl === UNKNOWN ? '' : pnl, page, `Riptide ${VERSION}`].filter((part) => part !== '').join(' · ');
}

/** Keeps the tab's title and icon with mode, result and health; paper is the quiet default of the icon. */
export function useTabTitle(mode: 'PAPER' | 'LIVE' | null, tone: DotTone): void {
  const { pathname } = useLocation();
  const page = NAV_PAGES.find((each) => isOnPage(each, pathname))?.label ?? '';
  const dayPnl = useCall(getAdvancedStatus, { intervalMs: PNL_INTERVAL_MS }).data?.advanced_status.daily_pnl;
  const title = tabTitle(mode, dayPnl, page);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = `/favicon${tone === 'off' ? '' : `-${tone}`}.svg`;
  }, [tone]);
}
