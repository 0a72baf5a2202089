import type { ComponentType } from 'react';

type LoadPage = () => Promise<ComponentType>;

const dashboard: LoadPage = () => import('./pages/dashboard-page.tsx').then((each) => each.default);

/** What draws each address, loaded by whoever needs it first: the entry does so beside the frame. */
export const PAGE_PARTS = {
  '/app': dashboard,
  '/app/dashboard': dashboard,
  '/app/portfolio': () => import('./pages/portfolio-page.tsx').then((each) => each.default),
  '/app/arbitrage': () => import('./pages/arbitrage-page.tsx').then((each) => each.default),
  '/app/api-keys': () => import('./pages/api-keys-page.tsx').then((each) => each.default),
  '/app/settings': () => import('./pages/settings-page.tsx').then((each) => each.default),
  '/app/trading': () => import('./pages/trading-page.tsx').then((each) => each.default),
  '/app/history': () => import('./pages/history-page.tsx').then((each) => each.default),
  '/app/ai-metrics': () => import('./pages/ai-metrics-page.tsx').then((each) => each.default),
  '/app/pro-dashboard': () => import('./pages/pro-dashboard-page.tsx').then((each) => each.default),
} satisfies Record<string, LoadPage>;

/** The part of an address as the browser has it; null where the router sends it elsewhere. */
export function pagePartOf(pathname: string): LoadPage | null {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  return Object.hasOwn(PAGE_PARTS, path) ? PAGE_PARTS[path as keyof typeof PAGE_PARTS] : null;
}
