import { useSyncExternalStore } from 'react';
import type { Zone } from './format-time.ts';
import { setGrouping } from './format.ts';

export interface Preferences {
  readonly theme: 'dark' | 'light';
  readonly pnl: 'standard' | 'reversed' | 'cb' | 'mono';
  readonly density: 'compact' | 'default' | 'comfortable';
  readonly zone: Zone;
  readonly sidebar: 'full' | 'rail';
  /** Single letters as shortcuts (WCAG 2.1.4: they can be switched off). */
  readonly singleKeys: 'on' | 'off';
  readonly sounds: 'off' | 'on';
  readonly volume: 'quiet' | 'normal' | 'loud';
  readonly soundFill: 'on' | 'off';
  readonly soundTarget: 'on' | 'off';
  readonly soundStop: 'on' | 'off';
  readonly soundError: 'on' | 'off';
  readonly soundKill: 'on' | 'off';
  /** Whether notes of the desktop are shown while the page is not in view. */
  readonly desktop: 'off' | 'on';
  readonly desktopAmounts: 'hidden' | 'shown';
  /** Whether figures separate their thousands. */
  readonly grouping: 'on' | 'off';
  /** Whether a single live order is asked about; bulk and irreversible steps always are. */
  readonly confirmSingle: 'ask' | 'skip';
  /** Whether the portfolio shows its amounts. */
  readonly amounts: 'shown' | 'hidden';
}

const PREFERENCES_KEY = 'riptide.preferences';

const ALLOWED: { readonly [K in keyof Preferences]: readonly Preferences[K][] } = {
  theme: ['dark', 'light'],
  pnl: ['standard', 'reversed', 'cb', 'mono'],
  density: ['compact', 'default', 'comfortable'],
  zone: ['utc', 'local'],
  sidebar: ['full', 'rail'],
  singleKeys: ['on', 'off'],
  sounds: ['off', 'on'],
  volume: ['quiet', 'normal', 'loud'],
  soundFill: ['on', 'off'],
  soundTarget: ['on', 'off'],
  soundStop: ['on', 'off'],
  soundError: ['on', 'off'],
  soundKill: ['on', 'off'],
  desktop: ['off', 'on'],
  desktopAmounts: ['hidden', 'shown'],
  grouping: ['on', 'off'],
  confirmSingle: ['ask', 'skip'],
  amounts: ['shown', 'hidden'],
};

const DEFAULTS: Omit<Preferences, 'theme'> = {
  pnl: 'standard',
  density: 'default',
  zone: 'utc',
  sidebar: 'full',
  singleKeys: 'on',
  sounds: 'off',
  volume: 'normal',
  soundFill: 'on',
  soundTarget: 'on',
  soundStop: 'on',
  soundError: 'on',
  soundKill: 'on',
  desktop: 'off',
  desktopAmounts: 'hidden',
  grouping: 'on',
  confirmSingle: 'ask',
  amounts: 'shown',
};

/** Reads saved preferences; whatever is unknown or unreadable takes its default, the theme that of the system. */
export function parsePreferences(text: string | null, systemTheme: Preferences['theme']): Preferences {
  const defaults: Preferences = { ...DEFAULTS, theme: systemTheme };
  if (text === null) return defaults;
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch (e) {
    console.info('Saved preferences are unreadable, defaults apply.', e);
    return defaults;
  }
  if (typeof saved !== 'object' || saved === null) return defaults;
  const entries = Object.entries(ALLOWED).map(([key, allowed]) => {
    const value = (saved as Record<string, unknown>)[key];
    return [key, (allowed as readonly unknown[]).includes(value) ? value : defaults[key as keyof Preferences]];
  });
  return Object.fromEntries(entries);
}

let current: Preferences | null = null;
const listeners = new Set<() => void>();

function read(): Preferences {
  if (current === null) {
    const isLight = window.matchMedia('(prefers-color-scheme: light)').matches;
    current = parsePreferences(localStorage.getItem(PREFERENCES_KEY), isLight ? 'light' : 'dark');
    setGrouping(current.grouping === 'on');
  }
  return current;
}

/** Changes preferences, keeps them in this browser and shows them at once. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...read(), ...change };
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify(current));
  const root = document.documentElement.dataset;
  root['theme'] = current.theme;
  root['pnl'] = current.pnl;
  root['density'] = current.density;
  setGrouping(current.grouping === 'on');
  for (const listener of listeners) listener();
}

/** Moves one preference to its next allowed value. */
export function cyclePreference(key: keyof Preferences): void {
  const allowed: readonly string[] = ALLOWED[key];
  const next = allowed[(allowed.indexOf(read()[key]) + 1) % allowed.length];
  setPreferences({ [key]: next });
}

/** Gives the preferences as they are now, outside React. */
export function currentPreferences(): Preferences {
  return read();
}

/** Calls after each change of the preferences; the returned function ends it. */
export function onPreferences(listener: () => void): () => void {
  return subscribe(listener);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Gives the preferences and follows their changes. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, read);
}
