import { previewExecuteLive, type RouteInput, type RouteOutput } from '@riptide/contracts/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRuntime } from '../../lib/runtime.tsx';
import { callKey, type Dated } from '../use-call.ts';
import { TYPING_MS, useSettled } from '../use-settled.ts';

/** Books move: a preview is asked for anew while it is looked at. */
export const PREVIEW_INTERVAL_MS = 2000;

export type TradePreview = Dated<RouteOutput<typeof previewExecuteLive>>;

/** Gives what an order would do, anew every two seconds; nothing is asked while there is no order. */
export function useTradePreview(order: RouteInput<typeof previewExecuteLive>['body'] | null) {
  const { call, clock, serverClock } = useRuntime();
  const asked = useSettled(order, TYPING_MS);
  const query = useQuery({
    queryKey: callKey(previewExecuteLive, asked ?? {}),
    queryFn: async ({ signal }): Promise<TradePreview> => {
      const answer = await call(previewExecuteLive, { body: asked ?? {} }, signal);
      return { ...answer, atSeconds: serverClock.toServerMs(clock.nowMs()) / 1000 };
    },
    enabled: asked !== null,
    refetchInterval: PREVIEW_INTERVAL_MS,
    // Asked anew soon anyway: a failure is told at once.
    retry: false,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isCurrent = JSON.stringify(asked) === JSON.stringify(order) && !query.isPlaceholderData;
  return { ...query, isCurrent };
}
