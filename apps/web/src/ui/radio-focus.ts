import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves the focus between the radios of a group by arrows, Home and End, round its ends; nothing is chosen by it. */
export function moveRadioFocus(event: KeyboardEvent<HTMLElement>): void {
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const step = STEPS[event.key];
  const at = parts.indexOf(document.activeElement as HTMLElement);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  if (!isPlain || at < 0) return;
  const next =
    event.key === 'Home' ? 0 : event.key === 'End' ? parts.length - 1 : step === undefined ? null : at + step;
  if (next === null) return;
  event.preventDefault();
  parts.at(next % parts.length)?.focus();
}
