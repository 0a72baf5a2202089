/** A page of the app as its visitors know it. */
export interface AppPage {
  readonly path: string;
  /** Second key of its `g` chord. */
  readonly key: string;
  readonly heading: string;
}

export const APP_PAGES: readonly AppPage[] = [
  { path: '/app/dashboard', key: 'd', heading: 'Dashboard' },
  { path: '/app/trading', key: 't', heading: 'Futures Trading Engine' },
  { path: '/app/arbitrage', key: 'a', heading: 'Multi-Mode Arbitrage Engine' },
  { path: '/app/pro-dashboard', key: 'p', heading: 'Pro Dashboard' },
  { path: '/app/portfolio', key: 'o', heading: 'Portfolio Overview' },
  { path: '/app/history', key: 'h', heading: 'Trading History' },
  { path: '/app/ai-metrics', key: 'm', heading: 'AI Metrics' },
  { path: '/app/api-keys', key: 'k', heading: 'Exchange Connections' },
  { path: '/app/settings', key: 's', heading: 'Settings' },
];
