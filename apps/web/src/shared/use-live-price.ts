import { getLivePrices, type LivePrice } from '@riptide/contracts/calls';
import { useEffect, useState } from 'react';
import { useRuntime } from '../lib/runtime.tsx';
import { useCall } from './use-call.ts';

/** Specified poll interval of live prices. */
export const PRICES_INTERVAL_MS = 2000;

/** Gives the newest price of one symbol: pushed, or polled every two seconds while the stream is down; null while none is known. */
export function useLivePrice(symbol: string): LivePrice | null {
  const { stream } = useRuntime();
  const polled = useCall(getLivePrices, { intervalMs: PRICES_INTERVAL_MS, isPushed: true }).data?.prices;
  const [pushed, setPushed] = useState<LivePrice | null>(null);
  useEffect(
    () =>
      stream.on('prices', ({ payload }) => {
        const price = payload.prices.find((each) => each.symbol === symbol);
        if (price) setPushed(price);
      }),
    [stream, symbol],
  );
  const first = polled?.find((each) => each.symbol === symbol) ?? null;
  if (pushed?.symbol !== symbol) return first;
  return first !== null && first.last_updated > pushed.last_updated ? first : pushed;
}
