import { useEffect, useState } from 'react';
import { useRuntime } from '../lib/runtime.tsx';

/** What was typed is asked for once the hand rests. */
export const TYPING_MS = 400;

/** Gives a value of plain data once it stood still. */
export function useSettled<T>(value: T, delayMs: number): T {
  const { clock } = useRuntime();
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  const settledText = JSON.stringify(settled);
  useEffect(() => {
    if (text === settledText) return;
    return clock.after(delayMs, () => setSettled(JSON.parse(text) as T));
  }, [clock, text, settledText, delayMs]);
  return settled;
}
