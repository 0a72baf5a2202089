import { useSyncExternalStore } from 'react';
import { panelNamed, type ProPanelId } from './panels.ts';

const KEY = 'riptide.pro.collapsed';
const listeners = new Set<() => void>();
let kept: ReadonlySet<ProPanelId> | null = null;

/** Reads the kept names; what is unreadable or unknown is left out. */
function parseCollapsed(text: string | null): ReadonlySet<ProPanelId> {
  const names = (text ?? '').split(',').map(panelNamed);
  return new Set(names.filter((name) => name !== null));
}

function read(): ReadonlySet<ProPanelId> {
  kept ??= parseCollapsed(localStorage.getItem(KEY));
  return kept;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Collapses a panel or opens it, remembered in this browser. */
export function setCollapsed(id: ProPanelId, isCollapsed: boolean): void {
  const next = new Set(read());
  if (isCollapsed) next.add(id);
  else next.delete(id);
  kept = next;
  localStorage.setItem(KEY, [...next].join(','));
  for (const listener of listeners) listener();
}

/** Gives the panels that are collapsed. */
export function useCollapsed(): ReadonlySet<ProPanelId> {
  return useSyncExternalStore(subscribe, read);
}
