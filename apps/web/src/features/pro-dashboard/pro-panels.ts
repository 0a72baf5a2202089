import { lazy, type ComponentType } from 'react';
import type { ProPanelId } from './frame/panels.ts';
import { PerformancePanel } from './performance/performance-panel.tsx';
import { SummaryPanel } from './summary/summary-panel.tsx';

/** What stands in each panel's place: the first two come with the page, the others are loaded each on its own, after the frame is drawn. */
export const PANEL_PARTS: Partial<Record<ProPanelId, ComponentType>> = {
  summary: SummaryPanel,
  performance: PerformancePanel,
  engines: lazy(() => import('./engines/engines-panel.tsx').then((part) => ({ default: part.EnginesPanel }))),
  venues: lazy(() => import('./venues/venues-panel.tsx').then((part) => ({ default: part.VenuesPanel }))),
  pnl: lazy(() => import('./pnl/pnl-panel.tsx').then((part) => ({ default: part.PnlPanel }))),
  symbols: lazy(() => import('./symbols/symbols-panel.tsx').then((part) => ({ default: part.SymbolsPanel }))),
  allocation: lazy(() =>
    import('./allocation/allocation-panel.tsx').then((part) => ({ default: part.AllocationPanel })),
  ),
  cooldowns: lazy(() => import('./cooldowns/cooldowns-panel.tsx').then((part) => ({ default: part.CooldownsPanel }))),
  simulator: lazy(() => import('./simulator/simulator-panel.tsx').then((part) => ({ default: part.SimulatorPanel }))),
  launcher: lazy(() => import('./launcher/launcher-panel.tsx').then((part) => ({ default: part.LauncherPanel }))),
  tail: lazy(() => import('./tail/tail-panel.tsx').then((part) => ({ default: part.TailPanel }))),
  audit: lazy(() => import('./audit/audit-panel.tsx').then((part) => ({ default: part.AuditPanel }))),
  trailing: lazy(() => import('./trailing/trailing-panel.tsx').then((part) => ({ default: part.TrailingPanel }))),
  risk: lazy(() => import('./risk/risk-panel.tsx').then((part) => ({ default: part.RiskPanel }))),
  notifications: lazy(() =>
    import('./notifications/notifications-panel.tsx').then((part) => ({ default: part.NotificationsPanel })),
  ),
};
