import { useEffect, useRef, type RefObject } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';

const FLASH_MS = 180;
const REST_MS = 1000;
const FLASH_CLASS = 'flash';

/** Tints an element for a moment when the value of what it shows changes, at most once a second, never with reduced motion. */
export function useFlash<E extends HTMLElement>(id: string, value: number | null): RefObject<E | null> {
  const { clock } = useRuntime();
  const element = useRef<E>(null);
  const last = useRef<{ id: string; value: number | null; atMs: number } | null>(null);
  useEffect(() => {
    const nowMs = clock.ticksMs();
    const before = last.current;
    if (before === null || before.id !== id || before.value === value) {
      last.current = { id, value, atMs: before?.atMs ?? 0 };
      return;
    }
    const isDue = nowMs - before.atMs >= REST_MS;
    last.current = { id, value, atMs: isDue ? nowMs : before.atMs };
    const cell = element.current;
    if (!isDue || cell === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // On and off: a tint that fades would be drawn anew in every frame, for each cell that changed.
    cell.classList.add(FLASH_CLASS);
    clock.after(FLASH_MS, () => cell.classList.remove(FLASH_CLASS));
  }, [id, value, clock]);
  return element;
}
