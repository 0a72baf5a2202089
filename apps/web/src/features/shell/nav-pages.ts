import {
  ArrowLeftRight,
  Brain,
  Crosshair,
  History,
  KeyRound,
  LayoutDashboard,
  Settings,
  SlidersHorizontal,
  Wallet,
  type LucideIcon,
} from 'lucide-react';

export interface NavPage {
  readonly path: string;
  readonly label: string;
  readonly description: string;
  /** Second key of its `g` chord. */
  readonly key: string;
  readonly icon: LucideIcon;
}

/** The nine pages in the order of the sidebar. */
export const NAV_PAGES: readonly NavPage[] = [
  { path: '/app/dashboard', label: 'Dashboard', description: 'Overview and controls', key: 'd', icon: LayoutDashboard },
  { path: '/app/trading', label: 'Trading', description: 'Liquidation sniping engine', key: 't', icon: Crosshair },
  {
    path: '/app/arbitrage',
    label: 'Arbitrage',
    description: 'Multi-exchange arbitrage',
    key: 'a',
    icon: ArrowLeftRight,
  },
  {
    path: '/app/pro-dashboard',
    label: 'Pro Dashboard',
    description: 'Advanced trading controls',
    key: 'p',
    icon: SlidersHorizontal,
  },
  { path: '/app/portfolio', label: 'Portfolio', description: 'Performance and analytics', key: 'o', icon: Wallet },
  { path: '/app/history', label: 'History', description: 'Trade history and logs', key: 'h', icon: History },
  { path: '/app/ai-metrics', label: 'AI Metrics', description: 'Learning performance', key: 'm', icon: Brain },
  { path: '/app/api-keys', label: 'API Keys', description: 'Exchange connections', key: 'k', icon: KeyRound },
  { path: '/app/settings', label: 'Settings', description: 'Platform configuration', key: 's', icon: Settings },
];

/** Tells whether an address belongs to a page; the bare /app is the dashboard. */
export function isOnPage(page: NavPage, pathname: string): boolean {
  return pathname.startsWith(page.path) || (page.path === '/app/dashboard' && /^\/app\/?$/.test(pathname));
}
