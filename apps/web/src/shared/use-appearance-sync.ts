import { getAppearance, putAppearance, type Appearance } from '@riptide/contracts/calls';
import { useEffect } from 'react';
import { ApiProblem } from '../lib/api-problem.ts';
import { currentPreferences, onPreferences, setPreferences, type Preferences } from '../lib/preferences.ts';
import { useRuntime } from '../lib/runtime.tsx';

/** Several switches in a row are one change. */
const SAVE_AFTER_MS = 800;

const PRESETS: Readonly<Record<Preferences['pnl'], Appearance['colour_preset']>> = {
  standard: 'default',
  reversed: 'reversed',
  cb: 'deuteranopia',
  mono: 'monochrome',
};

/** Writes preferences of this browser as the server keeps them. */
function toAppearance({ theme, density, pnl, zone }: Preferences): Appearance {
  return { theme, density, colour_preset: PRESETS[pnl], time_zone: zone === 'utc' ? 'UTC' : 'browser' };
}

/** Reads what the server keeps as preferences; a zone of its own name is this browser's as far as the screens go. */
function fromAppearance(saved: Appearance, systemTheme: Preferences['theme']): Partial<Preferences> {
  const pnl = (Object.keys(PRESETS) as Preferences['pnl'][]).find((each) => PRESETS[each] === saved.colour_preset);
  return {
    theme: saved.theme === 'system' ? systemTheme : saved.theme,
    density: saved.density,
    pnl: pnl ?? 'cb',
    zone: saved.time_zone === 'UTC' ? 'utc' : 'local',
  };
}

/** Takes over the saved appearance at the start, once somebody saved one, and saves what is changed here; mount once. */
export function useAppearanceSync(): void {
  const { call, clock } = useRuntime();
  useEffect(() => {
    let known: Appearance | null = null;
    let cancel = (): void => {};
    let isOver = false;
    const save = async (): Promise<void> => {
      const now = toAppearance(currentPreferences());
      if (known === null || isSame(now, known)) return;
      const change = Object.fromEntries(
        Object.entries(now).filter(([key, value]) => known?.[key as keyof Appearance] !== value),
      );
      try {
        known = (await call(putAppearance, { body: change })).settings;
      } catch (e) {
        tell(e);
      }
    };
    const load = async (): Promise<void> => {
      try {
        const { settings, saved_at } = await call(getAppearance);
        if (isOver) return;
        const isLight = window.matchMedia('(prefers-color-scheme: light)').matches;
        if (saved_at !== null) setPreferences(fromAppearance(settings, isLight ? 'light' : 'dark'));
        known = saved_at === null ? toAppearance(currentPreferences()) : toAppearance({ ...currentPreferences() });
      } catch (e) {
        tell(e);
      }
    };
    void load();
    const end = onPreferences(() => {
      cancel();
      cancel = clock.after(SAVE_AFTER_MS, () => void save());
    });
    return () => {
      isOver = true;
      cancel();
      end();
    };
  }, [call, clock]);
}

function isSame(one: Appearance, other: Appearance): boolean {
  return (Object.keys(one) as (keyof Appearance)[]).every((key) => one[key] === other[key]);
}

/** The choice holds in this browser all the same. */
function tell(error: unknown): void {
  if (error instanceof ApiProblem) console.info('The appearance could not be synchronised.', error.facts);
  else throw error;
}
