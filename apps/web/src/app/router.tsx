import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { parseArbitrageSearch } from '../features/arbitrage/model/arbitrage-search.ts';
import { parseAiSearch } from '../features/ai-metrics/model/ai-search.ts';
import { parseApiKeysSearch } from '../features/api-keys/model/api-keys-search.ts';
import { parseDashboardSearch } from '../features/dashboard/model/dashboard-search.ts';
import { parseHistorySearch } from '../features/history/model/history-search.ts';
import { parsePortfolioSearch } from '../features/portfolio/model/portfolio-search.ts';
import { parseSettingsSearch } from '../features/settings/model/settings-search.ts';
import { parseTradingSearch } from '../features/trading/model/trading-search.ts';
import { RootError } from './root-error.tsx';
import { ShellLayout } from './shell-layout.tsx';

const root = createRootRoute({ errorComponent: ({ error }: ErrorComponentProps) => <RootError error={error} /> });

const app = createRoute({ getParentRoute: () => root, path: '/app', component: ShellLayout });

const dashboardPage = lazyRouteComponent(() => import('./pages/dashboard-page.tsx'));

const index = createRoute({
  getParentRoute: () => app,
  path: '/',
  validateSearch: parseDashboardSearch,
  component: dashboardPage,
});

const dashboard = createRoute({
  getParentRoute: () => app,
  path: '/dashboard',
  validateSearch: parseDashboardSearch,
  component: dashboardPage,
});

const arbitrage = createRoute({
  getParentRoute: () => app,
  path: '/arbitrage',
  validateSearch: parseArbitrageSearch,
  component: lazyRouteComponent(() => import('./pages/arbitrage-page.tsx')),
});

const apiKeys = createRoute({
  getParentRoute: () => app,
  path: '/api-keys',
  validateSearch: parseApiKeysSearch,
  component: lazyRouteComponent(() => import('./pages/api-keys-page.tsx')),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  validateSearch: parseSettingsSearch,
  component: lazyRouteComponent(() => import('./pages/settings-page.tsx')),
});

const portfolio = createRoute({
  getParentRoute: () => app,
  path: '/portfolio',
  validateSearch: parsePortfolioSearch,
  component: lazyRouteComponent(() => import('./pages/portfolio-page.tsx')),
});

const trading = createRoute({
  getParentRoute: () => app,
  path: '/trading',
  validateSearch: parseTradingSearch,
  component: lazyRouteComponent(() => import('./pages/trading-page.tsx')),
});

const history = createRoute({
  getParentRoute: () => app,
  path: '/history',
  validateSearch: parseHistorySearch,
  component: lazyRouteComponent(() => import('./pages/history-page.tsx')),
});

const aiMetrics = createRoute({
  getParentRoute: () => app,
  path: '/ai-metrics',
  validateSearch: parseAiSearch,
  component: lazyRouteComponent(() => import('./pages/ai-metrics-page.tsx')),
});

const proDashboard = createRoute({
  getParentRoute: () => app,
  path: '/pro-dashboard',
  component: lazyRouteComponent(() => import('./pages/pro-dashboard-page.tsx')),
});

/** The header's menu once linked here without the /app; old bookmarks may still. */
const bare = (['settings', 'api-keys'] as const).map((page) =>
  createRoute({
    getParentRoute: () => root,
    path: `/${page}`,
    beforeLoad: () => {
      throw redirect({ href: `/app/${page}`, replace: true });
    },
  }),
);

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/app', replace: true });
  },
});

const appElsewhere = createRoute({
  getParentRoute: () => app,
  path: '$',
  beforeLoad: () => {
    throw redirect({ href: '/app', replace: true });
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/app', replace: true });
  },
});

/** Every address of the app; the gate is a page of its own. */
export const router = createRouter({
  routeTree: root.addChildren([
    home,
    app.addChildren([
      index,
      dashboard,
      portfolio,
      arbitrage,
      apiKeys,
      settings,
      trading,
      history,
      aiMetrics,
      proDashboard,
      appElsewhere,
    ]),
    ...bare,
    elsewhere,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});
