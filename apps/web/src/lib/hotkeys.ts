import { useEffect, useEffectEvent } from 'react';

export type HotkeyMap = Readonly<Record<string, () => void>>;

/** How long the first key of a chord waits for its second. */
const CHORD_MS = 1200;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function isCovered(): boolean {
  return document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null;
}

/**
 * Calls for single keys (`t`, `?`, `[`) and two-key chords (`g d`).
 *
 * Never while a field has focus, a dialog or menu is open, or a modifier is held; typed capitals count as their key.
 */
export function useHotkeys(keys: HotkeyMap): void {
  const press = useEffectEvent((chord: string) => {
    const call = keys[chord];
    call?.();
    return call !== undefined;
  });
  const startsChord = useEffectEvent((key: string) => Object.keys(keys).some((name) => name.startsWith(`${key} `)));
  useEffect(() => {
    let first: { key: string; atMs: number } | null = null;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isCovered()) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const chord = first && event.timeStamp - first.atMs < CHORD_MS ? `${first.key} ${key}` : key;
      first = null;
      if (press(chord)) event.preventDefault();
      else if (startsChord(key)) first = { key, atMs: event.timeStamp };
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
