/** The fifteen panels in the order of the document, which is their order on the page at every width. */
export const PRO_PANELS = [
  { id: 'summary', chip: 'Summary', title: 'Smart Pro Engine' },
  { id: 'performance', chip: 'Performance', title: 'Trading Performance' },
  { id: 'engines', chip: 'Engines', title: 'Advanced Trading Engines' },
  { id: 'venues', chip: 'Venues', title: 'Venues' },
  { id: 'pnl', chip: 'PnL', title: 'PnL Analytics' },
  { id: 'symbols', chip: 'Symbols', title: 'Symbol Validator' },
  { id: 'allocation', chip: 'Allocation', title: 'Capital Allocation' },
  { id: 'cooldowns', chip: 'Cooldowns', title: 'Symbol Cooldowns' },
  { id: 'trailing', chip: 'Trailing', title: 'Trailing Orders' },
  { id: 'simulator', chip: 'Simulator', title: 'Pre-Trade Simulator' },
  { id: 'launcher', chip: 'Launcher', title: 'Trade Launcher (ARB)' },
  { id: 'carry', chip: 'Carry', title: 'Funding Carry Planner' },
  { id: 'risk', chip: 'Risk Guard', title: 'Risk Guard' },
  { id: 'notifications', chip: 'Notifications', title: 'Notifications' },
  { id: 'tail', chip: 'Live Tail', title: 'Live Tail' },
  { id: 'audit', chip: 'Audit Log', title: 'Audit Log' },
] as const;

export type ProPanelId = (typeof PRO_PANELS)[number]['id'];

/** Columns of twelve a panel spans on a wide and on a middling screen; on a phone every one takes the whole width. */
export const SPANS: Readonly<Record<ProPanelId, string>> = {
  summary: 'col-span-12',
  performance: 'col-span-12',
  engines: 'col-span-12',
  venues: 'col-span-12',
  pnl: 'col-span-12 lg:col-span-5',
  symbols: 'col-span-12 lg:col-span-7',
  allocation: 'col-span-12 lg:col-span-6',
  cooldowns: 'col-span-12 lg:col-span-6',
  trailing: 'col-span-12',
  simulator: 'col-span-12 lg:col-span-4',
  launcher: 'col-span-12 lg:col-span-4',
  carry: 'col-span-12 lg:col-span-4',
  risk: 'col-span-12 lg:col-span-6',
  notifications: 'col-span-12 lg:col-span-6',
  tail: 'col-span-12',
  audit: 'col-span-12',
};

/** Gives the panel of that name, null when there is none. */
export function panelNamed(name: unknown): ProPanelId | null {
  return PRO_PANELS.find(({ id }) => id === name)?.id ?? null;
}

/** Gives the title of a panel. */
export function titleOf(id: ProPanelId): string {
  const panel = PRO_PANELS.find((each) => each.id === id);
  if (panel === undefined) throw new Error(`Invariant: no panel is called ${id}`);
  return panel.title;
}

/** The DOM id of a panel, which the chips jump to. */
export function panelDomId(id: ProPanelId): string {
  return `panel-${id}`;
}
