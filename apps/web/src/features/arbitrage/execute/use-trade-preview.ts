import { previewExecuteLive } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../../lib/runtime.tsx';
import { callKey } from '../../../shared/use-call.ts';
import type { TicketOrder } from './ticket-form.ts';

/** What was typed is asked for once the hand rests. */
const TYPING_MS = 400;
/** Books move: a preview is asked for anew while it is looked at. */
const PREVIEW_INTERVAL_MS = 2000;

/** Gives a value once it stood still. */
function useSettled<T>(value: T, delayMs: number): T {
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

/** Gives what an order would do, anew every two seconds; nothing is asked while there is no order. */
export function useTradePreview(order: TicketOrder | null) {
  const { call, clock, serverClock } = useRuntime();
  const asked = useSettled(order, TYPING_MS);
  const query = useQuery({
    queryKey: callKey(previewExecuteLive, asked ?? {}),
    queryFn: async ({ signal }) => {
      const answer = await call(previewExecuteLive, { body: asked ?? {} }, signal);
      return { ...answer, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    enabled: asked !== null,
    refetchInterval: PREVIEW_INTERVAL_MS,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isCurrent = JSON.stringify(asked) === JSON.stringify(order) && !query.isPlaceholderData;
  return { ...query, isCurrent };
}
