import { useEffect, useRef, type RefObject } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';

const FLASH_MS = 180;
const REST_MS = 1000;

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
    if (!isDue || typeof element.current?.animate !== 'function') return;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const tint = 'color-mix(in srgb, var(--accent) 12%, transparent)';
    element.current.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], FLASH_MS);
  }, [id, value, clock]);
  return element;
}
