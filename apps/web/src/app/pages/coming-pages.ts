import type { ComingPageFacts } from './coming-page.tsx';

/** The pages that are not built yet, by the last part of their address. */
export const COMING_PAGES = {
  'pro-dashboard': {
    title: 'Pro Dashboard',
    description: 'Advanced trading controls',
    will: [
      'Both engines side by side, capital allocation and cooldowns',
      'Trailing orders, pre-trade simulator, trade launcher and carry planner',
      'Risk guard, notifications and symbol validator',
      'Live tail and audit log with deep links',
    ],
  },
} as const satisfies Record<string, ComingPageFacts>;
