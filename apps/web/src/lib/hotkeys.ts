import { useEffect, useEffectEvent } from 'react';
import { currentPreferences } from './preferences.ts';

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

/** By `code` where it is a letter: Alt changes what a key types on some keyboards. */
function modifiedKey(event: KeyboardEvent): string {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1] ?? event.key;
  const parts = [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey ? 'shift' : '',
    letter.toLowerCase(),
  ];
  return parts.filter((part) => part !== '').join('+');
}

/**
 * Calls for single keys (`t`, `?`, `[`), two-key chords (`g d`) and chords with modifiers (`mod+k` for Ctrl or Cmd, `alt+shift+k`).
 *
 * Keys without a modifier never act while a field has focus, a dialog or menu is open, or the person switched them off; those with one
 * act everywhere but under another dialog. Typed capitals count as their key.
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
      if (event.defaultPrevented || isCovered()) return;
      if (event.ctrlKey || event.metaKey || event.altKey) {
        if (press(modifiedKey(event))) event.preventDefault();
        return;
      }
      if (isTyping(event.target) || currentPreferences().singleKeys === 'off') return;
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
