import { createRootRoute, createRoute, createRouter, redirect, type ErrorComponentProps } from '@tanstack/react-router';
import { parseArbitrageSearch } from '../features/arbitrage/model/arbitrage-search.ts';
import { parseAiSearch } from '../features/ai-metrics/model/ai-search.ts';
import { parseApiKeysSearch } from '../features/api-keys/model/api-keys-search.ts';
import { parseDashboardSearch } from '../features/dashboard/model/dashboard-search.ts';
import { parseHistorySearch } from '../features/history/model/history-search.ts';
import { parsePortfolioSearch } from '../features/portfolio/model/portfolio-search.ts';
import { parseSettingsSearch } from '../features/settings/model/settings-search.ts';
import { parseTradingSearch } from '../features/trading/model/trading-search.ts';
import { latePart } from '../shared/late-part.tsx';
import { PAGE_PARTS } from './page-parts.ts';
import { RootError } from './root-error.tsx';
import { ShellLayout } from './shell-layout.tsx';

const root = createRootRoute({ errorComponent: ({ error }: ErrorComponentProps) => <RootError error={error} /> });

const app = createRoute({ getParentRoute: () => root, path: '/app', component: ShellLayout });

const dashboardPage = latePart('this page', PAGE_PARTS['/app/dashboard']);

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
  component: latePart('this page', PAGE_PARTS['/app/arbitrage']),
});

const apiKeys = createRoute({
  getParentRoute: () => app,
  path: '/api-keys',
  validateSearch: parseApiKeysSearch,
  component: latePart('this page', PAGE_PARTS['/app/api-keys']),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  validateSearch: parseSettingsSearch,
  component: latePart('this page', PAGE_PARTS['/app/settings']),
});

const portfolio = createRoute({
  getParentRoute: () => app,
  path: '/portfolio',
  validateSearch: parsePortfolioSearch,
  component: latePart('this page', PAGE_PARTS['/app/portfolio']),
});

const trading = createRoute({
  getParentRoute: () => app,
  path: '/trading',
  validateSearch: parseTradingSearch,
  component: latePart('this page', PAGE_PARTS['/app/trading']),
});

const history = createRoute({
  getParentRoute: () => app,
  path: '/history',
  validateSearch: parseHistorySearch,
  component: latePart('this page', PAGE_PARTS['/app/history']),
});

const aiMetrics = createRoute({
  getParentRoute: () => app,
  path: '/ai-metrics',
  validateSearch: parseAiSearch,
  component: latePart('this page', PAGE_PARTS['/app/ai-metrics']),
});

const proDashboard = createRoute({
  getParentRoute: () => app,
  path: '/pro-dashboard',
  component: latePart('this page', PAGE_PARTS['/app/pro-dashboard']),
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

/**
 * Makes the router of every address of the app; the gate is a page of its own.
 *
 * Called, not done when this file is run: it touches the history, for which a browser wants to know every line that leads there, and the
 * outermost function of a file is the whole of it.
 */
export const createAppRouter = () =>
  createRouter({
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
