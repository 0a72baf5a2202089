import {
  getEquityCourse,
  getHistory,
  getHistoryCourse,
  getPortfolioOverview,
  getPortfolioPerformance,
  getTradingAccount,
  getTradingMetrics,
  getTradingStatus,
} from '@riptide/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRuntime } from '../lib/runtime.tsx';

/** What is worked out of closed trades and accounts: one fill moves all of it, so that it is asked anew together. */
const RESULTS = [
  getTradingMetrics,
  getTradingStatus,
  getTradingAccount,
  getHistory,
  getHistoryCourse,
  getPortfolioPerformance,
  getPortfolioOverview,
  getEquityCourse,
];

/** Fills come in bursts; and a closed trade is on record a moment after its position is gone. */
const SETTLE_MS = [300, 2500] as const;

/** Asks every figure of results anew as soon as a fill moved a position, instead of each at its own interval; mount once. */
export function useResultFeed(): void {
  const { stream, clock } = useRuntime();
  const client = useQueryClient();
  useEffect(() => {
    let before: string | null = null;
    let cancels: readonly (() => void)[] = [];
    const askAnew = (): void => {
      for (const { path } of RESULTS) void client.invalidateQueries({ queryKey: [path] });
    };
    const cancel = (): void => cancels.forEach((each) => each());
    const end = stream.on('positions', ({ payload }) => {
      const now = payload.positions.map(({ id, size }) => `${id} ${size}`).join();
      const isMoved = before !== null && before !== now;
      before = now;
      if (!isMoved) return;
      cancel();
      cancels = SETTLE_MS.map((delayMs) => clock.after(delayMs, askAnew));
    });
    return () => {
      end();
      cancel();
    };
  }, [stream, clock, client]);
}
